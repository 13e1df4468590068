import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, type Json, type JsonObject } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { effectOf } from "../../../records/effects.ts";
import { withValueAt } from "../../../records/places.ts";
import { bodyMedia, variedTexts } from "../../../records/vary.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isSuccess } from "../flows/flow.ts";
import { leavesOf, isAlike, type Leaves } from "../principals/steady.ts";

/** How often each of the two inputs is sent at once. */
const rounds = 2;

/** The depth to which members of a body are changed. */
const deepest = 3;

/** True for a POST that answers JSON to a body and stores nothing, as far as is known: prices, previews, searches. */
export function isComputing(api: VerifiedApi, operation: VerifiedOperation): boolean {
  const { method, requestBody, responses } = operation.model;
  const isComputed = responses.some(
    ({ status, content }) =>
      status === "200" && content.some(({ kind, stream }) => kind === "json" && !stream),
  );
  const isMade = responses.some(({ status }) => ["201", "202", "204"].includes(status));
  const takesJson = requestBody?.content[0]?.kind === "json";
  const isPost = method === "POST" && effectOf(api, operation) === undefined;
  return isPost && takesJson && isComputed && !isMade;
}

/**
 * Sends two inputs at once, several times, of which each has to get the answer that it gets alone: 2 requests before, 4
 * at once, and 2 more to be sure of a failure. Nothing is said of answers that are not the same each time.
 */
export async function computedAtOnce(probe: Probe, operation: VerifiedOperation): Promise<void> {
  const { input } = await probe.records.inputFor(operation, false);
  const other = input && withOtherValues(probe.api, operation, input);
  if (input === undefined || other === undefined) return;
  const send = (own: CallInput): Promise<Exchange> => probe.call(operation, own);
  const first = await send(input);
  const second = isSuccess(first) ? await send(other) : undefined;
  if (second === undefined || !isSuccess(second)) return;
  const [mine, theirs] = [leavesOf(first.value), leavesOf(second.value)];
  if (isAlike(mine, theirs)) return;
  const calls = Array.from({ length: rounds }, () => [send(input), send(other)]);
  const answers = await Promise.all(calls.flat());
  const mixed = answers.find((answer, index) => {
    const [right, wrong] = index % 2 === 0 ? [mine, theirs] : [theirs, mine];
    return isSuccess(answer) && hasOthers(leavesOf(answer.value), right, wrong);
  });
  if (mixed === undefined) return;
  const isSteady =
    isAlike(leavesOf((await send(input)).value), mine) &&
    isAlike(leavesOf((await send(other)).value), theirs);
  if (!isSteady) return;
  const message = `one of ${answers.length} calls at once gets the answer of another, which has another input`;
  const { pointer } = operation.model;
  const problem = { check: "concurrent-calls", message, pointer } as const;
  probe.report(problem, operation, [first, second, mixed]);
}

/** True if an answer has a value of another one where the right one has its own. */
const hasOthers = (answer: Leaves, right: Leaves, wrong: Leaves): boolean =>
  [...answer].some(([place, value]) => right.get(place) !== value && wrong.get(place) === value);

/** Returns an input with another number, or with other texts where it has none; `undefined` if there is none. */
function withOtherValues(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
): CallInput | undefined {
  const schema = bodyMedia(operation, input)?.schema?.json ?? true;
  if (!isObject(input.body)) return undefined;
  const all = placesIn(input.body);
  const bodies = [...all.filter(isNumber), ...all.filter((one) => !isNumber(one))].flatMap(
    ([tokens, value]) =>
      valuesBeside(value).map((one) => withValueAt(input.body, tokens, one) as Json),
  );
  const body = bodies.find((one) => description.holds(schema, one));
  return body === undefined ? undefined : { ...input, body };
}

type Place = readonly [tokens: readonly string[], value: unknown];

const isNumber = ([, value]: Place): boolean => typeof value === "number";

/** Returns the numbers and texts in a body, but for those that name records. */
function placesIn(body: JsonObject, above: readonly string[] = []): Place[] {
  return Object.entries(body).flatMap(([name, value]): Place[] => {
    const tokens = [...above, name];
    if (isObject(value)) return tokens.length < deepest ? placesIn(value, tokens) : [];
    const isFree = typeof value === "number" || typeof value === "string";
    return isFree && !/ids?$/i.test(name) ? [[tokens, value]] : [];
  });
}

/** Returns other values of the same kind. Numbers differ by so much that a computation is likely to differ, too. */
function valuesBeside(value: unknown): Json[] {
  if (typeof value === "number") return [value * 2 + 1, value + 1, value - 1];
  return typeof value === "string" ? variedTexts(value, 1) : [];
}
