import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import type { Json, JsonObject, MediaType } from "@openapi-packages/description";
import { oncePerApi } from "../../description/once-per-api.ts";
import type { VerifiedApi, VerifiedOperation } from "../../description/verified-api.ts";
import { applicableSchemas, memberNames, memberSchemas } from "../../schema/members.ts";
import { effectOf, pathStateOf } from "../effects.ts";
import { resourceDescribed } from "../described-references.ts";
import { resourceNamed } from "../references.ts";
import { bodyMedia } from "../vary.ts";
import { choicesOf, type StateMember } from "./state-member.ts";

/** An operation that writes on a record, or below it. */
export interface RecordWrite {
  readonly operation: VerifiedOperation;
  /** The resource of the record. */
  readonly resource: string;
  /** The path parameter, or the member of the body, with the key of the record. */
  readonly key: { readonly in: "path" | "body"; readonly name: string };
  /** True if it is about the record itself, false if it makes something below it. */
  readonly isOwn: boolean;
}

/** A body of a write; `undefined` for the one that its input has anyway. */
export interface Choice {
  readonly label: string;
  readonly body?: JsonObject;
  /** The state, or the action, that the body or the path asks for, if it does. */
  readonly value?: string;
  /** The parameter of the path that asks for it: `{action}` of `/orders/{id}/actions/{action}`. */
  readonly parameter?: string;
}

const reading = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"];

/** Returns the record on which an operation writes: the last one that its path names; `undefined` if there is none. */
export function recordWriteOf(
  api: VerifiedApi,
  operation: VerifiedOperation,
): RecordWrite | undefined {
  if (reading.includes(operation.model.method)) return undefined;
  const state = effectOf(api, operation) ?? pathStateOf(api, operation);
  const named = state?.path.findLast(({ resource }) => resource !== undefined);
  if (state === undefined || named?.resource === undefined) return undefined;
  const isLast = state.path.at(-1) === named || state.kind === "act";
  const kinds = ["update", "replace", "delete", "act"];
  const isOwn = isLast && state.resource === named.resource && kinds.includes(state.kind);
  return { operation, resource: named.resource, key: { in: "path", name: named.parameter }, isOwn };
}

/** Returns the operations that write on the records of a resource. */
export const writesOn = (api: VerifiedApi, resource: string): readonly RecordWrite[] =>
  writesByResource(api).get(resource) ?? [];

const writesByResource = oncePerApi((api) => {
  const writes = api.operations.flatMap((operation) => recordWriteOf(api, operation) ?? []);
  return Map.groupBy(writes, ({ resource }) => resource);
});

/** Returns the operations that create records of other resources with a member that names a record of this one. */
export function creationsNaming(api: VerifiedApi, resource: string): readonly RecordWrite[] {
  return creationsByResource(api).get(resource) ?? [];
}

const creationsByResource = oncePerApi((api) => {
  const creations = api.operations.flatMap((operation) => creationsBy(api, operation));
  return Map.groupBy(creations, ({ resource }) => resource);
});

/** Returns a creation once for each other resource of which its body alone names a record. */
function creationsBy(api: VerifiedApi, operation: VerifiedOperation): RecordWrite[] {
  const { document } = api.description.model;
  const effect = effectOf(api, operation);
  if (effect?.kind !== "create") return [];
  const schema = bodyMedia(operation, {})?.schema?.json;
  const names = memberNames(document, schema);
  const inferred = Map.groupBy(effect.references ?? [], ({ resource }) => resource);
  const namesOf = new Map<string, string>();
  for (const [resource, [{ pointer } = { pointer: [] }]] of inferred) {
    const [name, ...inner] = pointer;
    if (name !== undefined && inner.length === 0 && names.includes(name))
      namesOf.set(resource, name);
  }
  for (const name of names) {
    const schemas = memberSchemas(document, schema, name);
    const named = [
      resourceNamed(api, name, effect.resource),
      resourceDescribed(api, schemas, effect.resource),
    ];
    for (const resource of named)
      if (resource !== undefined && !inferred.has(resource) && !namesOf.has(resource))
        namesOf.set(resource, name);
  }
  const others = [effect.resource, ...effect.path.map(({ resource }) => resource)];
  return [...namesOf].flatMap(([resource, name]) =>
    others.includes(resource)
      ? []
      : [{ operation, resource, key: { in: "body", name }, isOwn: false }],
  );
}

/** True if a write is an action on the record, which answers with it. */
export const isAction = (api: VerifiedApi, { operation, isOwn }: RecordWrite): boolean =>
  isOwn && effectOf(api, operation)?.kind === "act";

/**
 * Returns the member of a write's body that chooses a state: one whose values are some of the states, or, for an
 * action, one with fixed values.
 */
export function choosingMember(
  api: VerifiedApi,
  write: RecordWrite,
  state: StateMember | undefined,
): { readonly name: string; readonly values: readonly string[] } | undefined {
  const { document } = api.description.model;
  const schema = bodyMedia(write.operation, {})?.schema?.json;
  const members = memberNames(document, schema)
    .map((name) => ({ name, values: choicesOf(memberSchemas(document, schema, name)) }))
    .filter(({ values }) => values.length > 0);
  const sharing = members.find(({ values }) => values.some((one) => state?.values.includes(one)));
  if (sharing !== undefined || !isAction(api, write)) return sharing;
  return members.find(({ values }) => values.length > 1);
}

