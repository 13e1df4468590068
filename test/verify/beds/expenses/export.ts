import { reportOf } from "./access.ts";
import { param } from "./calls.ts";
import type { Call } from "./calls.ts";
import { attachment } from "./downloads.ts";
import { bySpentAt } from "./expenses.ts";
import { isFault } from "./faults.ts";
import { expensesOf } from "./store.ts";

const COLUMNS = [
  "id",
  "spentAt",
  "category",
  "description",
  "amount",
  "billable",
  "mileage",
] as const;

const cell = (value: unknown): string => {
  const text = String(value ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export function exportReport(call: Call): void {
  const report = reportOf(call.user, param(call, "reportId"));
  const rows = expensesOf(report.id)
    .toSorted(bySpentAt)
    .map((expense) => COLUMNS.map((name) => cell(expense[name])));
  const csv = [COLUMNS, ...rows].map((row) => `${row.join(",")}\r\n`).join("");
  const bytes = Buffer.from(csv);
  const length = isFault("export-length-in-characters") ? csv.length : bytes.length;
  call.res.set({
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": attachment(`${report.id}.csv`),
    "Cache-Control": "private, no-cache",
    "Content-Length": String(length),
  });
  call.res.end(bytes.subarray(0, length));
}
