import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { CallInput } from "@openapi-packages/runtime/client";
import type { Json, JsonObject } from "@openapi-packages/description";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { reportAnswer } from "../../judge/refusal.ts";
import { isDone, isSuccess, type Flow, type Made } from "../flows/flow.ts";
import { beside, compared, type OrderRule } from "./ordered-members.ts";

/** Sends pairs of members in the wrong order when a record is created, and equal ones if they may not be: 3 requests. */
export async function orderOfCreated(flow: Flow, rule: OrderRule): Promise<void> {
  const { create } = flow.resource;
  const made = await flow.create();
  for (const pairOf of rule.isStrict ? [turned, alike] : [turned]) {
    const wrong = made && withPairIn(flow, create.operation, made.input, rule, pairOf);
    if (wrong === undefined) return;
    const input = flow.varied(create, wrong);
    const exchange = await flow.probe.call(create.operation, input);
    reportAnswer(flow.probe, create.operation, exchange);
    if (!isDone(exchange)) continue;
    if (isWrong(rule, flow.shown(create, exchange)))
      report(flow, create.operation, rule, [exchange]);
    return;
  }
}

/**
 * Sends pairs of members in the wrong order when a record is changed, at last each of them alone, so that the stored
 * other one is on its wrong side: 4 requests, and one to read what was taken.
 *
 * @param isSaidHere true if it is the change's own description that has the rule
 */
export async function orderOfChanged(
  flow: Flow,
  by: FoundOperation,
  rule: OrderRule,
  isSaidHere: boolean,
): Promise<void> {
  const made = await flow.create();
  if (made === undefined) return;
  const { input } = await flow.probe.records.inputFor(by.operation, made.record);
  if (input === undefined || !isObject(input.body)) return;
  const isWhole = by.operation.model.method === "PUT";
  for (const body of bodiesOf(made, input.body as JsonObject, rule, isWhole, isSaidHere)) {
    const schema = bodyMedia(by.operation, input)?.schema?.json ?? true;
    if (!flow.probe.api.description.holds(schema, body)) continue;
    const current = await flow.probe.records.withCurrentTag(by.operation, { ...input, body });
    const exchange = await flow.probe.call(by.operation, current);
    reportAnswer(flow.probe, by.operation, exchange);
    if (!isDone(exchange)) continue;
    const { read } = flow.resource;
    const seen = await flow.read(made.record);
    if (read === undefined || seen === undefined || !isSuccess(seen)) return;
    if (isWrong(rule, flow.shown(read, seen)))
      report(flow, by.operation, rule, [made.exchange, exchange, seen]);
    return;
  }
}

/** Returns bodies after which the members of a record would be in the wrong order. */
function bodiesOf(
  made: Made,
  own: JsonObject,
  rule: OrderRule,
  isWhole: boolean,
  isSaidHere: boolean,
): JsonObject[] {
  const { lower, upper, within } = rule;
  const [low, high] = valuesOf(rule, made.exchange.value) ?? valuesOf(rule, made.input.body) ?? [];
  const pair = turned(low, high, rule.times);
  if (pair === undefined) return [];
  const both = withPair(rule, own, pair);
  if (isWhole) return [{ ...own, ...both }];
  const [beyond, short] = rule.times
    ? timesBeside(low, high, rule.times)
    : [beside(high, true), beside(low, false)];
  const alone = [{ [upper]: short }, { [lower]: beyond }] as JsonObject[];
  const single = within === undefined ? alone : alone.map((one) => ({ [within]: one }));
  return isSaidHere ? [both, ...single] : [both];
}

function withPairIn(
  { probe }: Flow,
  operation: VerifiedOperation,
  input: CallInput,
  rule: OrderRule,
  pairOf: typeof turned,
): CallInput | undefined {
  const [low, high] = valuesOf(rule, input.body) ?? [];
  const pair = pairOf(low, high, rule.times);
  if (pair === undefined || !isObject(input.body)) return undefined;
  const body = { ...input.body, ...withPair(rule, input.body, pair) } as Json;
  const schema = bodyMedia(operation, input)?.schema?.json ?? true;
  return probe.api.description.holds(schema, body) ? { ...input, body } : undefined;
}

/** Returns the members of a body that have the values of a pair. */
function withPair(
  { lower, upper, within }: OrderRule,
  body: unknown,
  [low, high]: readonly [unknown, unknown],
): JsonObject {
  const both = { [lower]: low, [upper]: high };
  if (within === undefined) return both as JsonObject;
  const own = isObject(body) ? getMember(body, within) : undefined;
  return { [within]: { ...(isObject(own) ? own : {}), ...both } } as JsonObject;
}

/** Returns the values of the lower and the upper member; `undefined` if they cannot be compared. */
function valuesOf(
  { lower, upper, within, times }: OrderRule,
  whole: unknown,
): [unknown, unknown] | undefined {
  const value = within === undefined || !isObject(whole) ? whole : getMember(whole, within);
  if (!isObject(value)) return undefined;
  const found: [unknown, unknown] = [getMember(value, lower), getMember(value, upper)];
  return compared(...found, times) === undefined ? undefined : found;
}

/** Returns the least whole number in place of the lower one that is beyond the upper one, and the reverse. */
function timesBeside(
  low: unknown,
  high: unknown,
  [ofLow, ofHigh]: NonNullable<OrderRule["times"]>,
): [beyond: number, short: number] {
  return [
    Math.floor((Number(high) * ofHigh) / ofLow) + 1,
    Math.ceil((Number(low) * ofLow) / ofHigh) - 1,
  ];
}

/** Returns two values in the other order, which differ: numbers that are multiplied, with the upper one as it is. */
function turned(
  low: unknown,
  high: unknown,
  times: OrderRule["times"],
): [unknown, unknown] | undefined {
  const difference = compared(low, high, times);
  if (difference === undefined || difference > 0) return undefined;
  if (times !== undefined) return [timesBeside(low, high, times)[0], high];
  if (difference < 0) return [high, low];
  const later = beside(low, true);
  return later === undefined ? undefined : [later, high];
}

/** Returns the lower one for both. */
const alike: typeof turned = (low, high) =>
  compared(low, high) === undefined ? undefined : [low, low];

const isWrong = (rule: OrderRule, shown: unknown): boolean => {
  const found = valuesOf(rule, shown);
  const difference = found && compared(...found, rule.times);
  return difference !== undefined && (rule.isStrict ? difference >= 0 : difference > 0);
};

function report(
  { probe }: Flow,
  operation: VerifiedOperation,
  { lower, upper, within, times, isStrict, sentence }: OrderRule,
  exchanges: readonly Exchange[],
): void {
  const above = within === undefined ? "" : `${within}.`;
  const [ofLower = "", ofUpper = ""] = (times ?? []).map((one) =>
    one === 1 ? "" : ` times ${one}`,
  );
  const message = `takes \`${above}${upper}\`${ofUpper} ${isStrict ? "that is not above" : "below"} \`${above}${lower}\`${ofLower}, and the description says ${JSON.stringify(sentence)}`;
  const { pointer } = operation.model;
  const problem = {
    check: "described-rule",
    message,
    pointer,
    about: `${lower} ${upper}`,
  } as const;
  probe.report(problem, operation, exchanges);
}
