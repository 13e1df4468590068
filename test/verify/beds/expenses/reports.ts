import { reportOf, requireEditable } from "./access.ts";
import { BASE, checked, param, readJson, sendJson } from "./calls.ts";
import type { Call } from "./calls.ts";
import { etagOf, isAnswered, requirePreconditions } from "./conditional.ts";
import { badParameter, invalid } from "./errors.ts";
import { isFault } from "./faults.ts";
import { choiceIn, choicesIn, dateIn, paged, pageIn, queryOf, textIn } from "./query.ts";
import { deletedReports, newId, now, removeReport, reports, teams } from "./store.ts";
import type { Report, ReportInput, User } from "./store.ts";
import * as is from "./validate.ts";
import { viewOfReport } from "./views.ts";

const STATUSES = ["draft", "submitted", "approved", "rejected"];
const CURRENCIES = ["EUR", "USD", "GBP", "SEK"];
const TITLE_LIMIT = 120;

const titleLength = (title: string): number =>
  isFault("title-length-in-units") ? title.length : is.lengthOf(title);

export const reportFields: is.Fields = {
  title: { check: is.text(1, TITLE_LIMIT, titleLength) },
  purpose: { check: is.nullable(is.text(0, 1000)), fallback: () => null },
  currency: { check: is.oneOf(CURRENCIES), fallback: () => "EUR" },
  periodFrom: { check: is.date },
  periodTo: { check: is.date },
  attributes: { check: is.dictionary(is.text(0, 100), 10), fallback: () => ({}) },
};

export function requireOrder(periodFrom: string, periodTo: string): void {
  if (periodTo < periodFrom)
    throw invalid([{ path: "/periodTo", message: "must not be before periodFrom" }]);
}

const teamField = (user: User): is.Fields => ({
  teamId: {
    check: (value, at) =>
      value === user.teamId || (isFault("foreign-team-accepted") && teams.has(String(value)))
        ? []
        : [{ path: at, message: "must be a team that you lead" }],
  },
});

function requireShortTitle(title: string): void {
  if (isFault("title-at-limit-refused") && is.lengthOf(title) >= TITLE_LIMIT)
    throw invalid([{ path: "/title", message: "is too long" }]);
}

export function createReport(call: Call): void {
  const fields = { ...teamField(call.user), ...reportFields };
  const input = checked<ReportInput & { teamId: string }>(readJson(call), fields);
  requireOrder(input.periodFrom, input.periodTo);
  requireShortTitle(input.title);
  const at = now();
  const report: Report = {
    ...input,
    purpose: isFault("purpose-trimmed") ? (input.purpose?.trim() ?? null) : input.purpose,
    id: newId("rep", reports),
    status: "draft",
    total: 0,
    createdAt: at,
    updatedAt: at,
    submittedAt: null,
    decidedAt: null,
    decisionNote: null,
  };
  reports.set(report.id, report);
  const path = `/reports/${report.id}`;
  call.res.set("Location", isFault("location-without-base") ? path : `${BASE}${path}`);
  sendReport(call, 201, report);
}

export function sendReport(call: Call, status: number, report: Report): void {
  const view = viewOfReport(report);
  call.res.set("ETag", etagOf(view));
  sendJson(call, status, view);
}

export function getReport(call: Call): void {
  const report = reportOf(call.user, param(call, "reportId"));
  if (!isAnswered(call, etagOf(viewOfReport(report)))) sendReport(call, 200, report);
}

export function deleteReport(call: Call): void {
  const report = reportOf(call.user, param(call, "reportId"));
  requireEditable(report);
  if (!isFault("if-match-ignored-on-delete"))
    requirePreconditions(call, etagOf(viewOfReport(report)));
  removeReport(report);
  if (isFault("deleted-report-listed")) deletedReports.set(report.id, report);
  call.res.status(204).end();
}

function compareText(left: string, right: string): number {
  const [a, b] = [[...left], [...right]];
  const index = a.findIndex((letter, at) => letter !== b[at]);
  if (index < 0) return a.length - b.length;
  return index >= b.length ? 1 : a[index]!.codePointAt(0)! - b[index]!.codePointAt(0)!;
}

/** Each for the ascending order; the reports are in the order of their creation beforehand. */
const orders: Record<string, (a: Report, b: Report) => number> = {
  createdAt: () => 0,
  title: (a, b) => compareText(a.title, b.title),
  total: (a, b) => a.total - b.total,
};

const SORTS = Object.keys(orders).flatMap((name) => [name, `-${name}`]);

function sorted(found: Report[], sort: string): Report[] {
  if (sort === "-createdAt") return found.toReversed();
  const order = orders[sort.replace("-", "")]!;
  return found.toSorted(sort.startsWith("-") ? (a, b) => order(b, a) : order);
}

/** Deleted ones are there only if they were kept. */
function reportsFor(user: User, isSearch: boolean): Report[] {
  const all = [...reports.values(), ...deletedReports.values()];
  return isSearch && isFault("search-finds-foreign")
    ? all
    : all.filter(({ teamId }) => teamId === user.teamId);
}

const mentions = ({ title, purpose }: Report, text: string): boolean =>
  [title, purpose ?? ""].some((one) => one.toUpperCase().includes(text.toUpperCase()));

function isWithin(report: Report, from: string | undefined, to: string | undefined): boolean {
  const { periodFrom, periodTo } = report;
  return isFault("period-filter-contained")
    ? (from === undefined || periodFrom >= from) && (to === undefined || periodTo <= to)
    : (from === undefined || periodTo >= from) && (to === undefined || periodFrom <= to);
}

export function listReports(call: Call): void {
  const query = queryOf(call);
  const page = pageIn(query);
  const given = choicesIn(query, "status", STATUSES);
  const statuses = isFault("status-first-only") ? given.slice(0, 1) : given;
  const text = textIn(query, "q", 100);
  const [from, to] = [dateIn(query, "from"), dateIn(query, "to")];
  if (from !== undefined && to !== undefined && to < from)
    throw badParameter("to", "must not be before from");
  const sort = choiceIn(query, "sort", SORTS) ?? "-createdAt";
  const found = reportsFor(call.user, text !== undefined)
    .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
    .filter((report) => text === undefined || mentions(report, text))
    .filter((report) => isWithin(report, from, to));
  const step = isFault("page-offset-fixed") ? 20 : page.perPage;
  const { items, ...rest } = paged(sorted(found, sort), page, step);
  sendJson(call, 200, { items: items.map(viewOfReport), ...rest });
}
