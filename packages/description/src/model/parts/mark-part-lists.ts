import {
  isObject,
  objectMember,
  pointerParts,
  stringMember,
  type JsonObject,
} from "../../json/json.ts";
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
 * Returns a document in which each multipart body with positional parts has a `schema` for the
 * whole list, even if the description only has an `itemSchema`. Responses that only have an
 * `itemSchema` are streams and stay as they are. The given document is not changed.
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

/** Objects that contain no bodies; skipping them skips most of a description. */
const bodiless: ReadonlySet<string> = new Set(["Schema", "Parameter", "Example", "Header", "Link"]);

/** Returns true if a Media Type Object belongs to a response. */
const isAnswered = ({ parent }: Cursor): boolean => parent?.name === "Response";

/** Returns the names of Media Type Objects in `components` that request bodies refer to. */
function sentMediaTypes(document: JsonObject): Set<string> {
  const sent = new Set<string>();
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    const reference = cursor.name === "MediaType" ? stringMember(cursor.node, "$ref") : undefined;
    if (reference !== undefined && !isAnswered(cursor)) sent.add(reference.split("/").at(-1) ?? "");
    return !bodiless.has(cursor.name);
  });
  return sent;
}
