import { isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";

/** The most objects that are tried. */
const most = 16;

/**
 * Returns copies of an object, each without one of its members at any depth: a request may contain members,
 * such as a secret, that no answer has.
 */
export function lesserOf(value: unknown): readonly unknown[] {
  return isObject(value) ? [...without(value)].slice(0, most) : [];
}

function* without(value: JsonObject): Generator<JsonObject, void, undefined> {
  for (const [name, member] of Object.entries(value)) {
    if (isObject(member)) {
      for (const lesser of without(member)) yield { ...value, [name]: lesser };
    } else {
      const { [name]: _, ...others } = value;
      yield others;
    }
  }
}
