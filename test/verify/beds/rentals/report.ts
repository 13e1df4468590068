// The rent roll: what each lease owed and paid in a month.
import { badParameter, compareText, enumParam, one } from "./lib.ts";
import type { Ctx, Reply } from "./lib.ts";
import { leases, properties, settings, tenants, units } from "./store.ts";
import { paymentsOf } from "./leases.ts";
import { fault } from "./faults.ts";

type Row = {
  propertyName: string;
  unitLabel: string;
  tenantName: string;
  leaseId: string;
  rentCents: number;
  paidCents: number;
  openCents: number;
};
const COLUMNS = [
  "propertyName",
  "unitLabel",
  "tenantName",
  "leaseId",
  "rentCents",
  "paidCents",
  "openCents",
] as const;

function cell(v: string | number): string {
  const s = String(v);
  if (!/[",\r\n]/.test(s)) return s;
  return '"' + (fault("report-csv-quotes") ? s : s.replace(/"/g, '""')) + '"';
}

export async function rentRoll(c: Ctx): Promise<Reply> {
  const month = one(c, "month");
  if (month === undefined) throw badParameter("month", "month is missing.");
  if (!/^(19|20|21)[0-9]{2}-(0[1-9]|1[0-2])$/.test(month))
    throw badParameter("month", "month is like 2025-03.");
  const format = enumParam(c, "format", ["json", "csv"]) ?? "json";
  const propertyId = one(c, "propertyId");
  const rows: Row[] = [];
  for (const l of leases.values()) {
    if (l.owner !== c.manager || l.status === "draft") continue;
    const u = units.get(l.unitId)!;
    if (propertyId !== undefined && u.propertyId !== propertyId) continue;
    const first = l.activatedOn!.slice(0, 7);
    const last = l.closedOn === null ? "9999-12" : l.closedOn.slice(0, 7);
    if (first > month || (fault("report-last-month-missing") ? last <= month : last < month))
      continue;
    const paidCents = paymentsOf(l.id)
      .filter((p) => p.paidOn.slice(0, 7) === month)
      .reduce((n, p) => n + p.amountCents, 0);
    const openCents = Math.max(0, l.rentCents - paidCents);
    rows.push({
      propertyName: properties.get(u.propertyId)!.name,
      unitLabel: u.label,
      tenantName: tenants.get(l.tenantId)!.name,
      leaseId: l.id,
      rentCents: l.rentCents,
      paidCents,
      openCents,
    });
  }
  rows.sort(
    (a, b) =>
      compareText(a.propertyName, b.propertyName) ||
      compareText(a.unitLabel, b.unitLabel) ||
      compareText(a.leaseId, b.leaseId),
  );
  if (format === "csv") {
    const lines = [COLUMNS.join(","), ...rows.map((r) => COLUMNS.map((k) => cell(r[k])).join(","))];
    return {
      status: 200,
      type: "text/csv; charset=utf-8",
      bytes: Buffer.from(lines.map((x) => x + "\r\n").join("")),
      headers: { "Content-Disposition": `attachment; filename="rent-roll-${month}.csv"` },
    };
  }
  const sum = (k: "rentCents" | "paidCents" | "openCents"): number =>
    rows.reduce((n, r) => n + r[k], 0);
  const totals = {
    rentCents: sum("rentCents"),
    paidCents: sum("paidCents"),
    openCents: sum("openCents"),
  };
  return {
    status: 200,
    json: { month, currency: settings.get(c.manager)!.currency, rows, totals },
  };
}
