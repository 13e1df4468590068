import { isDeepStrictEqual } from "node:util";
import { reportOf, requireEditable } from "./access.ts";
import { param, PATCH_TYPE, readJson, requireType } from "./calls.ts";
import type { Call } from "./calls.ts";
import { etagOf, requirePreconditions } from "./conditional.ts";
import { invalid } from "./errors.ts";
import { isFault } from "./faults.ts";
import { reportFields, requireOrder, sendReport } from "./reports.ts";
import { now } from "./store.ts";
import type { Report, ReportInput } from "./store.ts";
import { filled, isObject, problemsOf } from "./validate.ts";
import { viewOfReport } from "./views.ts";

type Members = Record<string, unknown>;

/** RFC 7396; Object.fromEntries because of members such as __proto__. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const kept = isObject(target) ? Object.entries(target) : [];
  const old = new Map<string, unknown>(kept);
  for (const [name, value] of Object.entries(patch))
    if (value === null) old.delete(name);
    else old.set(name, merged(old.get(name), value));
  return Object.fromEntries(old);
}

function mergedReport(current: ReportInput, patch: Members): Members {
  const members = merged(current, patch) as Members;
  if (isFault("attributes-replaced") && isObject(patch.attributes))
    members.attributes = merged({}, patch.attributes);
  if (isFault("patch-null-ignored") && patch.purpose === null) members.purpose = current.purpose;
  return members;
}

const inputOf = (report: Report): ReportInput =>
  filled(report as unknown as Members, reportFields) as ReportInput;

/** Takes over what is right by itself, and complains only then. */
function assignOneByOne(report: Report, members: Members): void {
  for (const [name, { check }] of Object.entries(reportFields))
    if (Object.hasOwn(members, name) && check(members[name], "").length === 0)
      Object.assign(report, { [name]: members[name] });
}

function checkedPatch(report: Report, body: unknown): ReportInput {
  if (!isObject(body)) throw invalid([{ path: "", message: "must be an object" }]);
  const members = mergedReport(inputOf(report), body);
  const problems = problemsOf(members, reportFields);
  if (problems.length > 0 && isFault("failed-patch-sticks")) assignOneByOne(report, members);
  if (problems.length > 0) throw invalid(problems);
  const input = filled(members, reportFields) as ReportInput;
  const isPeriodGiven = "periodFrom" in body && "periodTo" in body;
  if (isPeriodGiven || !isFault("period-reversed-by-patch"))
    requireOrder(input.periodFrom, input.periodTo);
  return input;
}

export function updateReport(call: Call): void {
  const report = reportOf(call.user, param(call, "reportId"));
  requireEditable(report);
  requireType(call, PATCH_TYPE);
  requirePreconditions(call, etagOf(viewOfReport(report)));
  const input = checkedPatch(report, readJson(call, PATCH_TYPE));
  if (!isDeepStrictEqual(input, inputOf(report)))
    Object.assign(report, input, { updatedAt: now() });
  sendReport(call, 200, report);
}
