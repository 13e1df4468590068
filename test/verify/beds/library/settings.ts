import { defaultSettings, type Library, type Settings } from "./data.ts";
import { on } from "./faults.ts";
import { jsonBody, readHeaders, type Answer, type Ctx } from "./http.ts";
import { checkBody, type Fields } from "./validate.ts";

const fields: Fields = {
  loan_days: { type: "integer", required: true, min: 1, max: 365 },
  max_renewals: { type: "integer", min: 0, max: 10 },
  max_loans_per_member: { type: "integer", min: 1, max: 50 },
  late_fee_cents_per_day: { type: "integer", min: 0, max: 10_000 },
  max_fine_cents: { type: "integer", min: 0, max: 1_000_000 },
  block_above_cents: { type: "integer", min: 0, max: 1_000_000 },
  notice: { type: "string", max: 1000 },
};
const cache = new Map<Library, Settings>();

export function getSettings(ctx: Ctx): Answer {
  let settings = ctx.lib.settings;
  if (on("settings-stale")) {
    settings = cache.get(ctx.lib) ?? settings;
    cache.set(ctx.lib, settings);
  }
  return { status: 200, headers: readHeaders, body: settings };
}

export async function replaceSettings(ctx: Ctx): Promise<Answer> {
  const body = checkBody(await jsonBody(ctx), fields);
  const settings: Settings = { ...defaultSettings, ...body };
  if (on("settings-zero-default")) {
    for (const key of Object.keys(defaultSettings) as (keyof Settings)[]) {
      if (typeof settings[key] === "number")
        (settings as Record<string, unknown>)[key] = settings[key] || defaultSettings[key];
    }
  }
  if (on("settings-notice-truncated")) settings.notice = settings.notice.slice(0, 255);
  ctx.lib.settings = settings;
  return { status: 200, body: settings };
}
