import { fault } from "./faults.ts";
import { conflict, json, readJson } from "./http.ts";
import type { Context, Reply } from "./http.ts";
import { exclusive, later, pause } from "./store.ts";
import type { Settings } from "./store.ts";
import { boolean, EMAIL, integer, matching, nullable, object, oneOf, text } from "./validate.ts";
import type { Members, Shape } from "./validate.ts";

const notifications: Shape = {
  onEnrolment: { check: boolean },
  onCancellation: { check: boolean },
  digest: { check: oneOf("off", "daily", "weekly") },
};

const settingsChange: Shape = {
  academyName: { check: text(1, 120) },
  contactEmail: { check: matching(EMAIL, 254) },
  passMark: { check: integer(0, 100) },
  currency: { check: oneOf("EUR", "GBP", "USD") },
  invoiceFooter: { check: nullable(text(0, 500)) },
  notifications: { check: (v, field) => object(notifications, v, false, `${field}.`) },
};

let lastRead: Settings | undefined;

export async function getSettings(ctx: Context): Promise<Reply> {
  if (fault("settings-cache-other-academy") && lastRead !== undefined) return json(200, lastRead);
  await pause();
  lastRead = ctx.academy.settings;
  return json(200, ctx.academy.settings);
}

export async function updateSettings(ctx: Context): Promise<Reply> {
  const { academy } = ctx;
  const body: Members = object(settingsChange, await readJson(ctx.req), false);
  return exclusive(academy, async () => {
    const old = academy.settings;
    const counted = fault("settings-currency-lock-ignores-completed")
      ? ["active"]
      : ["active", "completed"];
    if (
      body.currency !== undefined &&
      body.currency !== old.currency &&
      [...academy.enrolments.values()].some((e) => counted.includes(e.status))
    ) {
      throw conflict("currency_locked", "There are enrolments in the present currency.");
    }
    const base = fault("settings-notifications-replaced")
      ? { onEnrolment: true, onCancellation: true, digest: "weekly" }
      : old.notifications;
    const merged =
      body.notifications === undefined
        ? old.notifications
        : { ...base, ...(body.notifications as Members) };
    academy.settings = {
      ...old,
      ...body,
      notifications: merged,
      updatedAt: later(old.updatedAt),
    } as Settings;
    lastRead = undefined;
    return json(200, academy.settings);
  });
}
