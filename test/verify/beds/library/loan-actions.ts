import { nextId, type Copy, type Loan } from "./data.ts";
import { addDays, daysBetween, today } from "./dates.ts";
import { on, roundTrip } from "./faults.ts";
import { jsonBody, type Answer, type Ctx } from "./http.ts";
import { isOverdue, loanView } from "./loans.ts";
import { cardSpec, openLoans, owedCents } from "./members.ts";
import { badParameter, conflict, invalid, notFound, Problem } from "./problem.ts";
import { findCopy, fulfil, giveToQueue, waitingFor } from "./queue.ts";
import { checkBody, type Fields } from "./validate.ts";

type Borrow = { barcode: string; card_number: string; borrowed_on?: string };
type Return = { returned_on?: string; condition?: Copy["condition"] };
type Payment = { amount_cents: number };

const borrowFields: Fields = {
  barcode: { type: "string", required: true, pattern: /^[A-Z0-9][A-Z0-9-]{2,19}$/ },
  card_number: { ...cardSpec, required: true },
  borrowed_on: { type: "string", date: true },
};
const returnFields: Fields = {
  returned_on: { type: "string", date: true },
  condition: { type: "string", values: ["new", "good", "worn"] },
};
const payFields: Fields = {
  amount_cents: { type: "integer", required: true, min: 1, max: 10_000_000 },
};

const sharedReplays = new Map<string, { request: string; loan: unknown }>();

function keyParam(ctx: Ctx): string | undefined {
  const key = ctx.req.headers["idempotency-key"] as string | undefined;
  if (key !== undefined && !/^[!-~]{1,64}$/.test(key))
    throw badParameter("Idempotency-Key", "must have 1 to 64 visible ASCII characters");
  return key;
}

const canonical = (body: Borrow): string =>
  JSON.stringify(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1)));

export async function borrowCopy(ctx: Ctx): Promise<Answer> {
  const key = keyParam(ctx);
  const body = checkBody(await jsonBody(ctx), borrowFields) as Borrow;
  const { lib } = ctx;
  const replays = on("borrow-key-shared") ? sharedReplays : lib.replays;
  const earlier = key === undefined ? undefined : replays.get(key);
  if (earlier) {
    if (earlier.request !== canonical(body)) {
      throw new Problem(422, "idempotency-key-reused", "The key has been used with another body.");
    }
    return { status: 201, headers: { "Idempotency-Replayed": "true" }, body: earlier.loan };
  }
  const borrowed = body.borrowed_on ?? today();
  if (borrowed < "2000-01-01" || borrowed > today()) {
    throw invalid([{ pointer: "/borrowed_on", message: "must lie between 2000-01-01 and today" }]);
  }
  const found = findCopy(lib, body.barcode);
  if (!found && on("borrow-unknown-copy-404")) throw notFound("copy");
  if (!found) throw invalid([{ pointer: "/barcode", message: "there is no such copy" }]);
  const member = lib.members.get(body.card_number);
  if (!member) throw invalid([{ pointer: "/card_number", message: "there is no such member" }]);
  const { title, copy } = found;
  if (member.status === "suspended") throw conflict("member-suspended", "The member is suspended.");
  const limit = lib.settings.max_loans_per_member + (on("borrow-limit-off-by-one") ? 1 : 0);
  if (openLoans(lib, member.card_number) >= limit)
    throw conflict("loan-limit", "The member has reached the number of loans.");
  if (owedCents(lib, member.card_number) > lib.settings.block_above_cents)
    throw conflict("fines-owed", "The member owes fines.");
  if (copy.status === "on_loan") throw conflict("copy-on-loan", "The copy is on loan.");
  if (
    copy.status === "held" &&
    !lib.reservations.some(
      (r) => r.held_barcode === copy.barcode && r.card_number === member.card_number,
    )
  ) {
    throw conflict("copy-held", "The copy is held for another member.");
  }
  if (on("borrow-race")) await roundTrip();
  copy.status = "on_loan";
  fulfil(lib, title, member.card_number, copy.barcode);
  const loan: Loan = {
    id: nextId("L"),
    barcode: copy.barcode,
    title_id: title.id,
    title_name: title.name,
    card_number: member.card_number,
    borrowed_on: borrowed,
    due_on: addDays(borrowed, lib.settings.loan_days),
    returned_on: null,
    renewals: 0,
    fine: null,
  };
  lib.loans.set(loan.id, loan);
  const view = loanView(loan);
  if (key !== undefined) replays.set(key, { request: canonical(body), loan: view });
  return { status: 201, headers: { "Idempotency-Replayed": "false" }, body: view };
}

function findLoan(ctx: Ctx): Loan {
  const loan = ctx.lib.loans.get(ctx.params.loan_id!);
  if (!loan) throw notFound("loan");
  return loan;
}

export function renewLoan(ctx: Ctx): Answer {
  const loan = findLoan(ctx);
  const { lib } = ctx;
  if (loan.returned_on !== null) throw conflict("loan-returned", "The copy has been returned.");
  if (lib.members.get(loan.card_number)!.status === "suspended")
    throw conflict("member-suspended", "The member is suspended.");
  if (on("renew-due-today-refused") ? loan.due_on <= today() : isOverdue(loan))
    throw conflict("loan-overdue", "The loan is overdue.");
  if (loan.renewals >= lib.settings.max_renewals)
    throw conflict("renewal-limit", "The loan cannot be renewed once more.");
  if (
    !on("renew-queue-ignored") &&
    loan.title_id !== null &&
    waitingFor(lib, loan.title_id).length > 0
  ) {
    throw conflict("title-reserved", "Somebody waits for the title.");
  }
  loan.renewals += 1;
  loan.due_on = addDays(loan.due_on, lib.settings.loan_days);
  return { status: 200, body: loanView(loan) };
}

export async function returnLoan(ctx: Ctx): Promise<Answer> {
  findLoan(ctx);
  const body = checkBody(await jsonBody(ctx), returnFields) as Return;
  const loan = findLoan(ctx);
  const { lib } = ctx;
  const returned = body.returned_on ?? today();
  if (returned < loan.borrowed_on || returned > today()) {
    throw invalid([
      { pointer: "/returned_on", message: "must lie between the day of borrowing and today" },
    ]);
  }
  if (loan.returned_on !== null && !on("return-twice"))
    throw conflict("loan-returned", "The copy has been returned before.");
  loan.returned_on = returned;
  const late = Math.max(0, daysBetween(loan.due_on, returned));
  const amount = Math.min(late * lib.settings.late_fee_cents_per_day, lib.settings.max_fine_cents);
  loan.fine = amount > 0 ? { amount_cents: amount, paid_cents: 0 } : null;
  const found = findCopy(lib, loan.barcode);
  if (found) {
    if (body.condition !== undefined) found.copy.condition = body.condition;
    giveToQueue(lib, found.title, found.copy);
  }
  return { status: 200, body: loanView(loan) };
}

export async function payFine(ctx: Ctx): Promise<Answer> {
  findLoan(ctx);
  const body = checkBody(await jsonBody(ctx), payFields) as Payment;
  const { fine, ...loan } = findLoan(ctx);
  if (!fine) throw conflict("no-fine", "There is no fine for this loan.");
  const paid = fine.paid_cents;
  const open = fine.amount_cents - paid;
  if (on("pay-exact-refused") ? body.amount_cents >= open : body.amount_cents > open) {
    throw conflict("overpayment", `Only ${open} cents are open.`);
  }
  if (on("pay-race")) await roundTrip();
  fine.paid_cents = paid + body.amount_cents;
  return { status: 200, body: loanView({ ...loan, fine }) };
}
