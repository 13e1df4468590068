import { member, stringMember, type Json, type JsonObject } from "../../json/json.ts";
import type { Lifting, Step } from "./lifting.ts";

/** Keywords of a parameter, an item or a header that moved into a schema in OpenAPI 3.0. */
const schemaKeywords = new Set(
  "type format items default maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems enum multipleOf nullable".split(
    " ",
  ),
);

/** The style of lists in OpenAPI 3.0, by `collectionFormat`. Other formats cannot be expressed any more. */
const queryStyles: Readonly<Record<string, JsonObject>> = {
  csv: { style: "form", explode: false },
  ssv: { style: "spaceDelimited", explode: false },
  pipes: { style: "pipeDelimited", explode: false },
  multi: { style: "form", explode: true },
};

/** Converts a parameter in a path, a query or a header. A reference stays one. */
export function liftParameter(lifting: Lifting, parameter: JsonObject, step: Step): JsonObject {
  lifting.put(step.to, step.from);
  if (stringMember(parameter, "$ref") !== undefined) {
    lifting.checkReference(parameter, step.from);
    return parameter;
  }
  const { schema, others } = splitSchema(lifting, parameter, step);
  const { collectionFormat = "csv", ...lifted } = others;
  if (schema["type"] === "array")
    Object.assign(lifted, styleOf(lifting, lifted["in"], collectionFormat, step));
  return { ...lifted, schema };
}

/** Converts a header of a response. */
export function liftHeader(lifting: Lifting, header: JsonObject, step: Step): JsonObject {
  lifting.put(step.to, step.from);
  const { schema, others } = splitSchema(lifting, header, step);
  const { collectionFormat = "csv", ...lifted } = others;
  if (schema["type"] === "array" && collectionFormat !== "csv")
    warnOfFormat(lifting, collectionFormat, step);
  return { ...lifted, schema };
}

/** Separates the keywords of a schema from the other members of a parameter or header. */
export function splitSchema(
  lifting: Lifting,
  value: JsonObject,
  step: Step,
): { readonly schema: JsonObject; readonly others: JsonObject } {
  const entries = Object.entries(value);
  const schema = Object.fromEntries(entries.filter(([name]) => schemaKeywords.has(name)));
  const others = Object.fromEntries(entries.filter(([name]) => !schemaKeywords.has(name)));
  lifting.put([...step.to, "schema"], step.from);
  checkItems(lifting, member(schema, "items"), [...step.from, "items"]);
  return { schema, others };
}

/** Warns about the format of inner lists, which Swagger 2.0 had for each level. */
function checkItems(lifting: Lifting, items: Json | undefined, from: Step["from"]): void {
  const format = stringMember(items, "collectionFormat");
  if (format === undefined) return;
  delete (items as JsonObject)["collectionFormat"];
  lifting.warn(
    [...from, "collectionFormat"],
    `the collectionFormat ${JSON.stringify(format)} of items does not exist in OpenAPI 3`,
    "the inner lists are sent as the outer one is",
  );
}

function styleOf(
  lifting: Lifting,
  place: Json | undefined,
  format: Json,
  step: Step,
): JsonObject | undefined {
  if (place === "query") {
    const style = queryStyles[String(format)];
    if (style !== undefined) return style;
    warnOfFormat(lifting, format, step);
    return queryStyles["csv"];
  }
  if (format !== "csv") warnOfFormat(lifting, format, step);
  return { style: "simple" };
}

/** Returns the encoding of a list in a form; `undefined` if the default applies. */
export function formEncoding(
  lifting: Lifting,
  format: Json,
  mediaType: string,
  step: Step,
): JsonObject | undefined {
  const style = queryStyles[String(format)];
  // In multipart, each item is a part of its own (OpenAPI 3.0, "Encoding Object").
  if (mediaType.startsWith("multipart/")) {
    if (format !== "multi") warnOfFormat(lifting, format, step, "each item is a part of its own");
    return undefined;
  }
  if (style === undefined) warnOfFormat(lifting, format, step);
  return style ?? queryStyles["csv"];
}

function warnOfFormat(
  lifting: Lifting,
  format: Json,
  { from }: Step,
  instead = "it is read as a list with commas, csv",
): void {
  lifting.warn(
    [...from, "collectionFormat"],
    `the collectionFormat ${JSON.stringify(format)} of a list does not exist in OpenAPI 3 here`,
    instead,
  );
}
