import { member, type JsonObject } from "../json/json.ts";
import type { Place } from "../load/openapi/operation-places.ts";
import { encodingWithMediaTypes } from "./binary/form-encoding.ts";
import type { ModelContext } from "./model-context.ts";
import { placedEncodings, withMediaTypes } from "./parts/part-encodings.ts";
import { isFormData, isMultipart, isPartList, listSchema } from "./parts/part-list.ts";

/**
 * Returns the Media Type Object of a body with the schemas that validators read, and with the
 * encodings that its schema implies.
 */
export function mediaTypeNode(
  { written, schemaAt }: ModelContext,
  mediaType: string,
  { node, pointer }: Place,
): JsonObject {
  const { schema: _schema, itemSchema: _itemSchema, ...rest } = node;
  const result: JsonObject = { ...rest };
  for (const keyword of ["schema", "itemSchema"]) {
    const schema = schemaAt(`${pointer}/${keyword}`);
    if (schema !== undefined) result[keyword] = schema;
  }
  if (isMultipart(mediaType) && isPartList(written, node)) {
    const { prefixEncoding, itemEncoding } = withMediaTypes(
      written,
      listSchema(written, node),
      placedEncodings(node),
    );
    return { ...result, prefixEncoding, itemEncoding };
  }
  const schema = member(node, "schema");
  if (!isFormData(mediaType) || schema === undefined) return result;
  const encoding = encodingWithMediaTypes(written, schema, member(node, "encoding"));
  return encoding === undefined ? result : { ...result, encoding };
}
