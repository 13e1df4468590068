import type { CallInput } from "@openapi-packages/runtime/client";
import { stem, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import { getMember } from "@openapi-packages/runtime/internals";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { effectOf } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { changedBy } from "./by-itself.ts";
import { isDone, isSuccess, type Flow } from "./flow.ts";
import type { ResourceFlow } from "./resources.ts";

/** An action of which a sentence says which members of the record it changes. */
export interface OnlyChanges {
  readonly by: FoundOperation;
  readonly names: readonly string[];
  readonly sentence: string;
}

/** "Only `archivedAt` and `updatedAt` change." What follows may be a condition. */
const onlyThese =
  /^only (?<names>`[^`]+`(?:(?:, and |, | and )`[^`]+`)*) (?:changes?|(?:is|are) changed)[.;]?$/i;

/** Words that names share which have nothing to do with each other. */
const common = new Set(["at", "on", "by", "is", "id", "the", "last"]);

/** True for `archived` and `archivedBy`, which follow from `archivedAt`, and for `meta` of `meta.updatedAt`. */
function isAlong(name: string, said: readonly string[]): boolean {
  const words = new Set(wordsOf(said.join(" ")).map(stem));
  return wordsOf(name).some((one) => !common.has(one) && words.has(stem(one)));
}

/** Returns the actions on a record of which a sentence says what they change. */
export function onlyChangesOf(api: VerifiedApi, { name, read }: ResourceFlow): OnlyChanges[] {
  if (read === undefined) return [];
  return api.operations.flatMap((operation): OnlyChanges[] => {
    const state = effectOf(api, operation);
    const { summary, description } = operation.model;
    if (state?.kind !== "act" || state.resource !== name) return [];
    return sentencesOf(summary, description).flatMap((sentence): OnlyChanges[] => {
      const found = onlyThese.exec(sentence)?.groups?.["names"];
      const names = [...(found ?? "").matchAll(/`([^`]+)`/g)].map(([, one = ""]) => one);
      return names.length === 0 ? [] : [{ by: { operation, state }, names, sentence }];
    });
  });
}

/** An action, with what reading showed twice before and once after it. */
interface Seen {
  readonly earlier: Exchange;
  readonly before: Exchange;
  readonly exchange: Exchange;
  readonly after: Exchange;
}

/** Checks that an action changes what its description names, and nothing else: 4 requests, and those for the record. */
export async function changesOnly(flow: Flow, { by, names, sentence }: OnlyChanges): Promise<void> {
  const { read } = flow.resource;
  if (read === undefined) return;
  const seen = (await ofDeleted(flow, by, read)) ?? (await ofRecord(flow, by, read));
  if (seen === undefined) return;
  const { earlier, before, exchange, after } = seen;
  const shown = (one: Exchange): unknown => flow.shown(read, one);
  const [old, now] = [before, after].map(shown);
  const changed = changedBy([shown(earlier), old, now]);
  const other = changed.find((name) => !isAlong(name, names));
  if (other === undefined) return;
  const [from, to] = [old, now].map((one) => JSON.stringify(getMember(one as object, other)));
  const message = `changes \`${other}\` from ${from} to ${to}, and the description says ${JSON.stringify(sentence)}`;
  const { operation } = by;
  const problem = { check: "described-rule", message, about: other } as const;
  const steps = [before, exchange, after];
  flow.probe.report({ ...problem, pointer: operation.model.pointer }, operation, steps);
}

/** Words by which an action brings a deleted record back. */
const restoring = /restor|unarchiv|undelet|unremov|recover|reactivat|reinstat/i;

/** Brings a deleted record back, if the action does that and the service keeps deleted records. */
async function ofDeleted(
  flow: Flow,
  by: FoundOperation,
  read: FoundOperation,
): Promise<Seen | undefined> {
  const { remove } = flow.resource;
  const { id, path } = by.operation.model;
  const isRestoring = restoring.test(id) || restoring.test(path.split("/").at(-1) ?? "");
  const made = isRestoring && remove !== undefined ? await flow.create() : undefined;
  if (made === undefined || remove === undefined) return undefined;
  const removal = await flow.on(remove, made.record);
  if (removal === undefined || !isDone(removal.exchange)) return undefined;
  const { input } = await flow.probe.records.inputFor(by.operation, made.record);
  return input && called(flow, by, read, input);
}

/** Takes the action on a record in a state in which it is taken. */
async function ofRecord(
  flow: Flow,
  by: FoundOperation,
  read: FoundOperation,
): Promise<Seen | undefined> {
  const { probe } = flow;
  const { operation } = by;
  // It may be refused until a record is in the state that it needs, which is known then.
  const { input: first } = await probe.records.inputFor(operation, true);
  if (first !== undefined) await probe.records.change(operation, first);
  const { input } = await probe.records.inputFor(operation, true);
  return input && called(flow, by, read, input);
}

async function called(
  { probe }: Flow,
  { operation }: FoundOperation,
  read: FoundOperation,
  input: CallInput,
): Promise<Seen | undefined> {
  const earlier = await readAt(probe, read, input);
  const before = earlier && (await readAt(probe, read, input));
  const exchange = before && (await probe.call(operation, input));
  const after =
    exchange !== undefined && isDone(exchange) ? await readAt(probe, read, input) : undefined;
  return earlier && before && exchange && after && { earlier, before, exchange, after };
}

async function readAt(
  probe: Probe,
  { operation }: FoundOperation,
  { path }: CallInput,
): Promise<Exchange | undefined> {
  const { input } = await probe.records.inputFor(operation, false);
  const exchange = input && (await probe.call(operation, { ...input, ...(path && { path }) }));
  return exchange !== undefined && isSuccess(exchange) ? exchange : undefined;
}
