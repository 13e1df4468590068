import type { CallInput } from "@openapi-packages/runtime/client";
import { toPointer, type Json } from "@openapi-packages/description";
import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import { isStore } from "../../../records/effects.ts";
import { recordIn } from "../../../records/record-keys.ts";
import type { FoundOperation, MadeRecord } from "../../../records/made-record.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames } from "../../../schema/members.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { uniqueRulesOf } from "../rules/unique-rules.ts";
import { distinctInputs } from "../concurrency/distinct-inputs.ts";
import { isDone, isSuccess, type Flow } from "./flow.ts";
import { withOwnMembers } from "./own-members.ts";
import type { ResourceFlow } from "./resources.ts";

/** A record with the input that made it. */
interface OwnRecord {
  readonly record: MadeRecord;
  readonly input: CallInput;
}

/** Returns the operations that change a record of which creations refuse a second one by a documented 409. */
export function changesOfUnique({ create, update, replace, read }: ResourceFlow): FoundOperation[] {
  const isUnique = create.operation.model.responses.some(({ status }) => status === "409");
  if (!isUnique || isStore(create) || read === undefined) return [];
  return [...new Set([update, replace])].filter((one) => one !== undefined);
}

/** The most members that are tried, since other texts in several of them may have helped a creation. */
const mostMembers = 3;

/**
 * Checks that a change cannot give a record the value of another one, where the creation refuses that value alone: a
 * record that could not be made so must not become so. 4 requests and 1 for each member, if the run has learned which
 * members may have to be unique and the change has one of them, and 4 for a value that is taken.
 */
export async function takenValue(flow: Flow, by: FoundOperation): Promise<void> {
  const { create } = flow.resource;
  const { input } = await flow.probe.records.inputFor(create.operation, false);
  const names = input === undefined ? [] : uniqueMembers(flow, by, input);
  if (input === undefined || names.length === 0) return;
  const inputs = distinctInputs(flow, create, input, names.length + 2, 160);
  const one = await made(flow, inputs[0]);
  const other = one && (await made(flow, inputs[1]));
  if (one === undefined || other === undefined) return;
  for (const [index, name] of names.entries()) {
    const fresh = inputs[index + 2];
    const taken = isObject(one.input.body) ? one.input.body[name] : undefined;
    if (fresh === undefined || typeof taken !== "string") return;
    // All other values are new, so that this one is what the creation refuses.
    const refusal = await flow.probe.call(create.operation, withMember(fresh, name, taken));
    if (refusal.response?.status !== 409) continue;
    const shown =
      (await changedTo(flow, by, [one, other], name, taken)) ??
      (await changedTo(flow, by, [one, other], name, otherLetters(flow, name, taken)));
    if (shown === undefined) return;
    // A creation may be refused for something else by now, such as the number of records.
    if ((await made(flow, fresh)) === undefined) return;
    const message = `gives a ${flow.resource.name} the \`${name}\` of another one, which ${create.operation.id} refuses by 409`;
    flow.report("takes-invalid", by, message, [refusal, ...shown], [toPointer([name])]);
    return;
  }
}

/** Returns the members that may have to be unique, as far as the run knows, and that a change has, too. */
function uniqueMembers({ probe, resource }: Flow, by: FoundOperation, { body }: CallInput) {
  const { document } = probe.api.description.model;
  const schema = by.operation.model.requestBody?.content[0]?.schema?.json;
  const changed = schema === undefined ? [] : memberNames(document, schema);
  const { operation, state } = resource.create;
  const unique = new Set([...(state.unique?.flat() ?? []), ...probe.uniqueMembers(operation)]);
  return [...unique]
    .filter((name) => changed.includes(name) && isObject(body) && name in body)
    .slice(0, mostMembers);
}

/** Returns a value in other letters, where a sentence says that those are the same; `undefined` if none does. */
function otherLetters({ probe, resource }: Flow, name: string, taken: string): string | undefined {
  const rule = uniqueRulesOf(probe.api, resource).find(({ members }) => members.includes(name));
  const letters = [taken.toUpperCase(), taken.toLowerCase()].find((one) => one !== taken);
  return rule?.ignoresCase === true ? letters : undefined;
}

/**
 * Gives the second record the value of the first one, as it is or in other letters.
 *
 * @returns the change and the answers that show both records with it; `undefined` if it was refused or is not shown
 */
async function changedTo(
  flow: Flow,
  by: FoundOperation,
  [one, other]: readonly [OwnRecord, OwnRecord],
  name: string,
  taken: string | undefined,
): Promise<readonly Exchange[] | undefined> {
  if (taken === undefined) return undefined;
  const change = await changeOf(flow, by, other, name, taken);
  const done = change && (await flow.probe.call(by.operation, change));
  if (done === undefined || !isDone(done)) return undefined;
  const theirs = await shownAs(flow, other, name, taken);
  const own = (one.input.body as Readonly<Record<string, unknown>>)[name];
  const mine = theirs && (await shownAs(flow, one, name, own));
  return theirs && mine && [done, mine, theirs];
}

const withMember = (input: CallInput, name: string, value: unknown): CallInput => ({
  ...input,
  body: { ...(input.body as object), [name]: value },
});

async function made(flow: Flow, input: CallInput | undefined): Promise<OwnRecord | undefined> {
  const { operation } = flow.resource.create;
  if (input === undefined) return undefined;
  const exchange = await flow.probe.call(operation, input);
  const record = recordIn(flow.probe.api, operation, exchange, input);
  return record && isDone(exchange) ? { record, input } : undefined;
}

/**
 * Returns the change of a record that gives it the taken value and leaves its others, which may be part of what has to
 * be unique; `undefined` if the operation cannot say it.
 */
async function changeOf(
  flow: Flow,
  by: FoundOperation,
  { record, input: own }: OwnRecord,
  name: string,
  taken: unknown,
): Promise<CallInput | undefined> {
  const { input } = await flow.probe.records.inputFor(by.operation, record);
  const schema = input && bodyMedia(by.operation, input)?.schema?.json;
  if (input === undefined || schema === undefined) return undefined;
  const { api } = flow.probe;
  const whole = withOwnMembers(api, by.operation, input, own.body);
  const isPart = by.operation.model.method === "PATCH";
  const body = [...(isPart ? [{}] : []), whole.body as object]
    .map((one) => ({ ...one, [name]: taken }))
    .find((one) => api.description.holds(schema, one as Json));
  return body && { ...input, body };
}

/** Returns the answer to reading a record if it shows a value; otherwise `undefined`. */
async function shownAs(
  flow: Flow,
  { record }: OwnRecord,
  name: string,
  value: unknown,
): Promise<Exchange | undefined> {
  const { read } = flow.resource;
  const seen = await flow.read(record);
  if (read === undefined || seen === undefined || !isSuccess(seen)) return undefined;
  const shown = flow.shown(read, seen);
  return isObject(shown) && equal(getMember(shown, name), value) ? seen : undefined;
}
