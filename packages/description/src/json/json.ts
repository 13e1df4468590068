/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Read members with {@link member} if their names come from a description. */
export interface JsonObject {
  [member: string]: Json;
}

/** Returns true if a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns the own member of an object; `undefined` if the value is not an object or only inherits
 * it.
 */
export function member(value: unknown, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns the member if it is an object. */
export function objectMember(value: unknown, name: string): JsonObject | undefined {
  const found = member(value, name);
  return isObject(found) ? found : undefined;
}

/** Returns the member if it is a string. */
export function stringMember(value: unknown, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === "string" ? found : undefined;
}

/** Returns the member if it is an array, or else an empty array. */
export function arrayMember(value: unknown, name: string): readonly Json[] {
  const found = member(value, name);
  return Array.isArray(found) ? found : [];
}

/** Splits a JSON pointer into its unescaped parts (RFC 6901, section 4). */
export function pointerParts(pointer: string): string[] {
  if (pointer === "") return [];
  const parts = pointer.slice(1).split("/");
  if (!pointer.includes("~")) return parts;
  return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Writes a JSON pointer from its parts (RFC 6901, section 3). */
export function toPointer(parts: readonly (string | number)[]): string {
  let pointer = "";
  for (const part of parts) {
    const text = String(part);
    const isPlain = !text.includes("~") && !text.includes("/");
    pointer += isPlain ? `/${text}` : `/${text.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  }
  return pointer;
}

/** Returns the value at a JSON pointer; `undefined` if there is none (RFC 6901, section 4). */
export function valueAt(root: Json | undefined, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const part of pointerParts(pointer)) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(part)];
    else value = member(value, part);
  }
  return value;
}

/**
 * Returns a text that only equal values share, whatever the order of their members (JSON Schema
 * 2020-12 core, section 4.2.2).
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "";
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`).join()}}`;
}
