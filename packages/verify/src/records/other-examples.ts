import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, type Json, type JsonObject } from "@openapi-packages/description";
import { equal } from "@openapi-packages/runtime/internals";
import type { VerifiedApi, VerifiedOperation } from "../description/verified-api.ts";
import { memberNames } from "../schema/members.ts";
import { callInput } from "./call-input.ts";
import { creatorOf, effectOf } from "./effects.ts";
import { withKeys, type KeySource } from "./keys-in-bodies.ts";
import { bodyMedia } from "./vary.ts";

/** The most examples that are tried after the first one. */
const mostExamples = 3;

/** An example of a body, and the input that sends it to records which exist. */
export interface OtherExample {
  readonly body: Json;
  readonly input: CallInput;
}

/**
 * Returns the named examples of a body after the one that inputs are made of.
 *
 * @param given what the user says of the input: there are none if that is about the body
 */
export async function* otherExamples(
  source: KeySource,
  operation: VerifiedOperation,
  input: CallInput,
  given: JsonObject | undefined,
): AsyncGenerator<OtherExample> {
  if (given?.["body"] !== undefined || given?.["bodyParts"] !== undefined) return;
  const { api } = source;
  const state = effectOf(api, operation);
  for (const body of otherBodies(api, operation, input)) {
    const other = { ...input, body };
    const found = state && { operation, state };
    yield { body, input: found ? await withKeys(source, found, other, 1) : other };
  }
}

function otherBodies(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
): readonly Json[] {
  const media = bodyMedia(operation, input);
  const first = exampleBody(description, operation);
  if (media?.kind !== "json" || media.stream !== undefined) return [];
  const schema = media.schema?.json ?? true;
  return Object.values(media.examples)
    .filter((body) => !equal(body, first) && description.holds(schema, body))
    .slice(0, mostExamples);
}

/**
 * True if a body is the first example, but for the keys of records: what refuses other values says nothing of that.
 *
 * @param references the members of the body that name records
 */
export function isFirstExample(
  api: VerifiedApi,
  operation: VerifiedOperation,
  body: unknown,
  references: readonly (string | undefined)[],
): boolean {
  const first = exampleBody(api.description, operation);
  const { key } =
    api.description.mock.state?.resources[effectOf(api, operation)?.resource ?? ""] ?? {};
  if (!isObject(first) || !isObject(body as Json)) return false;
  const own = body as JsonObject;
  const names = Object.keys(first);
  return (
    names.length === Object.keys(own).length &&
    names.every(
      (name) => equal(own[name], first[name]) || name === key || references.includes(name),
    )
  );
}

/**
 * True if a PATCH sends an object of which a record may have other members, and which the example of the creation lacks:
 * records that are made with it are needed to change a part of it.
 */
export function changesPart(
  api: VerifiedApi,
  operation: VerifiedOperation,
  { body }: CallInput,
): boolean {
  const resource = effectOf(api, operation)?.resource;
  const creator = resource === undefined ? undefined : creatorOf(api, resource);
  if (operation.model.method !== "PATCH" || creator === undefined || !isObject(body as Json))
    return false;
  const { document } = api.description.model;
  const schema = bodyMedia(creator.operation, {})?.schema?.json;
  const names = memberNames(document, schema);
  const made = exampleBody(api.description, creator.operation);
  return Object.entries(body as Readonly<Record<string, Json>>).some(
    ([name, value]) =>
      isObject(value) && names.includes(name) && !(isObject(made) && Object.hasOwn(made, name)),
  );
}

function exampleBody(
  description: VerifiedApi["description"],
  { model }: VerifiedOperation,
): Json | undefined {
  const example = description.exampleInput(model);
  return example && (callInput(example).body as Json | undefined);
}
