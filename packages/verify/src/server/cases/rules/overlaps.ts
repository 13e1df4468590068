import type { CallInput } from "@openapi-packages/runtime/client";
import type { Json } from "@openapi-packages/description";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import { stateMemberOf } from "../../../records/stories/state-member.ts";
import { bodyMedia } from "../../../records/vary.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { reportAnswer } from "../../judge/refusal.ts";
import { isDone, type Flow, type Made } from "../flows/flow.ts";
import type { ResourceFlow } from "../flows/resources.ts";
import { free, freedBy, type FreedRule } from "./freed.ts";
import { intervalIn, type Interval } from "./intervals.ts";
import { isOfState } from "./rule-state.ts";

/** What a description says of times that overlap. */
export interface OverlapRule {
  /** The sentence that forbids it. */
  readonly sentence: string;
  /** The sentence by which one may start when another ends. */
  readonly touching: string | undefined;
  /** What is said of records that give back their time. */
  readonly freed: FreedRule | undefined;
}

const overlapping =
  /\boverlap|\bdouble[- ]book|\b(?:once|one \w+) at a time\b|\balready (?:booked|reserved|occupied|taken)\b.*\b(?:times?|period|slot|interval|window|hours?|dates?|days?|then)\b/i;
const forbidden = /\b(?:refused|rejected|conflict\w*|409|422|not|never|cannot|must|only|no)\b/i;
const permitted = /\b(?:may|can|are allowed to) overlap|\bat most\b|\bmore than\b|\bcapacity\b/i;
const touching =
  /\b(?:may|can)\b.*\b(?:start|begin)s?\b.*\bwhe(?:n|re)\b.*\bends?\b|\b(?:may|can)\b.*\b(?:start|begin)s?\b.*\binstant\b.*\bends?\b|\bback[- ]to[- ]back\b/i;

/** Returns what the description of a creation and its refusals say of times that overlap. */
export function overlapRuleOf(
  api: VerifiedApi,
  { name, create, remove }: ResourceFlow,
): OverlapRule | undefined {
  const { model } = create.operation;
  const conflicts = model.responses.filter(({ status }) => ["409", "422"].includes(status));
  const own = sentencesOf(model.summary, model.description);
  const isForbidden = (one: string): boolean => overlapping.test(one) && !permitted.test(one);
  const ofConflicts = sentencesOf(...conflicts.map(({ description }) => description));
  const sentence =
    own.find((one) => isForbidden(one) && forbidden.test(one)) ?? ofConflicts.find(isForbidden);
  if (sentence === undefined) return undefined;
  const states = stateMemberOf(api, name)?.values ?? [];
  const ofRemoval = sentencesOf(remove?.operation.model.description);
  const [freed] = [...own, ...ofConflicts, ...ofRemoval].flatMap((one) =>
    freedBy(one, states, ofRemoval.includes(one)),
  );
  return { sentence, touching: own.find((one) => touching.test(one)), freed };
}

/** Where another time lies. */
interface Placed {
  readonly words: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Creates records whose times overlap with that of another one, all else being equal: each has to be refused. Then one that
 * starts when the other ends, where a sentence allows it. At most 9 requests, those for the record, and those that give
 * back its time.
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
  if (rule.freed !== undefined) await afterwards(flow, made, interval, rule.freed);
}

/** Creates a record at the time of another one that has given it back. */
async function afterwards(
  flow: Flow,
  made: Made,
  interval: Interval,
  freed: FreedRule,
): Promise<void> {
  const { from, to } = interval;
  const again = (words: string): Promise<Exchange | undefined> =>
    send(flow, made, interval, placedAt(words, from, to - from));
  // Whether it is refused before has to be known, since it may be refused for something else.
  const before = await again("is at the time of");
  const calls = before?.response?.status === 409 ? await free(flow, made, freed) : undefined;
  const exchange = calls && (await again("is at the former time of"));
  if (before === undefined || calls === undefined || exchange?.response?.status !== 409) return;
  const what = freed.state ?? "deleted";
  const message = `refuses a record at the time of one that is ${what}, and the description says ${JSON.stringify(freed.sentence)}`;
  report(flow, message, [made.exchange, ...calls, exchange]);
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
