import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, isObject } from "@openapi-packages/runtime/internals";
import { sentencesOf } from "../../../description/said.ts";
import type { VerifiedApi } from "../../../description/verified-api.ts";
import { effectOf } from "../../../records/effects.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isSuccess, type Flow } from "./flow.ts";
import type { ResourceFlow } from "./resources.ts";

/** An action of which a sentence says which members of the record it changes. */
export interface OnlyChanges {
  readonly by: FoundOperation;
  readonly names: readonly string[];
  readonly sentence: string;
}

/** "Only `archivedAt` and `updatedAt` change." */
const onlyThese = /^only (?<names>`[^`]+`(?:(?:, and |, | and )`[^`]+`)*) changes?\b/i;

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

/** An action, with what reading showed before and after it. */
interface Seen {
  readonly before: Exchange;
  readonly exchange: Exchange;
  readonly after: Exchange;
}

/** Checks that an action changes what its description names, and nothing else: 3 requests, and those for the record. */
export async function changesOnly(flow: Flow, { by, names, sentence }: OnlyChanges): Promise<void> {
  const { read } = flow.resource;
  if (read === undefined) return;
  const seen = (await ofDeleted(flow, by, read)) ?? (await ofRecord(flow, by, read));
  if (seen === undefined) return;
  const { before, exchange, after } = seen;
  const [old, now] = [before, after].map((one) => flow.shown(read, one));
  if (!isObject(old) || !isObject(now)) return;
  const other = Object.keys(old).find(
    (name) => !names.includes(name) && !equal(old[name], now[name]),
  );
  if (other === undefined) return;
  const message = `changes \`${other}\` from ${JSON.stringify(old[other])} to ${JSON.stringify(now[other])}, and the description says ${JSON.stringify(sentence)}`;
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
  const before = await readAt(probe, read, input);
  const exchange = before && (await probe.call(operation, input));
  const after =
    exchange !== undefined && isDone(exchange) ? await readAt(probe, read, input) : undefined;
  return before && exchange && after && { before, exchange, after };
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
