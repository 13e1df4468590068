import type { CallInput } from "@openapi-packages/runtime/client";
import type { Json } from "@openapi-packages/description";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedOperation } from "../../../description/verified-api.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { reportAnswer } from "../../judge/refusal.ts";
import { isDone, type Flow, type Made } from "../flows/flow.ts";
import { intervalIn, type Interval } from "./intervals.ts";
import { isOfState } from "./rule-state.ts";

/** What a description says of times that overlap. */
export interface OverlapRule {
  /** The sentence that forbids it. */
  readonly sentence: string;
  /** The sentence by which one may start when another ends. */
  readonly touching: string | undefined;
}

const overlapping =
  /\boverlap|\bdouble[- ]book|\b(?:once|one \w+) at a time\b|\balready (?:booked|reserved|occupied|taken)\b.*\b(?:times?|period|slot|interval|window|hours?|dates?|days?|then)\b/i;
const forbidden = /\b(?:refused|rejected|conflict\w*|409|422|not|never|cannot|must|only|no)\b/i;
const permitted = /\b(?:may|can|are allowed to) overlap|\bat most\b|\bmore than\b|\bcapacity\b/i;
const touching =
  /\b(?:may|can)\b.*\b(?:start|begin)s?\b.*\bwhe(?:n|re)\b.*\bends?\b|\b(?:may|can)\b.*\b(?:start|begin)s?\b.*\binstant\b.*\bends?\b|\bback[- ]to[- ]back\b/i;

/** Returns what the description of a creation and its refusals say of times that overlap. */
export function overlapRuleOf({ model }: VerifiedOperation): OverlapRule | undefined {
  const conflicts = model.responses.filter(({ status }) => ["409", "422"].includes(status));
  const own = sentencesOf(model.summary, model.description);
  const isForbidden = (one: string): boolean => overlapping.test(one) && !permitted.test(one);
  const sentence =
    own.find((one) => isForbidden(one) && forbidden.test(one)) ??
    sentencesOf(...conflicts.map(({ description }) => description)).find(isForbidden);
  if (sentence === undefined) return undefined;
  return { sentence, touching: own.find((one) => touching.test(one)) };
}

/** Where another time lies. */
interface Placed {
  readonly words: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Creates records whose times overlap with that of another one, all else being equal: each has to be refused. Then one that
 * starts when the other ends, where a sentence allows it. At most 6 requests, and those for the record.
 */
export async function overlaps(flow: Flow, rule: OverlapRule): Promise<void> {
  const { create } = flow.resource;
  const made = await flow.create();
  const interval = made && intervalIn(made.input.body, flow.shown(create, made.exchange));
  if (made === undefined || interval === undefined) return;
  if (!isOfState(flow, made, rule.sentence)) return;
  for (const placed of placesIn(interval)) {
    const exchange = await send(flow, made, interval, placed);
    if (exchange === undefined || !isDone(exchange)) continue;
    const message = `takes a record that ${placed.words} another one, and the description says ${JSON.stringify(rule.sentence)}`;
    report(flow, message, [made.exchange, exchange]);
    return;
  }
  if (rule.touching !== undefined) await touches(flow, made, interval, rule.touching);
}

/** Creates a record that starts when another one ends; if that is refused, one that starts later. */
async function touches(
  flow: Flow,
  made: Made,
  interval: Interval,
  sentence: string,
): Promise<void> {
  const { to } = interval;
  const length = to - interval.from;
  const next = await send(flow, made, interval, placedAt("starts when", to, length));
  if (next?.response?.status !== 409) return;
  const later = await send(
    flow,
    made,
    interval,
    placedAt("starts after", to + interval.step, length),
  );
  if (later === undefined || !isDone(later)) return;
  const message = `refuses a record that starts when another one ends, and takes it a little later; the description says ${JSON.stringify(sentence)}`;
  report(flow, message, [made.exchange, next, later]);
}

/** Returns times that overlap with another one; only those of the same length where the body does not say the length. */
function placesIn({ from, to, step, isFree }: Interval): Placed[] {
  const part = (parts: number): number =>
    Math.max(step, Math.floor((to - from) / parts / step) * step);
  const half = part(2);
  const quarter = part(4);
  const equal = [
    { words: "starts before and ends within", from: from - half, to: to - half },
    { words: "starts within and ends after", from: from + half, to: to + half },
  ];
  const inside = { words: "lies within", from: from + quarter, to: to - quarter };
  const around = { words: "lies around", from: from - quarter, to: to + quarter };
  const isInside = inside.to - inside.from >= step;
  return [...equal, ...(isFree ? [...(isInside ? [inside] : []), around] : [])];
}

const placedAt = (words: string, from: number, length: number): Placed => ({
  words,
  from,
  to: from + length,
});

/** Creates a record like another one at another time; `undefined` if the schema does not allow that time. */
async function send(
  { probe, resource }: Flow,
  { input }: Made,
  interval: Interval,
  { words, from, to }: Placed,
): Promise<Exchange | undefined> {
  const { operation } = resource.create;
  const body = interval.at(from, to);
  const schema = bodyMedia(operation, input)?.schema?.json ?? true;
  if (body === undefined || !probe.api.description.holds(schema, body as Json)) return undefined;
  const own: CallInput = withFreshKey(operation, { ...input, body }, words);
  const exchange = await probe.call(operation, own);
  reportAnswer(probe, operation, exchange);
  return exchange;
}

function report({ probe, resource }: Flow, message: string, exchanges: readonly Exchange[]): void {
  const { operation } = resource.create;
  const { pointer } = operation.model;
  const problem = { check: "described-rule", message, pointer, about: "overlap" } as const;
  probe.report(problem, operation, exchanges);
}
