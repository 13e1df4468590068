// The settings of a manager.
import { now, readJson } from "./lib.ts";
import type { Ctx, Reply } from "./lib.ts";
import { settings } from "./store.ts";
import type { Settings } from "./store.ts";
import { check, choice, int, may, need, nullable, object, text } from "./validate.ts";
import { PHONE } from "./leases.ts";
import { fault } from "./faults.ts";

const rule = object({
  companyName: need(text(1, 100)),
  currency: need(choice("EUR", "USD", "GBP", "CHF")),
  depositMonths: may(int(0, 12)),
  noticeDays: may(int(0, 365)),
  emergencyPhone: may(nullable(text(8, 16, PHONE))),
  defaultAssignee: may(nullable(text(1, 60))),
});

const cache = new Map<string, Settings>();

export async function getSettings(c: Ctx): Promise<Reply> {
  if (!fault("settings-cached") || !cache.has(c.manager))
    cache.set(c.manager, settings.get(c.manager)!);
  return { status: 200, json: cache.get(c.manager) };
}

export async function replaceSettings(c: Ctx): Promise<Reply> {
  const b = check<Partial<Settings> & { companyName: string; currency: string }>(
    await readJson(c),
    rule,
  );
  const old = settings.get(c.manager)!;
  const next: Settings = {
    companyName: b.companyName,
    currency: b.currency,
    depositMonths: b.depositMonths ?? 2,
    noticeDays: b.noticeDays ?? 30,
    emergencyPhone: b.emergencyPhone ?? (fault("settings-put-merges") ? old.emergencyPhone : null),
    defaultAssignee: b.defaultAssignee ?? null,
    updatedAt: now(),
  };
  settings.set(c.manager, next);
  return { status: 200, json: next };
}
