import { expenseOf, reportOf, requireEditable } from "./access.ts";
import { BASE, checked, param, readJson, sendJson } from "./calls.ts";
import type { Call } from "./calls.ts";
import { etagOf, isAnswered, requirePreconditions } from "./conditional.ts";
import { instantOf } from "./dates.ts";
import { badParameter, invalid } from "./errors.ts";
import { isFault, pause } from "./faults.ts";
import { keyOf, recalled, remember } from "./idempotency.ts";
import { booleanIn, choiceIn, integerIn, paged, pageIn, queryOf, textIn } from "./query.ts";
import { expenses, expensesOf, newId, now, removeExpense, teams } from "./store.ts";
import type { Expense, ExpenseInput, Report } from "./store.ts";
import * as is from "./validate.ts";
import { viewOfExpense } from "./views.ts";

export const MAX_AMOUNT = 1_000_000;

export const expenseFields: is.Fields = {
  description: { check: is.text(1, 200) },
  amount: { check: is.integer(0, MAX_AMOUNT) },
  category: { check: is.text(1, 40) },
  spentAt: { check: is.dateTime },
  mileage: { check: is.nullable(is.number(0, 10_000)), fallback: () => null },
  billable: { check: is.bool, fallback: () => true },
  tags: { check: is.set(is.text(1, 20), 5), fallback: () => [] },
};

export function requireCategory({ teamId }: Report, code: string): void {
  if (teams.get(teamId)?.categories.get(code)?.active === true) return;
  throw invalid([{ path: "/category", message: "must be an active category of the team" }]);
}

export async function addToTotal(report: Report, amount: number): Promise<void> {
  const total = report.total + amount;
  report.updatedAt = now();
  if (isFault("concurrent-totals-lost")) await pause();
  report.total = total;
}

export const etagOfExpense = (expense: Expense): string => {
  const { receipts, ...own } = viewOfExpense(expense);
  return etagOf(isFault("expense-etag-stale") ? own : { ...own, receipts });
};

function newExpense(report: Report, input: ExpenseInput): Expense {
  const expense = { ...input, id: newId("exp", expenses), reportId: report.id, createdAt: now() };
  if (isFault("billable-false-lost")) expense.billable = input.billable || true;
  if (isFault("spent-at-offset-dropped"))
    expense.spentAt = input.spentAt.replace(/[+-]\d\d:\d\d$/, "Z");
  return expense;
}

export async function addExpense(call: Call): Promise<void> {
  const report = reportOf(call.user, param(call, "reportId"));
  const key = keyOf(call);
  const body = readJson(call);
  const input = checked<ExpenseInput>(body, expenseFields);
  const earlier = recalled(report.id, key, body);
  if (earlier !== undefined) return sendCreated(call, earlier);
  requireEditable(report);
  requireCategory(report, input.category);
  if (key !== undefined && isFault("idempotency-race")) await pause();
  const expense = newExpense(report, input);
  expenses.set(expense.id, expense);
  const created = { view: viewOfExpense(expense), etag: etagOfExpense(expense) };
  remember(report.id, key, body, created);
  await addToTotal(report, expense.amount);
  sendCreated(call, created);
}

export type Created = { view: { id: string }; etag: string };

function sendCreated(call: Call, { view, etag }: Created): void {
  call.res.set("Location", `${BASE}/expenses/${view.id}`).set("ETag", etag);
  sendJson(call, 201, view);
}

export function getExpense(call: Call): void {
  const id = param(call, "expenseId");
  const any = isFault("foreign-expense-readable") ? expenses.get(id) : undefined;
  const expense = any ?? expenseOf(call.user, id).expense;
  const etag = etagOfExpense(expense);
  if (isAnswered(call, etag)) return;
  call.res.set("ETag", etag);
  sendJson(call, 200, viewOfExpense(expense));
}

export async function deleteExpense(call: Call): Promise<void> {
  const { expense, report } = expenseOf(call.user, param(call, "expenseId"));
  if (report.status !== "approved" || !isFault("approved-expense-deleted")) requireEditable(report);
  requirePreconditions(call, etagOfExpense(expense));
  if (isFault("receipt-survives-expense")) expenses.delete(expense.id);
  else removeExpense(expense.id);
  report.total -= expense.amount;
  report.updatedAt = now();
  call.res.status(204).end();
}

const spentAtOf = ({ spentAt }: Expense): number => instantOf(spentAt)!;

function compareMoments(a: Expense, b: Expense): number {
  if (!isFault("spent-at-sorted-as-text")) return spentAtOf(a) - spentAtOf(b);
  return a.spentAt < b.spentAt ? -1 : Number(a.spentAt > b.spentAt);
}

export const bySpentAt = (a: Expense, b: Expense): number => spentAtOf(a) - spentAtOf(b);

const orders: Record<string, (a: Expense, b: Expense) => number> = {
  spentAt: compareMoments,
  "-spentAt": (a, b) => compareMoments(b, a),
  amount: (a, b) => a.amount - b.amount,
  "-amount": (a, b) => b.amount - a.amount,
};

function filterOf(query: URLSearchParams): (expense: Expense) => boolean {
  const category = textIn(query, "category", 40);
  const billable = booleanIn(query, "billable");
  const isBillableAsked = isFault("billable-false-filter") ? billable : billable !== undefined;
  const min = integerIn(query, "minAmount", [0, MAX_AMOUNT]);
  const max = integerIn(query, "maxAmount", [0, MAX_AMOUNT]);
  if (min !== undefined && max !== undefined && max < min)
    throw badParameter("maxAmount", "must not be below minAmount");
  return (expense) =>
    (category === undefined || expense.category === category) &&
    (!isBillableAsked || expense.billable === billable) &&
    expense.amount >= (min ?? 0) &&
    expense.amount <= (max ?? MAX_AMOUNT);
}

const sum = (some: Expense[]): number => some.reduce((total, { amount }) => total + amount, 0);

export function listExpenses(call: Call): void {
  const report = reportOf(call.user, param(call, "reportId"));
  const query = queryOf(call);
  const page = pageIn(query);
  const sort = choiceIn(query, "sort", Object.keys(orders)) ?? "spentAt";
  const found = expensesOf(report.id).filter(filterOf(query)).toSorted(orders[sort]);
  const { items, ...rest } = paged(found, page);
  const totalAmount = sum(isFault("total-amount-of-page") ? items : found);
  sendJson(call, 200, { items: items.map(viewOfExpense), ...rest, totalAmount });
}
