import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember } from "@openapi-packages/runtime/internals";
import { isStore } from "../../../records/effects.ts";
import { recordIn } from "../../../records/record-keys.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { idempotencyHeader, withOwnKey } from "../../../records/own-key.ts";
import { isDone, isGone, isSuccess, type Flow } from "../flows/flow.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import type { Access, ReportAccess } from "./reach.ts";
import { leavesOf, otherTexts } from "./steady.ts";

/** True if clients send idempotency keys with a creation. The answer to a PUT has the key that it was sent to. */
export const takesKeys = ({ create }: ResourceFlow): boolean =>
  idempotencyHeader(create.operation) !== undefined && !isStore(create);

/**
 * Checks that an idempotency key of one principal neither shows its record to another one nor makes the other's own
 * request be refused: 2 requests, 1 more for a refusal, 1 for another one with the same status, and those for the records.
 */
export async function repeatedByOthers(
  { own, other }: Omit<Access, "made">,
  report: ReportAccess,
): Promise<void> {
  const { create, name } = own.resource;
  if (!takesKeys(own.resource)) return;
  const first = await own.create((input) => keyed(own, own.varied(create, input), "principals"));
  const input = first && (await inputOfOther({ own, other, made: first }));
  if (first === undefined || input === undefined) return;
  const send = (one: CallInput): Promise<Exchange> => other.probe.call(create.operation, one);
  const second = await send(withKeyOf(first.input, own, input));
  if (isSuccess(second)) {
    const record = recordIn(other.probe.api, create.operation, second, input);
    if (record?.key === first.record.key)
      report(create, `shows another principal's ${name} to whoever uses the same idempotency key`, [
        first.exchange,
        second,
      ]);
    return;
  }
  const { status = 0 } = second.response ?? {};
  if (![400, 409, 422].includes(status)) return;
  // It may be refused for another reason, which is the same with another key.
  const third = await send(keyed(own, input, "other-principal"));
  const { status: otherwise = 0 } = third.response ?? {};
  const isOtherRefusal = otherwise !== status && [400, 409, 422].includes(otherwise);
  const codes = otherwise === status ? codesOf(second, third) : undefined;
  const again = codes && codesOf(await send(withKeyOf(first.input, own, input)), third);
  const isOtherCode = codes !== undefined && again?.[0] === codes[0];
  if (!isDone(third) && !isOtherRefusal && !isOtherCode) return;
  const [said, saidOtherwise] = isOtherCode ? codes.map((code) => ` \`${code}\``) : ["", ""];
  report(
    create,
    `answers ${status}${said} to an idempotency key that another principal has used, and ${otherwise}${saidOtherwise} to another key`,
    [first.exchange, second, third],
  );
}

/** The places of words that tell what a refusal is for. */
const placesOfCodes = /\/(?:code|type|reason|error)$/i;

/** Returns the words by which two refusals are for different reasons; `undefined` if they say the same, or nothing. */
function codesOf(one: Exchange, other: Exchange): readonly string[] | undefined {
  const answers = [leavesOf(one.value), leavesOf(other.value)] as const;
  const place = otherTexts(...answers).find((at) => placesOfCodes.test(at));
  const words = answers.map((answer) => String(answer.get(place ?? "")));
  return place !== undefined && words.every((word) => /^[\w.:/-]+$/.test(word)) ? words : undefined;
}

/** The same for what is below a record that is refused to the other principal: 1 further request. */
export async function repeatedBelow(
  access: Omit<Access, "made">,
  report: ReportAccess,
): Promise<void> {
  const { own, other } = access;
  const made = await own.create((input) => keyed(own, input, "below"));
  if (made === undefined) return;
  const refused = await other.probe.call(own.resource.create.operation, made.input);
  const isRefused = isGone(refused) || refused.response?.status === 403;
  if (isRefused) await repeatedByOthers(access, report);
}

const keyed = ({ probe, resource: { create } }: Flow, input: CallInput, text: string): CallInput =>
  withOwnKey(create.operation, input, `verify-${create.operation.id}-${probe.seed}-${text}`);

/** Returns an input with the idempotency key of another one. */
function withKeyOf(used: CallInput, { resource: { create } }: Flow, input: CallInput): CallInput {
  const name = idempotencyHeader(create.operation) ?? "";
  return { ...input, header: { ...input.header, [name]: getMember(used.header, name) } };
}

/** Returns the same input, but with the other principal's own records where it names any. */
async function inputOfOther({ own, other, made }: Access): Promise<CallInput | undefined> {
  const { operation } = own.resource.create;
  const { input } = await other.probe.records.inputFor(operation, "new");
  if (input === undefined) return undefined;
  const refers = own.probe.records.referencesIn(operation, made.input.body).length > 0;
  return refers || made.input.body === undefined ? input : { ...input, body: made.input.body };
}
