import { expenseOf, requireEditable } from "./access.ts";
import { checked, JSON_TYPE, param, readJson, requireType, sendJson } from "./calls.ts";
import type { Call } from "./calls.ts";
import { requireIfMatch, requirePreconditions } from "./conditional.ts";
import { etagOfExpense, expenseFields, MAX_AMOUNT, requireCategory } from "./expenses.ts";
import { isFault } from "./faults.ts";
import { now } from "./store.ts";
import type { Expense, ExpenseInput } from "./store.ts";
import { isObject, number } from "./validate.ts";
import { viewOfExpense } from "./views.ts";

const fields = {
  ...expenseFields,
  ...(isFault("fractional-amount-accepted") && { amount: { check: number(0, MAX_AMOUNT) } }),
};

function inputFor(expense: Expense, body: unknown): ExpenseInput {
  const input = checked<ExpenseInput>(body, fields);
  if (isFault("mileage-zero-lost")) input.mileage = input.mileage || null;
  // What was checked is an object, but the compiler does not know that.
  return isFault("put-keeps-omitted") && isObject(body) ? { ...expense, ...body } : input;
}

/** No ETag: RFC 9110 forbids one for a PUT whose content is not stored as it is. */
export function replaceExpense(call: Call): void {
  const { expense, report } = expenseOf(call.user, param(call, "expenseId"));
  requireEditable(report);
  requireType(call, JSON_TYPE);
  requireIfMatch(call);
  requirePreconditions(call, etagOfExpense(expense));
  const input = inputFor(expense, readJson(call));
  requireCategory(report, input.category);
  const difference = input.amount - expense.amount;
  Object.assign(expense, input);
  report.updatedAt = now();
  if (!isFault("total-stale-on-replace")) report.total += difference;
  sendJson(call, 200, viewOfExpense(expense));
}
