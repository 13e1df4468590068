import { reportOf } from "./access.ts";
import { checked, param, readJson } from "./calls.ts";
import type { Call } from "./calls.ts";
import { conflict, invalid } from "./errors.ts";
import { isFault } from "./faults.ts";
import { sendReport } from "./reports.ts";
import { expensesOf, now, receiptsOf, teams } from "./store.ts";
import type { Report, Status } from "./store.ts";
import * as is from "./validate.ts";

type Decision = { decision: "approved" | "rejected"; note: string | null };

const decisionFields: is.Fields = {
  decision: { check: is.oneOf(["approved", "rejected"]) },
  note: { check: is.nullable(is.text(0, 500)), fallback: () => null },
};

function requireReceipts(report: Report, from: number): void {
  const needsReceipt = (amount: number) =>
    isFault("receipt-limit-exclusive") ? amount > from : amount >= from;
  const missing = expensesOf(report.id).filter(
    ({ id, amount }) => needsReceipt(amount) && receiptsOf(id).length === 0,
  );
  if (missing.length > 0) throw conflict(`The expense ${missing[0]!.id} has no receipt.`);
}

function requireSubmittable(report: Report): void {
  const open: Status[] = isFault("resubmission-refused") ? ["draft"] : ["draft", "rejected"];
  if (!open.includes(report.status)) throw conflict(`The report is ${report.status} already.`);
  if (expensesOf(report.id).length === 0) throw conflict("The report has no expenses.");
  const { maxReportTotal, receiptRequiredFrom } = teams.get(report.teamId)!.policy;
  if (maxReportTotal !== null && report.total > maxReportTotal)
    throw conflict("The total is above what the team's policy allows.");
  if (receiptRequiredFrom !== null) requireReceipts(report, receiptRequiredFrom);
}

export function submitReport(call: Call): void {
  const report = reportOf(call.user, param(call, "reportId"));
  requireSubmittable(report);
  const isAgain = report.status === "rejected";
  const at = now();
  Object.assign(report, { status: "submitted", submittedAt: at, updatedAt: at });
  Object.assign(report, { decidedAt: null, decisionNote: null });
  if (isAgain && isFault("decision-note-absent")) delete report.decisionNote;
  sendReport(call, 200, report);
}

export function decideReport(call: Call): void {
  const report = reportOf(call.user, param(call, "reportId"));
  if (report.status !== "submitted") throw conflict(`The report is ${report.status}.`);
  const { decision, note } = checked<Decision>(readJson(call), decisionFields);
  const isNoteMissing = decision === "rejected" && (note ?? "") === "";
  if (isNoteMissing && !isFault("rejection-without-note"))
    throw invalid([{ path: "/note", message: "is needed for a rejection" }]);
  const at = now();
  Object.assign(report, { status: decision, decidedAt: at, updatedAt: at, decisionNote: note });
  sendReport(call, 200, report);
}
