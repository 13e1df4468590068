import { isObject, objectMember, pointerParts, type JsonObject } from "../../json.ts";
import { cursorPointer, rootCursor, walkObjects } from "../../load/openapi/openapi-objects.ts";
import { setAt } from "../variants/set-at.ts";
import { isMultipart, isPartList, listSchema, usesItemSchema } from "./part-list.ts";
import { referencedMediaTypes } from "./referenced-media-types.ts";

/**
 * A document in which each multipart body whose parts are described by their place has the `schema` of their list, also
 * where only an `itemSchema` says what is in it. The document is left as it is.
 */
export function markPartLists(document: JsonObject): JsonObject {
  const schemas = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const referenced = referencedMediaTypes(document, isMultipart);
  const root = { ...document };
  const copied = new Set<object>([root]);
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    const { name, key, node, parent } = cursor;
    if (name === "Schema") return false;
    const isComponent = parent?.name === "Components";
    const isBody = isComponent ? referenced.has(String(key)) : isMultipart(String(key));
    if (name !== "MediaType" || !isBody || !isObject(node) || "$ref" in node) return true;
    if (!isPartList(schemas, node)) return true;
    const { itemSchema, ...rest } = node;
    const isUnused = itemSchema !== undefined && !usesItemSchema(schemas, node);
    const marked = { ...rest, schema: listSchema(schemas, node) };
    const place = pointerParts(cursorPointer(cursor));
    setAt(root, place, isUnused ? { ...marked, itemSchema } : marked, copied);
    return true;
  });
  return root;
}
