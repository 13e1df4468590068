/** A value as JSON has it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Members are read with `Object.hasOwn`-safe helpers where their names come from a description. */
export interface JsonObject {
  [member: string]: Json;
}

/** True if a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member of an object, never one that it inherits; `undefined` where the value is no object. */
export function member(value: unknown, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The member where it is an object. */
export function objectMember(value: unknown, name: string): JsonObject | undefined {
  const found = member(value, name);
  return isObject(found) ? found : undefined;
}

/** The member where it is a string. */
export function stringMember(value: unknown, name: string): string | undefined {
  const found = member(value, name);
  return typeof found === "string" ? found : undefined;
}

/** The member where it is an array, else an empty one. */
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

/** The value at a JSON pointer, `undefined` where there is none (RFC 6901, section 4). */
export function valueAt(root: Json | undefined, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const part of pointerParts(pointer)) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(part)];
    else value = member(value, part);
  }
  return value;
}

/** A text that equal values have in common, members in any order, and others do not (JSON Schema 2020-12 core, section 4.2.2). */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "";
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`).join()}}`;
}
