// Rent payments.
import { Problem, badParameter, notFound, now, readJson } from "./lib.ts";
import type { Ctx, Reply } from "./lib.ts";
import { leases, newId, payments } from "./store.ts";
import type { Payment } from "./store.ts";
import { check, choice, date, int, may, need, nullable, object, refuse, text } from "./validate.ts";
import { findLease } from "./leases.ts";
import { fault } from "./faults.ts";

const rule = object({
  amountCents: need(int(1, 100000000)),
  paidOn: need(date),
  method: may(choice("bank", "card", "cash")),
  reference: may(nullable(text(1, 40))),
});

const keys = new Map<string, { print: string; payment: Payment }>();

export async function createPayment(c: Ctx): Promise<Reply> {
  const key = c.req.headers["idempotency-key"];
  if (typeof key !== "string") throw badParameter("Idempotency-Key", "Idempotency-Key is missing.");
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(key))
    throw badParameter("Idempotency-Key", "Idempotency-Key has 1 to 64 of A-Z a-z 0-9 _ -.");
  const l = findLease(c);
  const b = check<{
    amountCents: number;
    paidOn: string;
    method?: string;
    reference?: string | null;
  }>(await readJson(c), rule);
  if (b.paidOn < l.startsOn) refuse("/paidOn", "must not be before the lease starts");
  if (!leases.has(l.id)) throw notFound("lease");
  const slot = `${c.manager} ${key}`;
  const values = {
    amountCents: b.amountCents,
    paidOn: b.paidOn,
    method: b.method ?? "bank",
    reference: b.reference ?? null,
  };
  const print = JSON.stringify([l.id, values]);
  const earlier = keys.get(slot);
  if (earlier) {
    if (earlier.print !== print && !fault("payment-key-any-body")) {
      throw new Problem("key-reused", "The key belongs to another payment.");
    }
    return { status: 201, headers: { "Idempotent-Replayed": "true" }, json: earlier.payment };
  }
  if (l.status === "draft") throw new Problem("lease-state", "A draft lease takes no payments.");
  if (fault("payment-key-race")) await new Promise((done) => setTimeout(done, 20));
  const payment: Payment = { id: newId("pay"), leaseId: l.id, ...values, receivedAt: now() };
  payments.push(payment);
  keys.set(slot, { print, payment });
  return { status: 201, json: payment };
}
