// What belongs to the account as a whole: its settings and its log of events.
import { etagOf, fault, nextRev, now, Problem } from "./core.ts";
import { events, logEvent } from "./data.ts";
import type { PrintEvent, Settings } from "./data.ts";
import { conditions, readJson, route } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { badParameter, bool, check, integer, nullable, object, oneOf, text } from "./validate.ts";

const EVENT_TYPES = [
  "order.created",
  "order.updated",
  "order.item_added",
  "order.approved",
  "order.cancelled",
  "artwork.uploaded",
  "artwork.deleted",
  "address.saved",
  "address.deleted",
  "settings.updated",
] as const;

const settingsInput = object(
  { companyName: text(1, 255) },
  {
    language: oneOf(["en", "de", "fr"]),
    defaultRush: bool,
    approvalLimitCents: nullable(integer(0, Number.MAX_SAFE_INTEGER)),
    invoiceNote: text(0, 500),
  },
);

const view = ({ rev, ...rest }: Settings) => rest;
const etag = (settings: Settings) => etagOf("s", settings.rev);
const cache = new Map<string, Settings>();

function getSettings(ctx: Context): Reply {
  let settings = ctx.account.settings;
  if (fault("settings-cached")) {
    settings = cache.get(ctx.account.id) ?? settings;
    cache.set(ctx.account.id, settings);
  }
  const headers = { ETag: etag(settings) };
  if (conditions(ctx, headers.ETag)) return { status: 304, headers };
  return { status: 200, json: view(settings), headers };
}

function updateSettings(ctx: Context): Reply {
  const { account } = ctx;
  const input = readJson(ctx) as Partial<Settings> & { companyName: string };
  try {
    check(settingsInput, input);
  } catch (error) {
    const fields = (error as Problem).fields ?? [];
    if (fault("settings-half-applied") && !fields.includes("") && !fields.includes("/companyName"))
      account.settings.companyName = input.companyName;
    throw error;
  }
  if (ctx.headers["if-match"] === undefined && !fault("settings-unconditional")) {
    throw new Problem(428, "precondition_required", "If-Match is required.");
  }
  conditions(ctx, etag(account.settings));
  account.settings = {
    companyName: input.companyName,
    language: input.language ?? "en",
    defaultRush: input.defaultRush ?? false,
    approvalLimitCents: input.approvalLimitCents ?? null,
    invoiceNote: input.invoiceNote ?? "",
    updatedAt: now(),
    rev: nextRev(),
  };
  logEvent(account.id, "settings.updated", "settings", account.settings.updatedAt);
  return { status: 200, json: view(account.settings), headers: { ETag: etag(account.settings) } };
}

const toCursor = (event: PrintEvent) => Buffer.from(`before:${event.number}`).toString("base64url");

function fromCursor(cursor: string | undefined): number {
  if (cursor === undefined) return Infinity;
  const m = /^before:([1-9]\d{0,14})$/.exec(Buffer.from(cursor, "base64url").toString("latin1"));
  if (!m || Buffer.from(m[0]).toString("base64url") !== cursor) throw badParameter("cursor");
  return Number(m[1]);
}

function listEvents({ account, query }: Context): Reply {
  const limit = query.integer("limit", 1, 100) ?? 20;
  const type = query.choice("type", EVENT_TYPES);
  const before = fromCursor(query.get("cursor"));
  const found = events
    .filter(
      (e) =>
        (fault("events-foreign") || e.owner === account.id) &&
        (type === undefined || e.type === type) &&
        e.number < before,
    )
    .toSorted((a, b) => b.number - a.number);
  const shown = found.slice(0, limit);
  const more = fault("events-cursor-full-page") ? shown.length === limit : found.length > limit;
  const items = shown.map((e) => ({
    id: `evt_${e.number}`,
    type: e.type,
    subject: e.subject,
    at: e.at,
  }));
  return {
    status: 200,
    json: { items, nextCursor: more ? toCursor(shown[shown.length - 1]!) : null },
  };
}

export function addAccountRoutes(): void {
  route("/settings", { GET: getSettings, PUT: updateSettings });
  route("/events", { GET: listEvents });
}
