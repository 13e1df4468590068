import type { CallInput } from "@openapi-packages/runtime/client";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { member, toPointer, type Json, type JsonObject } from "@openapi-packages/description";
import { bodyMedia } from "../../../records/vary.ts";
import { memberNames, memberSchemas } from "../../../schema/members.ts";
import { isNotShown } from "./differences.ts";
import { isDone, type Flow, type Made } from "./flow.ts";

const hour = 60 * 60 * 1000;

/** The offset of the written times, in hours. */
const offset = 2;

/** The time that is written where the example has none: most services take one that has passed. */
const passed = "2024-05-06T09:00:00Z";

/**
 * Checks that times with an offset are the same instants when they are shown (RFC 3339, section 4.2). Only a time
 * that is wrong by just that offset is a finding. 1 request if the body may have times, and 1 more with times to come.
 */
export async function offsetsKept(flow: Flow, made: Made): Promise<void> {
  const { create } = flow.resource;
  const { records } = flow.probe;
  const varied = records.varied(create.operation, made.input, 1) ?? made.input;
  const other = withTimes(flow, varied);
  const later = records.withTimesToCome(create.operation, other);
  for (const input of [other, later]) {
    const written = input && withOffsets(flow, input);
    if (written === undefined) continue;
    const exchange = await flow.probe.call(create.operation, written);
    if (!isDone(exchange)) continue;
    const shown = flow.shown(create, exchange);
    for (const [name, value] of Object.entries(isObject(written.body) ? written.body : {})) {
      const own = isObject(shown) ? getMember(shown, name) : undefined;
      if (!isShifted(value, own)) continue;
      const message = `\`${name}\` was written as ${String(value)} and is ${String(own)}: its offset is ignored (RFC 3339, section 4.2)`;
      flow.report("shows-what-was-sent", create, message, [exchange], [toPointer([name])]);
      return;
    }
    return;
  }
}

/** True if a shown time is the written one without its offset. */
function isShifted(written: unknown, shown: unknown): boolean {
  const isTime = typeof written === "string" && written.endsWith(`+0${offset}:00`);
  if (!isTime || typeof shown !== "string" || !/^\d{4}-\d{2}-\d{2}[Tt]/.test(shown)) return false;
  return Date.parse(shown) - Date.parse(written) === offset * hour;
}

/** Returns an input with the times that its body may have, if it has none. */
function withTimes(flow: Flow, input: CallInput): CallInput {
  const { description } = flow.probe.api;
  const { document } = description.model;
  const schema = bodyMedia(flow.resource.create.operation, input)?.schema?.json;
  const { body: given } = input;
  if (schema === undefined || !isObject(given)) return input;
  const schemasOf = (name: string): JsonObject[] => memberSchemas(document, schema, name);
  const times = memberNames(document, schema).filter((name) =>
    schemasOf(name).some((one) => one["format"] === "date-time"),
  );
  const isThere = times.some((name) => getMember(given, name) !== undefined);
  const added = times.filter((name) => !schemasOf(name).some(isNotShown));
  if (isThere || added.length === 0) return input;
  const body: unknown = { ...given, ...Object.fromEntries(added.map((name) => [name, passed])) };
  return description.holds(schema, body as Json) ? { ...input, body } : input;
}

/** Returns an input whose times have an offset; `undefined` if there are none, or the schema does not allow them. */
function withOffsets(flow: Flow, input: CallInput): CallInput | undefined {
  const { description } = flow.probe.api;
  const schema = bodyMedia(flow.resource.create.operation, input)?.schema?.json;
  if (schema === undefined || !isObject(input.body)) return undefined;
  const isTime = (name: string, value: unknown): value is string =>
    typeof value === "string" &&
    !Number.isNaN(Date.parse(value)) &&
    memberSchemas(description.model.document, schema, name).some(
      (one) => member(one, "format") === "date-time",
    );
  const entries = Object.entries(input.body);
  if (!entries.some(([name, value]) => isTime(name, value))) return undefined;
  const body: unknown = Object.fromEntries(
    entries.map(([name, value]) => [name, isTime(name, value) ? withOffset(value) : value]),
  );
  return description.holds(schema, body as Json) ? { ...input, body } : undefined;
}

/** Returns the same instant with an offset. */
const withOffset = (time: string): string =>
  new Date(Date.parse(time) + offset * hour).toISOString().replace(/(\.000)?Z$/, `+0${offset}:00`);
