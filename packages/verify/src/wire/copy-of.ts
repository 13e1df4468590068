import { isObject, setMember, type JsonObject } from "@openapi-packages/runtime/internals";

/**
 * Returns a copy of JSON, dates and bytes that may be modified. Files, which are immutable, and streams are not
 * copied.
 */
export function copyOf<Value>(value: Value): Value {
  return copied(value) as Value;
}

function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (value instanceof Date) return new Date(value);
  if (value instanceof ArrayBuffer) return value.slice(0);
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (!isPlainObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value)) setMember(copy, name, copied(member));
  return copy;
}

/** True for plain objects. Files, dates, streams and instances of classes are not. */
export function isPlainObject(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
