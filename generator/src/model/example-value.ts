import { isObject, member, stringMember, type Json, type JsonObject } from "../json.ts";
import type { MediaType } from "./api-model.ts";
import { itemsOfText } from "./streams/items-of-text.ts";

/** What of a media type says how a text of it is read. */
export type ExampleForm = Pick<MediaType, "kind" | "stream" | "item" | "jsonEvents">;

/** The fields of an Example Object that have its value (OpenAPI 3.2, Example Object). */
export const exampleFields = ["dataValue", "value", "serializedValue"] as const;

/** The field of an Example Object that its value is taken from; `undefined` where it has none, or only text that is not read. */
export function exampleField(
  example: Json | undefined,
  form: ExampleForm,
): (typeof exampleFields)[number] | undefined {
  return exampleFields
    .toSorted((one, other) => rank(one, form) - rank(other, form))
    .find(
      (field) =>
        member(example, field) !== undefined && valueOf(example, field, form) !== undefined,
    );
}

/** The text of a body is what it is; of all else the value itself says more than its text. */
const rank = (field: string, { kind, stream }: ExampleForm): number =>
  (exampleFields as readonly string[]).indexOf(field) -
  (field === "serializedValue" && kind === "text" && stream === undefined ? 3 : 0);

/** The value of an Example Object; of a stream all of its items, where it has them. */
export function exampleValue(example: Json | undefined, form: ExampleForm): Json | undefined {
  const field = exampleField(example, form);
  return field === undefined ? undefined : valueOf(example, field, form);
}

/** True if an Example Object of a stream has the items one after the other, and is not one of them. */
export function isSequence(example: JsonObject, form: ExampleForm): boolean {
  const field = exampleField(example, form);
  if (field === "serializedValue") return true;
  // Parts are a list in any case; of lines and events the older fields have one item.
  const isWhole = field === "dataValue" || (field === "value" && form.kind === "parts");
  return isWhole && Array.isArray(example[field]);
}

/** True if an example has text alone, and that is not read. */
export function isUnread(example: JsonObject, form: ExampleForm): boolean {
  return (
    stringMember(example, "serializedValue") !== undefined &&
    exampleField(example, form) === undefined
  );
}

/** True if an example has but the address of its value. */
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

/** The value of the first of several examples; `undefined` where it has none. */
export function firstOf(examples: Json | undefined): Json | undefined {
  return isObject(examples) ? Object.values(examples)[0] : undefined;
}
