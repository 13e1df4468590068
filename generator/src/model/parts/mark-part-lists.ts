import { isObject, objectMember, pointerParts, stringMember, type JsonObject } from "../../json.ts";
import {
  cursorPointer,
  rootCursor,
  walkObjects,
  type Cursor,
} from "../../load/openapi/openapi-objects.ts";
import { setAt } from "../variants/set-at.ts";
import { isMultipart, isPartList, listSchema, usesItemSchema } from "./part-list.ts";
import { referencedMediaTypes } from "./referenced-media-types.ts";

/**
 * A document in which each multipart body whose parts are described by their place has the `schema` of their list, also
 * where only an `itemSchema` says what is in it. Only those of answers with nothing but an `itemSchema` are left, which
 * are streams. The document is left as it is.
 */
export function markPartLists(document: JsonObject): JsonObject {
  const schemas = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const referenced = referencedMediaTypes(document, isMultipart);
  const sent = referenced.size === 0 ? referenced : sentMediaTypes(document);
  const root = { ...document };
  const copied = new Set<object>([root]);
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    const { name, key, node, parent } = cursor;
    if (bodiless.has(name)) return false;
    const isComponent = parent?.name === "Components";
    const isBody = isComponent ? referenced.has(String(key)) : isMultipart(String(key));
    if (name !== "MediaType" || !isBody || !isObject(node) || "$ref" in node) return true;
    if (!isPartList(schemas, node)) return true;
    const isReceived = isComponent ? !sent.has(String(key)) : isAnswered(cursor);
    if (isReceived && !("schema" in node)) return true;
    const { itemSchema, ...rest } = node;
    const isUnused = itemSchema !== undefined && !usesItemSchema(schemas, node);
    const marked = { ...rest, schema: listSchema(schemas, node) };
    const place = pointerParts(cursorPointer(cursor));
    setAt(root, place, isUnused ? { ...marked, itemSchema } : marked, copied);
    return true;
  });
  return root;
}

/** Objects in which no body is described; most of a description is in them. */
const bodiless: ReadonlySet<string> = new Set(["Schema", "Parameter", "Example", "Header", "Link"]);

/** True if a Media Type Object is one of a response. */
const isAnswered = ({ parent }: Cursor): boolean => parent?.name === "Response";

/** The names of Media Type Objects of `components` that bodies of requests refer to. */
function sentMediaTypes(document: JsonObject): Set<string> {
  const sent = new Set<string>();
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    const reference = cursor.name === "MediaType" ? stringMember(cursor.node, "$ref") : undefined;
    if (reference !== undefined && !isAnswered(cursor)) sent.add(reference.split("/").at(-1) ?? "");
    return !bodiless.has(cursor.name);
  });
  return sent;
}
