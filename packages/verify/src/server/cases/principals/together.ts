import { isStore } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { recordIn } from "../../../records/record-keys.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { idempotencyHeader, withOwnKey } from "../../../records/own-key.ts";
import { isGone, isSuccess, type Flow } from "../flows/flow.ts";
import { reportAccess, type Access, type ReportAccess } from "./reach.ts";

/** How many pairs of calls are sent at once. */
const pairs = 3;

/**
 * Reads the record by both principals at once, after the other one was refused by itself: 6 requests. Checks
 * what a refusal says of a valid credential, too: 2 requests.
 */
export async function readByOthers(
  { own, other, made }: Access,
  read: FoundOperation,
  refusal: Exchange,
  report: ReportAccess,
): Promise<void> {
  const { name } = own.resource;
  const calls = Array.from({ length: pairs }, () => [
    own.read(made.record),
    other.read(made.record),
  ]);
  const answers = await Promise.all(calls.flat());
  const [mine, theirs] = [0, 1].map((turn) =>
    answers.filter((answer, index) => answer !== undefined && index % 2 === turn),
  ) as [Exchange[], Exchange[]];
  const reached = theirs.find(isSuccess);
  if (reached !== undefined)
    report(read, `shows another principal's ${name} when both call at once`, [
      made.exchange,
      reached,
    ]);
  const lost = mine.find((one) => isGone(one) || [401, 403].includes(one.response?.status ?? 0));
  if (lost !== undefined)
    reportAccess(
      own,
      read.operation,
      `answers ${lost.response?.status} to the principal whose ${name} it is when another one calls at once`,
      [made.exchange, lost],
    );
  if (refusal.response?.status === 401) await reportUnauthorized(other, read, refusal);
}

/** Reports 401 for a credential that is valid for the other principal's own record. */
async function reportUnauthorized(
  other: Flow,
  read: FoundOperation,
  refusal: Exchange,
): Promise<void> {
  const documented = read.operation.model.responses.map(({ status }) => status);
  if (!documented.includes("403") && !documented.includes("404")) return;
  const theirs = await other.create();
  const seen = theirs && (await other.read(theirs.record));
  if (seen === undefined || !isSuccess(seen)) return;
  const text =
    "answers 401 to a credential that is valid: 401 says that it is not (RFC 9110, section 15.5.2)";
  reportAccess(other, read.operation, text, [seen, refusal]);
}

/** Checks that an idempotency key of one principal does not show its record to another one: 2 requests. */
export async function repeatedByOthers(
  { own, other }: Access,
  report: ReportAccess,
): Promise<void> {
  const { create, name } = own.resource;
  // The answer to a PUT has the key that it was sent to.
  if (idempotencyHeader(create.operation) === undefined || isStore(create)) return;
  const key = `verify-${create.operation.id}-${own.probe.seed}-principals`;
  const first = await own.create((input) =>
    withOwnKey(create.operation, own.varied(create, input), key),
  );
  if (first === undefined) return;
  const second = await other.probe.call(create.operation, first.input);
  const record = recordIn(other.probe.api, create.operation, second, first.input);
  if (record === undefined || !isSuccess(second) || record.key !== first.record.key) return;
  report(create, `shows another principal's ${name} to whoever uses the same idempotency key`, [
    first.exchange,
    second,
  ]);
}
