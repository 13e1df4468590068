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

/** The kinds of objects that a member may be; none where it is not one of several. */
export function kindsOf({ variants }: ResourceDescriptor, member: string): readonly VariantKind[] {
  return variants?.find((one) => one.member === member)?.kinds ?? [];
}

/** The kind that an object is of. */
export function kindOf(kinds: readonly VariantKind[], value: unknown): VariantKind | undefined {
  if (!isObject(value)) return undefined;
  return kinds.find(
    ({ tag, is }) => Object.hasOwn(value, tag) && (is === undefined || value[tag] === is),
  );
}

/** An example of a record of the same kind as a value: where records are of several, a member tells which. */
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
 * Holds a request against the kinds that records of a resource are of.
 *
 * @throws {RequestFailure} 400 where it says another one, of which no answer could tell.
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

/** An example of the same kind as a value: this one, unless it is of another; `undefined` where there is none. */
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
 * What an answer may say instead of what a request has given, the nearest first: without a member of it, such as a
 * secret, or with those that an example of the same kind has.
 */
export function formsOf(given: unknown, like: unknown): readonly unknown[] {
  const lesser = lesserOf(given);
  if (!isObject(given) || !isObject(like)) return like === undefined ? lesser : [...lesser, like];
  const whole = [filled(given, like, true), filled(given, like, false)];
  return [...lesser, ...whole, ...whole.flatMap(lesserOf), fitTo(like, given), like];
}

/** An object with the members of an example that it has not. @param isBare whether lists are empty then. */
function filled(given: JsonObject, example: JsonObject, isBare: boolean): JsonObject {
  const whole = { ...given };
  for (const [name, value] of Object.entries(example)) {
    const own = getMember(given, name);
    if (isObject(own) && isObject(value)) setMember(whole, name, filled(own, value, isBare));
    else if (own === undefined) setMember(whole, name, isBare && Array.isArray(value) ? [] : value);
  }
  return whole;
}

/** The members of an example, with the values of another object where that has them. */
function fitTo(example: JsonObject, given: JsonObject): JsonObject {
  const fit: JsonObject = {};
  for (const [name, value] of Object.entries(example)) {
    const own = getMember(given, name);
    if (isObject(own) && isObject(value)) setMember(fit, name, fitTo(value, own));
    else setMember(fit, name, own ?? value);
  }
  return fit;
}

/** The part of an object that an example of its kind has too; `undefined` where it is of none of the kinds. */
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

/** Objects of each kind that say nothing but which one they are. */
export function emptyKinds(kinds: readonly VariantKind[]): readonly JsonObject[] {
  return kinds.map(({ tag, is, example }) => ({
    [tag]: is ?? (isObject(example[tag]) ? {} : example[tag]),
  }));
}
