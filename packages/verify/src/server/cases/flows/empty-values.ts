import type { CallInput } from "@openapi-packages/runtime/client";
import { equal, getMember, isObject } from "@openapi-packages/runtime/internals";
import type { Json, JsonObject } from "@openapi-packages/description";
import type { VerifiedApi, VerifiedOperation } from "../../../description/verified-api.ts";
import { bodyMedia } from "../../../records/vary.ts";
import { memberSchemas } from "../../../schema/members.ts";
import { isNotShown, ownWays, type Difference } from "./differences.ts";

/**
 * Returns an input with false, zero, empty lists and null in each member of its body that may have it, which services
 * take for members that were left out; `undefined` if there are none.
 *
 * @param kinds the types of the values that are replaced
 */
export function emptyValues(
  { description }: VerifiedApi,
  operation: VerifiedOperation,
  input: CallInput,
  kinds: readonly string[],
): CallInput | undefined {
  const schema = bodyMedia(operation, input)?.schema?.json;
  const { body } = input;
  if (schema === undefined || !isObject(body)) return undefined;
  const { document } = description.model;
  let empty = body as JsonObject;
  for (const [name, value] of Object.entries(empty)) {
    const own = emptyLike(value);
    const schemas = memberSchemas(document, schema, name);
    const isOwn = ownWays.test(name) || schemas.some(isNotShown);
    if (own === undefined || isOwn || !kinds.includes(typeof value)) continue;
    const next = { ...empty, [name]: own };
    if (description.holds(schema, next)) empty = next;
  }
  return empty === body ? undefined : { ...input, body: empty };
}

/** Returns the empty value of a type; `undefined` where it is empty by itself, or has a meaning. */
function emptyLike(value: Json): Json | undefined {
  if (value === true) return false;
  if (typeof value === "number" && value !== 0) return 0;
  return Array.isArray(value) && value.length > 0 ? [] : undefined;
}

/** A value that was written, and what was read afterwards. */
export interface Trip {
  readonly written: CallInput;
  readonly shown: unknown;
}

/**
 * Returns the empty values that are shown as others.
 *
 * @param before the writes before: members that did not show another value as it was written are not compared
 */
export function lostEmptyValues({ written, shown }: Trip, before: readonly Trip[]): Difference[] {
  const { body } = written;
  if (!isObject(body) || !isObject(shown)) return [];
  return Object.entries(body).flatMap(([name, value]): Difference[] => {
    const own = getMember(shown, name) ?? undefined;
    const isPlain = before.some((one) => {
      const old = memberOf(one.written.body, name);
      return old !== undefined && !equal(old, value) && equal(memberOf(one.shown, name), old);
    });
    const isEmpty = value === false || value === 0 || (Array.isArray(value) && value.length === 0);
    const isLost = isPlain && isEmpty && typeof own === typeof value && !equal(own, value);
    return isLost ? [{ pointer: `/${name}`, written: value, shown: own }] : [];
  });
}

const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) ? getMember(value, name) : undefined;
