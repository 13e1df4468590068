import { isObject, setMember, type JsonObject } from "@openapi-packages/runtime/internals";

/** A copy of what JSON can say, in which files, dates and streams are the same. */
export function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isPlainObject(value)) return value;
  const copy: JsonObject = {};
  for (const [name, member] of Object.entries(value)) setMember(copy, name, copyOf(member));
  return copy;
}

/** False of files, dates, streams and all else that is no object of JSON. */
export function isPlainObject(value: unknown): value is JsonObject {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
