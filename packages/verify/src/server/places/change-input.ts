import type { CallInput } from "@openapi-packages/runtime/client";
import { isObject, setMember, type JsonObject } from "@openapi-packages/runtime/internals";
import type { InputPlace } from "./input-places.ts";
import type { Json } from "@openapi-packages/description";

/** A way in which a value at a place does not conform. */
export interface Violation {
  /** `above-maximum`: part of the identifier of its case. */
  readonly kind: string;
  /** The value to put at the place; `removed` removes the place. */
  readonly value: Json | typeof removed;
  /** The one member that the value has more than the one at the place; what is beside it stays. */
  readonly added?: { readonly name: string; readonly value: Json };
  /** JSON pointer of the rule that is broken. */
  readonly pointer: string;
}

/** Represents a missing value. */
export const removed: unique symbol = Symbol("removed");

/** Returns an input with another value at a place; `removed` removes it. */
export function withChange(input: CallInput, place: InputPlace, value: unknown): CallInput {
  const { in: location, tokens, filled } = place;
  const changed = (part: unknown): unknown => {
    const whole = filled === undefined ? part : changedAt(part, filled.tokens, filled.value);
    return changedAt(whole, tokens, value);
  };
  if (location === "body") return { ...input, body: changed(input.body) };
  return { ...input, [location]: changed(input[location] ?? {}) };
}

/** Returns an input with what does not conform at a place. */
export function withViolation(
  input: CallInput,
  place: InputPlace,
  { value, added }: Violation,
): CallInput {
  if (added === undefined) return withChange(input, place, value);
  return withChange(input, { ...place, tokens: [...place.tokens, added.name] }, added.value);
}

function changedAt(whole: unknown, tokens: readonly string[], value: unknown): unknown {
  const [token, ...rest] = tokens;
  if (token === undefined) return value;
  if (Array.isArray(whole)) {
    const index = Number(token);
    if (rest.length === 0 && value === removed) return whole.toSpliced(index, 1);
    return whole.map((item, own) => (own === index ? changedAt(item, rest, value) : item));
  }
  const copy: JsonObject = isObject(whole) ? { ...whole } : {};
  if (rest.length === 0 && value === removed) {
    delete copy[token];
    return copy;
  }
  setMember(copy, token, changedAt(copy[token], rest, value));
  return copy;
}
