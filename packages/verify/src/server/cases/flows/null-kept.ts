import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import { toPointer, type Json, type JsonObject } from "@openapi-packages/description";
import { isStore } from "../../../records/effects.ts";
import { withFreshKey } from "../../../records/own-key.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberSchemas } from "../../../schema/members.ts";
import { valueWords } from "../../../wording/value-words.ts";
import type { Exchange } from "../../../wire/exchange.ts";
import { isDone, type Flow, type Made } from "./flow.ts";

/** Words by which a description gives null the meaning of another value. */
const means = /\b(?:0|zero|empty|false|default\w*|treated as|same as|equivalent|means?)\b/i;

/** The values that services store in place of null. */
const inItsPlace: readonly unknown[] = [0, "", false];

/**
 * Checks that null is not shown as zero, an empty text or false, where a body and the answer may have it: 1 request
 * where members may be null.
 */
export async function nullKept(flow: Flow, made: Made): Promise<void> {
  const { create, descriptor } = flow.resource;
  if (descriptor.keyType === "given" || isStore(create)) return;
  const names = nullableMembers(flow, made);
  const nulled = withNull(flow, made.input, names);
  if (nulled === undefined) return;
  const renamed = flow.probe.records.renamed(create.operation, nulled, 1) ?? nulled;
  const input = withFreshKey(create.operation, renamed, "with null");
  const exchange = await flow.probe.call(create.operation, input);
  const shown = flow.shown(create, exchange);
  const { body } = input;
  if (!isDone(exchange) || !isObject(shown) || !isObject(body)) return;
  const lost = names.find(
    (name) => getMember(body, name) === null && inItsPlace.includes(getMember(shown, name)),
  );
  if (lost === undefined) return;
  const text = `\`${lost}\` was written as null and is ${valueWords(getMember(shown, lost))}`;
  flow.report("shows-what-was-sent", create, text, [exchange], [toPointer([lost])]);
}

/** Returns the members that body and answer may have as null, and that are shown as they were written when they are not. */
function nullableMembers(flow: Flow, { input, exchange }: Made): readonly string[] {
  const { create } = flow.resource;
  const shown = flow.shown(create, exchange);
  const { body } = input;
  if (!isObject(body) || !isObject(shown)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const isKept = value !== null && equal(getMember(shown, name), value);
    const [asked, answered] = schemasOf(flow, input, exchange, name);
    const isSaid = [...asked, ...answered].some((one) =>
      means.test(String(one["description"] ?? "")),
    );
    const isOwn = flow.isOwn(create, input, exchange, name);
    return isKept && isOwn && !isSaid && allowsNull(flow, asked) && allowsNull(flow, answered)
      ? [name]
      : [];
  });
}

const allowsNull = ({ probe }: Flow, schemas: readonly JsonObject[]): boolean =>
  probe.api.description.holds({ anyOf: schemas }, null);

/** Returns the schemas of a member in the body, and in the answer. */
function schemasOf(
  flow: Flow,
  input: CallInput,
  seen: Exchange,
  name: string,
): readonly [JsonObject[], JsonObject[]] {
  const { create } = flow.resource;
  const { document } = flow.probe.api.description.model;
  const schema = bodyMedia(create.operation, input)?.schema?.json;
  return [
    memberSchemas(document, schema, name),
    memberSchemas(document, flow.schemaOf(create, seen), name),
  ];
}

/** Returns an input with null in members, as far as its schema allows that; `undefined` if there are none. */
function withNull(
  { probe, resource }: Flow,
  input: CallInput,
  names: readonly string[],
): CallInput | undefined {
  const schema = bodyMedia(resource.create.operation, input)?.schema?.json;
  const { body: given } = input;
  if (schema === undefined || !isObject(given)) return undefined;
  let body: { readonly [member: string]: unknown } = given;
  for (const name of names) {
    const next = { ...body, [name]: null };
    if (probe.api.description.holds(schema, next as Json)) body = next;
  }
  return body === given ? undefined : { ...input, body };
}
