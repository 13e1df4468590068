import { fault } from "./faults.ts";
import { Problem, badParam, enumParam, negotiate, param } from "./http.ts";
import type { Ctx, Reply } from "./http.ts";
import { divideHalfUp } from "./pricing.ts";
import * as store from "./store.ts";
import { byCodePoints, isDate } from "./validate.ts";

const MAX_DAYS = 92;
const berlin = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Europe/Berlin",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

function dayOf(ms: number): string {
  if (fault("revenue-by-utc-days")) return new Date(ms).toISOString().slice(0, 10);
  const parts = Object.fromEntries(berlin.formatToParts(ms).map((p) => [p.type, p.value]));
  return `${parts.year}-${parts.month}-${parts.day}`;
}

function dateParam(ctx: Ctx, name: string): string {
  const raw = param(ctx, name);
  if (raw === undefined) throw badParam(name, "is missing.");
  if (!isDate(raw)) throw badParam(name, "has to be a calendar date.");
  return raw;
}

export function getRevenue(ctx: Ctx): Reply {
  let type = negotiate(ctx.req.headers.accept, ["application/json", "text/csv"]);
  if (type === null && fault("report-never-refuses-accept")) type = "application/json";
  if (type === null)
    throw new Problem(
      406,
      "not_acceptable",
      "The report comes as application/json or text/csv.",
      undefined,
      { Vary: "Accept" },
    );
  const from = dateParam(ctx, "from");
  const to = dateParam(ctx, "to");
  const days = (Date.parse(to) - Date.parse(from)) / 86400000 + 1;
  if (days < 1) throw badParam("to", "is before from.");
  if (days > MAX_DAYS) throw badParam("to", `makes more than ${MAX_DAYS} days.`);
  const groupBy = enumParam(ctx, "groupBy", ["day", "month"]) ?? "day";

  const groups = new Map<
    string,
    { period: string; rentals: number; revenueCents: number; vatCents: number }
  >();
  const total = { rentals: 0, revenueCents: 0, vatCents: 0 };
  for (const r of store.rentals.values()) {
    if (r.owner !== ctx.owner || r.endedAt === null) continue;
    const day = dayOf(r.endedAt);
    if (day < from || day > to) continue;
    const period = groupBy === "day" ? day : day.slice(0, 7);
    const g = groups.get(period) ?? { period, rentals: 0, revenueCents: 0, vatCents: 0 };
    groups.set(period, g);
    for (const sum of [g, total]) {
      sum.rentals++;
      sum.revenueCents += r.priceCents!;
      sum.vatCents += r.vatCents!;
    }
  }
  const rows = [...groups.values()].toSorted((a, b) => byCodePoints(a.period, b.period));
  if (type === "text/csv") {
    const lines = [
      "period,rentals,revenueCents,vatCents",
      ...rows.map((g) => `${g.period},${g.rentals},${g.revenueCents},${g.vatCents}`),
    ];
    return {
      status: 200,
      headers: { "Content-Type": "text/csv; charset=utf-8; header=present", Vary: "Accept" },
      bytes: Buffer.from(lines.map((l) => `${l}\r\n`).join("")),
    };
  }
  return {
    status: 200,
    headers: { Vary: "Accept" },
    json: {
      from,
      to,
      groupBy,
      currency: "EUR",
      rows,
      total,
      averageCents: total.rentals === 0 ? null : divideHalfUp(total.revenueCents, total.rentals),
    },
  };
}
