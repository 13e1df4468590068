import {
  bodyIssue,
  escapePointerToken,
  getMember,
  isObject,
  RequestFailure,
  setMember,
} from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { ResourceDescriptor, VariantKind } from "../description.ts";
import { lesserOf } from "./lesser.ts";

/** Returns the kinds of objects that a member may have; none if it has no alternatives. */
export function kindsOf({ variants }: ResourceDescriptor, member: string): readonly VariantKind[] {
  return variants?.find((one) => one.member === member)?.kinds ?? [];
}

/** Returns the kind of an object. */
export function kindOf(kinds: readonly VariantKind[], value: unknown): VariantKind | undefined {
  if (!isObject(value)) return undefined;
  return kinds.find(
    ({ tag, is }) => Object.hasOwn(value, tag) && (is === undefined || value[tag] === is),
  );
}

/**
 * Returns an example of a record with the same kind as a value. If a resource has several kinds, a member
 * distinguishes them.
 */
export function patternLike(
  descriptor: ResourceDescriptor,
  pattern: JsonObject,
  value: JsonObject,
): JsonObject {
  const kinds = kindsOf(descriptor, "");
  const kind = kindOf(kinds, value);
  if (kind === undefined || kind === kindOf(kinds, pattern)) return pattern;
  const example = { ...kind.example };
  for (const name of Object.keys(example))
    if (name !== kind.tag && Object.hasOwn(pattern, name)) example[name] = pattern[name];
  return example;
}

/**
 * Checks that the kind in a request is one of the resource's kinds.
 *
 * @throws {RequestFailure} 400 for another kind, which no answer could represent.
 */
export function checkKind(descriptor: ResourceDescriptor, body: JsonObject): void {
  const kinds = kindsOf(descriptor, "");
  const [first] = kinds;
  if (first?.is === undefined || !kinds.every(({ tag }) => tag === first.tag)) return;
  const said = getMember(body, first.tag);
  if (said === undefined || said === null || kindOf(kinds, body) !== undefined) return;
  const message = `must be one of ${kinds.map(({ is }) => JSON.stringify(is)).join(", ")}`;
  throw new RequestFailure(400, [bodyIssue("enum", message, `/${escapePointerToken(first.tag)}`)]);
}

/**
 * Returns an example of the same kind as a value: the given one, unless it is of another kind; `undefined` if
 * there is none.
 */
export function exampleLike(
  kinds: readonly VariantKind[],
  given: unknown,
  example: unknown,
): unknown {
  if (kinds.length === 0 || !isObject(given)) return example;
  const kind = kindOf(kinds, given);
  return kind === kindOf(kinds, example) && kind !== undefined ? example : kind?.example;
}

/**
 * Returns alternatives for a value from a request, the most similar first: without one of its members, such as
 * a secret, or completed with those of an example of the same kind.
 */
export function formsOf(given: unknown, like: unknown): readonly unknown[] {
  const lesser = lesserOf(given);
  if (!isObject(given) || !isObject(like)) return like === undefined ? lesser : [...lesser, like];
  const whole = [filled(given, like, true), filled(given, like, false)];
  return [...lesser, ...whole, ...whole.flatMap(lesserOf), fitTo(like, given), like];
}

/**
 * Returns an object completed with the members of an example.
 *
 * @param isBare true to make added lists empty.
 */
function filled(given: JsonObject, example: JsonObject, isBare: boolean): JsonObject {
  const whole = { ...given };
  for (const [name, value] of Object.entries(example)) {
    const own = getMember(given, name);
    if (isObject(own) && isObject(value)) setMember(whole, name, filled(own, value, isBare));
    else if (own === undefined) setMember(whole, name, isBare && Array.isArray(value) ? [] : value);
  }
  return whole;
}

/** Returns the members of an example, with the values of another object if it has them. */
function fitTo(example: JsonObject, given: JsonObject): JsonObject {
  const fit: JsonObject = {};
  for (const [name, value] of Object.entries(example)) {
    const own = getMember(given, name);
    if (isObject(own) && isObject(value)) setMember(fit, name, fitTo(value, own));
    else setMember(fit, name, own ?? value);
  }
  return fit;
}

/**
 * Returns the part of an object that an example of its kind has too; `undefined` if it is of none of the kinds.
 */
export function partOfKind(given: unknown, kinds: readonly VariantKind[]): JsonObject | undefined {
  const kind = kindOf(kinds, given);
  return kind === undefined || !isObject(given) ? undefined : common(given, kind.example);
}

function common(given: JsonObject, example: JsonObject): JsonObject {
  const part: JsonObject = {};
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(example, name)) continue;
    const other = example[name];
    setMember(part, name, isObject(value) && isObject(other) ? common(value, other) : value);
  }
  return part;
}

/** Returns minimal objects of each kind, with only the member that distinguishes it. */
export function emptyKinds(kinds: readonly VariantKind[]): readonly JsonObject[] {
  return kinds.map(({ tag, is, example }) => ({
    [tag]: is ?? (isObject(example[tag]) ? {} : example[tag]),
  }));
}
