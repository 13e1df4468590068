import { isObject, member, type Json, type JsonObject } from "@openapi-packages/description";
import type { CallInput } from "@openapi-packages/runtime/client";
import { equal } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import type { FoundOperation } from "../../../records/made-record.ts";
import { tagHeaderOf } from "../../../records/entity-tag.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import type { Probe } from "../../../run/probe.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, isSuccess, type Flow } from "./flow.ts";
import { otherValues } from "./other-values.ts";
import { holderOf } from "./removed-members.ts";
import type { Singleton } from "./singleton.ts";

/** A change that has to be refused, with the statuses that say so. */
interface Refusable {
  /** What is wrong with it: one of each kind that is refused is enough. */
  readonly kind: "invalid" | "stale";
  readonly change: (own: CallInput) => CallInput;
  readonly body: JsonObject;
  readonly statuses: readonly number[];
}

/** What is changed and read at one place. */
interface Place {
  readonly probe: Probe;
  readonly by: VerifiedOperation;
  send(change: Refusable["change"]): Promise<Exchange | undefined>;
  /** Reads the value; `undefined` if it cannot be read. */
  read(): Promise<Seen | undefined>;
}

interface Seen {
  readonly exchange: Exchange;
  readonly value: JsonObject;
}

/**
 * Checks that a change which is refused changes nothing: a body of a valid member and, after it, an invalid one, and a
 * valid body for another version. 6 requests.
 */
export async function refusedChange(flow: Flow, update: FoundOperation): Promise<void> {
  const { read } = flow.resource;
  const made = await flow.createFull();
  if (made === undefined || read === undefined) return;
  const { input } = await flow.probe.records.inputFor(update.operation, made.record);
  const body = input && flow.varied(update, input).body;
  if (!isObject(body as Json)) return;
  const place: Place = {
    probe: flow.probe,
    by: update.operation,
    send: async (change) => (await flow.on(update, made.record, change))?.exchange,
    async read() {
      const exchange = await flow.read(made.record);
      const value = exchange && isSuccess(exchange) ? flow.shown(read, exchange) : undefined;
      return exchange && isObject(value as Json)
        ? { exchange, value: value as JsonObject }
        : undefined;
    },
  };
  const before = await place.read();
  if (before !== undefined) await refusedAt(place, body as JsonObject, before);
}

/**
 * Checks the same of a value at a path of its own, where all members but the invalid one have other values than are
 * shown: 6 requests, and 2 to write a value if there is none.
 */
export async function refusedWrite(probe: Probe, { write, read }: Singleton): Promise<void> {
  const { input } = await probe.records.inputFor(write, true);
  if (input === undefined || !isObject(input.body as Json)) return;
  const { path } = input;
  const own = input.body as JsonObject;
  const reading = await probe.records.inputFor(read, false);
  const place: Place = {
    probe,
    by: write,
    async send(change) {
      const current = await probe.records.withCurrentTag(write, input);
      return probe.call(write, change(current));
    },
    async read() {
      const exchange = await probe.call(read, { ...reading.input, ...(path && { path }) });
      const value = holderOf(exchange.value, Object.keys(own));
      return isSuccess(exchange) && value !== undefined ? { exchange, value } : undefined;
    },
  };
  const first = await place.read();
  if (first === undefined) await place.send((same) => same);
  const before = first ?? (await place.read());
  if (before === undefined) return;
  await refusedAt(place, withNewValues(probe.api, write, own, before.value), before);
}

/** Returns a body whose members have other values than are shown, as far as they may. */
function withNewValues(
  api: VerifiedApi,
  write: VerifiedOperation,
  body: JsonObject,
  shown: JsonObject,
): JsonObject {
  const others = { ...body, ...(otherValues(api, write, { body })?.body as JsonObject) };
  const entries = Object.entries(body).map(([name, value]) =>
    equal(value, shown[name]) ? ([name, others[name] ?? value] as const) : ([name, value] as const),
  );
  const mixed = Object.fromEntries(entries);
  const schema = bodyMedia(write, { body })?.schema?.json;
  return schema !== undefined && api.description.holds(schema, mixed) ? mixed : others;
}

async function refusedAt(place: Place, valid: JsonObject, before: Seen): Promise<void> {
  const { probe, by } = place;
  const tried = new Set<Refusable["kind"]>();
  for (const refusable of refusables(probe.api, by, valid)) {
    const { kind, change, body, statuses } = refusable;
    if (tried.has(kind)) continue;
    const sent = await place.send(change);
    const status = sent?.response?.status ?? 0;
    // What is taken is reported with the invalid requests.
    if (sent === undefined || isDone(sent)) return;
    if (!statuses.includes(status)) continue;
    tried.add(kind);
    const after = await place.read();
    if (after === undefined) return;
    const changed = Object.keys(body).find(
      (name) =>
        !equal(before.value[name], after.value[name]) && equal(after.value[name], body[name]),
    );
    if (changed === undefined) continue;
    const message = `is refused with ${status}, and changes \`${changed}\` nevertheless`;
    const { pointer } = by.model;
    const steps = [before.exchange, sent, after.exchange];
    probe.report({ check: "read-after-update", message, pointer, issues: [] }, by, steps);
    return;
  }
}

/** Returns changes with invalid bodies, and one for another version where the operation takes `If-Match`. */
function refusables(api: VerifiedApi, by: VerifiedOperation, body: JsonObject): Refusable[] {
  const invalid = brokenBodies(api, by, body).map((one) => ({
    kind: "invalid" as const,
    change: (own: CallInput) => ({ ...own, body: one }),
    body: one,
    statuses: [400, 422],
  }));
  const tag = tagHeaderOf(by);
  if (tag === undefined) return invalid;
  const change = (own: CallInput): CallInput => ({
    ...own,
    body,
    header: { ...own.header, [tag]: '"verify-other"' },
  });
  return [...invalid, { kind: "stale", change, body, statuses: [412] }];
}

/** Returns bodies with one member of a wrong type behind the valid ones: added, else in place of the last one. */
function brokenBodies(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  body: JsonObject,
): JsonObject[] {
  const schema = bodyMedia(operation, { body })?.schema?.json;
  if (schema === undefined) return [];
  const { document } = description.model;
  const [kept] = Object.keys(body);
  return memberNames(document, schema)
    .filter((name) => name !== kept)
    .toSorted((one, other) => Number(one in body) - Number(other in body))
    .filter((name) => memberSchemas(document, schema, name).every((one) => !isWritten(one)))
    .map((name) => {
      const { [name]: _, ...others } = body;
      return { ...others, [name]: [{}] as Json };
    })
    .filter((one) => !description.holds(schema, one))
    .slice(0, 2);
}

/** True if the value of a member is one that the service does not read. */
const isWritten = (schema: JsonObject): boolean => member(schema, "readOnly") === true;
