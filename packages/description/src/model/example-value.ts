import { isObject, member, stringMember, type Json, type JsonObject } from "../json/json.ts";
import type { MediaType } from "./api-model.ts";
import { itemsOfText } from "./streams/items-of-text.ts";

/** The fields of a media type that decide how the text of an example is parsed. */
export type ExampleForm = Pick<MediaType, "kind" | "stream" | "item" | "jsonEvents">;

/** The fields of an Example Object that hold its value, best first (OpenAPI 3.2, Example Object). */
export const exampleFields = ["dataValue", "value", "serializedValue"] as const;

/**
 * Returns the field of an Example Object that its value is taken from; `undefined` if it has none,
 * or only text that is not read.
 */
export function exampleField(
  example: Json | undefined,
  form: ExampleForm,
): (typeof exampleFields)[number] | undefined {
  const isText = form.kind === "text" && form.stream === undefined;
  return (isText ? textFields : exampleFields).find(
    (field) => member(example, field) !== undefined && valueOf(example, field, form) !== undefined,
  );
}

/** The fields, best first, of a text body, which prefers its serialized text. */
const textFields = ["serializedValue", "dataValue", "value"] as const;

/**
 * Returns the value of an Example Object. For a stream, it is one item or the list of items; see
 * {@link isSequence}.
 */
export function exampleValue(example: Json | undefined, form: ExampleForm): Json | undefined {
  const field = exampleField(example, form);
  return field === undefined ? undefined : valueOf(example, field, form);
}

/** Returns true if an Example Object of a stream holds a list of items instead of one item. */
export function isSequence(example: JsonObject, form: ExampleForm): boolean {
  const field = exampleField(example, form);
  if (field === "serializedValue") return true;
  // `parts` are always a list. In lines and events, `value` holds a single item.
  const isWhole = field === "dataValue" || (field === "value" && form.kind === "parts");
  return isWhole && Array.isArray(example[field]);
}

/** Returns true if an example has only text, and that text is not read. */
export function isUnread(example: JsonObject, form: ExampleForm): boolean {
  return (
    stringMember(example, "serializedValue") !== undefined &&
    exampleField(example, form) === undefined
  );
}

/** Returns true if an example has only the address of its value. */
export function isElsewhere(example: JsonObject, form: ExampleForm): boolean {
  return (
    stringMember(example, "externalValue") !== undefined &&
    stringMember(example, "serializedValue") === undefined &&
    exampleField(example, form) === undefined
  );
}

function valueOf(
  example: Json | undefined,
  field: (typeof exampleFields)[number],
  form: ExampleForm,
): Json | undefined {
  if (field !== "serializedValue") return member(example, field);
  const text = stringMember(example, field);
  if (text === undefined) return undefined;
  if (form.kind === "parts") return undefined;
  if (form.stream !== undefined) return itemsOfText(text, form);
  if (form.kind === "text") return text;
  return form.kind === "json" ? jsonOf(text) : undefined;
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Returns the first value of an object; `undefined` if it has none. */
export function firstOf(examples: Json | undefined): Json | undefined {
  return isObject(examples) ? Object.values(examples)[0] : undefined;
}