/** Returns the last part of an action's path, if that is one of a few words: what is done with the record. */
export function choosingParameter(
  api: VerifiedApi,
  write: RecordWrite,
): { readonly name: string; readonly values: readonly string[] } | undefined {
  const { path, parameters } = write.operation.model;
  const found = parameters.find((one) => one.in === "path" && path.endsWith(`/{${one.name}}`));
  if (found === undefined || found.name === write.key.name || !isAction(api, write))
    return undefined;
  const values = choicesOf(applicableSchemas(api.description.model.document, found.schema.json));
  return values.length > 1 ? { name: found.name, values } : undefined;
}

/** True if the body or the path of a write chooses what becomes of the record. */
export const isChoosing = (
  api: VerifiedApi,
  write: RecordWrite,
  state: StateMember | undefined,
): boolean =>
  choosingParameter(api, write) !== undefined || choosingMember(api, write, state) !== undefined;

/** Returns what a path can ask for, each with the example of its name, else with the plainest one. */
function pathChoices(
  { description }: VerifiedApi,
  { operation }: RecordWrite,
  { name, values }: { readonly name: string; readonly values: readonly string[] },
  input: CallInput,
): Choice[] {
  const media = bodyMedia(operation, input);
  const { body } = input;
  const isBody = media?.kind === "json" && isObject(body);
  const known = isBody ? knownBodies(media, body as JsonObject) : [];
  const schema = media?.schema?.json ?? true;
  const given = getMember(input.path, name);
  return values.map((value): Choice => {
    const named = isBody ? media.examples[value] : undefined;
    const own = value === given ? (body as JsonObject) : plainestOf(known);
    const first = isObject(named) ? withKeysOf(named as JsonObject, body as JsonObject) : own;
    const isValid = isBody && first !== undefined && description.holds(schema, first);
    return { label: value, value, parameter: name, ...(isValid && { body: first }) };
  });
}

/** The most bodies of one write. */
const mostChoices = 8;

/** Returns the bodies of a write: its own, the named examples, and those with each value of the member that chooses. */
export function choicesFor(
  api: VerifiedApi,
  write: RecordWrite,
  input: CallInput,
  state: StateMember | undefined,
): Choice[] {
  const parameter = choosingParameter(api, write);
  if (parameter !== undefined) return pathChoices(api, write, parameter, input);
  const media = bodyMedia(write.operation, input);
  const { body } = input;
  if (media?.kind !== "json" || !isObject(body)) return [{ label: "" }];
  const schema = media.schema?.json ?? true;
  const member = choosingMember(api, write, state);
  const known = knownBodies(media, body as JsonObject);
  const plainest = plainestOf(known);
  const valueOf = (one: JsonObject): Json | undefined => member && one[member.name];
  const isMissing = (value: string): boolean => !known.some((one) => valueOf(one) === value);
  const made = (member?.values ?? [])
    .filter(isMissing)
    .map((value): JsonObject => ({ ...plainest, [member?.name ?? ""]: value }));
  const labelled = [...known, ...made]
    .filter((one) => api.description.holds(schema, one))
    .map((one): Choice => {
      const value = valueOf(one);
      return typeof value === "string"
        ? { label: value, body: one, value }
        : { label: "", body: one };
    });
  const isFirst = ({ label }: Choice, index: number): boolean =>
    labelled.findIndex((one) => one.label === label) === index;
  const distinct = labelled.filter(isFirst).slice(0, mostChoices);
  return distinct.length === 0 ? [{ label: "" }] : distinct;
}

/** Returns the body of an input, and the named examples of the description. */
function knownBodies({ examples }: MediaType, own: JsonObject): JsonObject[] {
  const named = Object.values(examples).flatMap((one) =>
    isObject(one) ? [withKeysOf(one as JsonObject, own)] : [],
  );
  return [own, ...named];
}

/** Returns the body with the fewest members: others may only go with the values beside them, as a reason does. */
const plainestOf = (bodies: readonly JsonObject[]): JsonObject | undefined =>
  bodies.toSorted((one, other) => Object.keys(one).length - Object.keys(other).length)[0];

/**
 * Returns a valid body that has a value of a member: a named example with it, which has what goes with it as a reason does,
 * else the plainest body; `undefined` if there is none.
 */
export function bodyChoosing(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  choice: JsonObject,
): JsonObject | undefined {
  const media = bodyMedia(operation, input);
  if (media?.kind !== "json" || !isObject(input.body)) return undefined;
  const known = knownBodies(media, input.body as JsonObject);
  const has = (body: JsonObject): boolean =>
    Object.entries(choice).every(([name, value]) => equal(body[name], value));
  const schema = media.schema?.json ?? true;
  return [...known.filter(has), { ...plainestOf(known), ...choice }].find((one) =>
    description.holds(schema, one),
  );
}

/** Returns an example with the keys of records that exist in place of its own. */
function withKeysOf(example: JsonObject, known: JsonObject): JsonObject {
  const entries = Object.entries(example).map(([name, value]) => {
    const isKey = /(^id|_id|Id|ID|[uU]uid)$/.test(name) && known[name] !== undefined;
    return [name, isKey ? known[name] : value] as const;
  });
  return Object.fromEntries(entries) as JsonObject;
}
