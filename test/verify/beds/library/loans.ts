import type { Loan } from "./data.ts";
import { today } from "./dates.ts";
import { on } from "./faults.ts";
import type { Answer, Ctx } from "./http.ts";
import { cardPattern } from "./members.ts";
import { badParameter } from "./problem.ts";
import {
  boolParam,
  choice,
  compareText,
  dateParam,
  pageOf,
  pagingOf,
  parseQuery,
} from "./query.ts";

const sorts = ["borrowed_on", "-borrowed_on", "due_on", "-due_on"] as const;

export const isOverdue = (loan: Loan): boolean =>
  loan.returned_on === null && loan.due_on < today();

export function loanView(loan: Loan): Record<string, unknown> {
  const { fine, returned_on } = loan;
  return {
    ...loan,
    status: returned_on === null ? "open" : "returned",
    overdue: isOverdue(loan),
    fine: fine && { ...fine, open_cents: fine.amount_cents - fine.paid_cents },
  };
}

export function listLoans(ctx: Ctx): Answer {
  const query = parseQuery(ctx);
  const paging = pagingOf(query);
  const card = query.one("card_number");
  if (card !== undefined && !cardPattern.test(card))
    throw badParameter("card_number", `must match ${cardPattern.source}`);
  const status = choice(query, "status", ["open", "returned"]);
  const overdue = boolParam(query, "overdue");
  const dueBefore = dateParam(query, "due_before");
  const sort = choice(query, "sort", sorts) ?? "-borrowed_on";

  let found = [...ctx.lib.loans.values()];
  if (card !== undefined) found = found.filter((l) => l.card_number === card);
  if (status !== undefined)
    found = found.filter((l) => (l.returned_on === null ? "open" : "returned") === status);
  if (overdue !== undefined) found = found.filter((l) => isOverdue(l) === overdue);
  if (dueBefore !== undefined) {
    found = found.filter((l) =>
      on("loans-due-before-inclusive") ? l.due_on <= dueBefore : l.due_on < dueBefore,
    );
  }
  const key = sort.replace("-", "") as "borrowed_on" | "due_on";
  const direction = sort.startsWith("-") ? -1 : 1;
  if (on("loans-ties-reversed")) {
    found.sort((a, b) => compareText(a[key], b[key]));
    if (direction < 0) found.reverse();
  } else {
    found.sort((a, b) => compareText(a[key], b[key]) * direction);
  }
  return pageOf(ctx, paging, found, loanView);
}
