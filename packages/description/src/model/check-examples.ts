import type { JsonObject } from "../json/json.ts";
import type { Place } from "../load/openapi/operation-places.ts";
import { exampleField, isElsewhere, isUnread, type ExampleForm } from "./example-value.ts";
import type { ModelContext } from "./model-context.ts";

/** The fields of an Example Object that exclude each other (OpenAPI 3.2, Example Object). */
const exclusive = [
  ["value", "dataValue"],
  ["value", "serializedValue"],
  ["value", "externalValue"],
  ["serializedValue", "externalValue"],
] as const;

/**
 * Reports fields of an example that exclude each other, and texts and addresses that are not read.
 */
export function checkExample(
  context: ModelContext,
  { node, pointer }: Place,
  form: ExampleForm,
): void {
  const has = (field: string): boolean => node[field] !== undefined;
  const both = exclusive.find(([one, other]) => has(one) && has(other));
  if (both !== undefined) {
    const message = `an example has ${both[0]} and ${both[1]}, which cannot be used together${takenFrom(node, form)}`;
    const hint = "write dataValue for the value, and serializedValue for its text beside it";
    context.report("example-fields", message, `${pointer}/${both[1]}`, hint);
  }
  if (isElsewhere(node, form)) {
    const message =
      "the externalValue of an example is not fetched, so values are made from the schema";
    const hint = "write the value as dataValue, or as value before OpenAPI 3.2";
    context.report("example-unread", message, `${pointer}/externalValue`, hint);
  }
  if (!isUnread(node, form)) return;
  const isJson = form.kind === "json";
  context.report(
    "example-unread",
    `the serializedValue of an example ${isJson ? "is not what its media type says" : "is not read here"}, so values are made from the schema`,
    `${pointer}/serializedValue`,
    isJson ? "correct it, or write the value as dataValue" : "write the value as dataValue",
  );
}

function takenFrom(node: JsonObject, form: ExampleForm): string {
  const field = exampleField(node, form);
  return field === undefined ? "" : `, so ${field} is taken`;
}
