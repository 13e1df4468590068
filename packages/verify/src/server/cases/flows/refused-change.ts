import { isObject, member, type Json, type JsonObject } from "@openapi-packages/description";
import type { CallInput } from "@openapi-packages/runtime/client";
import { equal } from "@openapi-packages/runtime/internals";
import type { FoundOperation } from "../../../records/made-record.ts";
import { tagHeaderOf } from "../../../records/entity-tag.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import { isDone, isSuccess, type Flow } from "./flow.ts";

/** A change that has to be refused, with the statuses that say so. */
interface Refusable {
  /** What is wrong with it: one of each kind that is refused is enough. */
  readonly kind: "invalid" | "stale";
  readonly change: (own: CallInput) => CallInput;
  readonly body: JsonObject;
  readonly statuses: readonly number[];
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
  const varied = input && flow.varied(update, input);
  if (varied === undefined || !isObject(varied.body as Json)) return;
  const before = await flow.read(made.record);
  if (before === undefined || !isSuccess(before)) return;
  const tried = new Set<Refusable["kind"]>();
  const all = refusables(flow, update, varied.body as JsonObject);
  for (const { kind, change, body, statuses } of all) {
    if (tried.has(kind)) continue;
    const sent = await flow.on(update, made.record, change);
    const status = sent?.exchange.response?.status ?? 0;
    // What is taken is reported with the invalid requests.
    if (sent === undefined || isDone(sent.exchange)) return;
    if (!statuses.includes(status)) continue;
    tried.add(kind);
    const after = await flow.read(made.record);
    if (after === undefined || !isSuccess(after)) return;
    const [old, now] = [before, after].map((one) => flow.shown(read, one));
    if (!isObject(old as Json) || !isObject(now as Json)) return;
    const changed = Object.keys(body).find(
      (name) =>
        !equal((old as JsonObject)[name], (now as JsonObject)[name]) &&
        equal((now as JsonObject)[name], body[name]),
    );
    if (changed === undefined) continue;
    const message = `is refused with ${status}, and changes \`${changed}\` nevertheless`;
    flow.report("read-after-update", update, message, [before, sent.exchange, after]);
    return;
  }
}

/** Returns changes with invalid bodies, and one for another version where the operation takes `If-Match`. */
function refusables(flow: Flow, update: FoundOperation, body: JsonObject): Refusable[] {
  const invalid = brokenBodies(flow, update, body).map((one) => ({
    kind: "invalid" as const,
    change: (own: CallInput) => ({ ...own, body: one }),
    body: one,
    statuses: [400, 422],
  }));
  const tag = tagHeaderOf(update.operation);
  if (tag === undefined) return invalid;
  const change = (own: CallInput): CallInput => ({
    ...own,
    body,
    header: { ...own.header, [tag]: '"verify-other"' },
  });
  return [...invalid, { kind: "stale", change, body, statuses: [412] }];
}

/** Returns bodies with one member of a wrong type behind the valid ones: added, else in place of the last one. */
function brokenBodies(flow: Flow, { operation }: FoundOperation, body: JsonObject): JsonObject[] {
  const { description } = flow.probe.api;
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
