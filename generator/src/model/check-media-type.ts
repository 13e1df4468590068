import { isObject, member, stringMember, toPointer, type Json, type JsonObject } from "../json.ts";
import { typesOf, appliedNodes } from "./binary/applied-schema.ts";
import type { ModelContext } from "./model-context.ts";

/** The fields that encode parts by their place (OpenAPI 3.2, Media Type Object and Encoding Object). */
const byPlace = ["prefixEncoding", "itemEncoding"];

/**
 * Tells whether a body is a sequence of parts that are described by their place (OpenAPI 3.2, "Encoding `multipart`
 * Media Types"), which is sent and received as bytes; reports that, and encodings within encodings.
 */
export function isPartSequence(
  context: ModelContext,
  mediaType: string,
  node: JsonObject,
  pointer: string,
): boolean {
  reportNested(context, node["encoding"], `${pointer}/encoding`);
  if (!/^\s*multipart\//i.test(mediaType)) {
    const field = byPlace.find((one) => node[one] !== undefined);
    if (field !== undefined)
      context.report(
        "encoding-unused",
        `${mediaType} has no parts, so nothing is made of ${field}`,
        `${pointer}/${field}`,
        "remove it, or describe a multipart media type",
      );
    return false;
  }
  const isForm = /^\s*multipart\/form-data\s*(?:;|$)/i.test(mediaType);
  const field = ["itemSchema", ...byPlace].find((one) => node[one] !== undefined);
  const isList = field !== undefined || isArray(context, member(node, "schema"));
  if (isList)
    context.report(
      "parts-unread",
      `the parts of ${mediaType} are described one after the other, so its body is a Blob, whose parts callers and handlers write and read`,
      field === undefined ? `${pointer}/schema` : `${pointer}/${field}`,
      isForm
        ? "describe the parts as properties of an object, if each has a name"
        : "use multipart/form-data and properties of an object, if each part has a name",
    );
  return isList;
}

function isArray(context: ModelContext, schema: Json | undefined): boolean {
  if (schema === undefined) return false;
  const types = typesOf(appliedNodes(context.schemas, schema));
  return types.size === 1 && types.has("array");
}

function reportNested(context: ModelContext, encodings: Json | undefined, pointer: string): void {
  for (const [name, encoding] of Object.entries(isObject(encodings) ? encodings : {})) {
    const field = ["encoding", ...byPlace].find((one) => member(encoding, one) !== undefined);
    if (field === undefined) continue;
    const type = stringMember(encoding, "contentType") ?? "JSON";
    context.report(
      "encoding-unused",
      `the encodings within that of ${name} are not used, so the part is a value of ${type} as a whole`,
      `${pointer}${toPointer([name, field])}`,
      "describe the part as a file, and write its content yourself",
    );
  }
}
