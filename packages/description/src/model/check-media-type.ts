import {
  arrayMember,
  member,
  objectMember,
  stringMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../json/json.ts";
import { appliedNodes } from "./binary/applied-schema.ts";
import type { ModelContext } from "./model-context.ts";
import { byPlace, isFormData, isMultipart } from "./parts/part-list.ts";

/**
 * Reports encodings for parts that do not exist, encodings within encodings, and parts that are not
 * read.
 * @param isParts whether the body is a list of parts that are identified by position
 */
export function checkMediaType(
  context: ModelContext,
  mediaType: string,
  node: JsonObject,
  pointer: string,
  isParts: boolean,
): void {
  for (const [name, encoding] of Object.entries(objectMember(node, "encoding") ?? {}))
    reportNested(context, encoding, `${pointer}/encoding${toPointer([name])}`, name);
  if (!isParts) {
    reportUnused(context, mediaType, node, pointer);
    return;
  }
  const { itemEncoding, itemSchema } = node;
  reportNested(context, itemEncoding, `${pointer}/itemEncoding`, "the parts");
  for (const [position, encoding] of arrayMember(node, "prefixEncoding").entries()) {
    const isItems = nestedField(encoding) === nestedField(itemEncoding);
    const at = `${pointer}/prefixEncoding/${position}`;
    // A part without an encoding of its own shares `itemEncoding`, which is reported already.
    if (!isItems) reportNested(context, encoding, at, `part ${position}`);
  }
  if (itemSchema === undefined || !("schema" in node)) return;
  context.report(
    "item-schema-unused",
    `schema describes the parts of ${mediaType}, so itemSchema is ignored`,
    `${pointer}/itemSchema`,
    "write one of them: schema for a list as a whole, itemSchema for parts that are all alike",
  );
}

function reportUnused(
  context: ModelContext,
  mediaType: string,
  node: JsonObject,
  pointer: string,
): void {
  const field = byPlace.find((one) => node[one] !== undefined);
  if (field !== undefined)
    context.report(
      "encoding-unused",
      `${mediaType} has no ${isMultipart(mediaType) ? "list of parts" : "parts"}, so ${field} is ignored`,
      `${pointer}/${field}`,
      isMultipart(mediaType)
        ? "describe the parts by an array"
        : "remove it, or describe a multipart media type",
    );
  const schema = member(node, "schema");
  const isNamed =
    schema !== undefined &&
    appliedNodes(context.schemas, schema).some((one) => one["properties"] !== undefined);
  if (isNamed && isMultipart(mediaType) && !isFormData(mediaType))
    context.report(
      "parts-unread",
      `the parts of ${mediaType} are described by name, which only multipart/form-data supports, so its body is a Blob, whose parts callers and handlers write and read`,
      `${pointer}/schema`,
      "describe the parts in their order, by an array with prefixItems or items, or use multipart/form-data",
    );
}

function reportNested(
  context: ModelContext,
  encoding: Json | undefined,
  pointer: string,
  part: string,
): void {
  const field = nested.find((one) => member(encoding, one) !== undefined);
  if (field === undefined) return;
  const type = stringMember(encoding, "contentType") ?? "JSON";
  context.report(
    "encoding-unused",
    `the encodings within that of ${part} are not used, so the part is a value of ${type} as a whole`,
    `${pointer}/${field}`,
    "describe the part as a file, and write its content yourself",
  );
}

/** The fields with which an Encoding Object encodes the parts of a part. */
const nested = ["encoding", ...byPlace];

const nestedField = (encoding: Json | undefined): Json | undefined =>
  nested.map((field) => member(encoding, field)).find((one) => one !== undefined);
