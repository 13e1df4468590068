import { isObject, member, objectMember, type Json, type JsonObject } from "../../json/json.ts";
import { cursorPointer, rootCursor, walkObjects } from "../../load/openapi/openapi-objects.ts";
import { pointerParts } from "../../json/json.ts";
import { mapMembers, mapSubschemas } from "../../json/subschemas.ts";
import { setAt } from "../variants/set-at.ts";
import { eventSchema } from "./event-schema.ts";

/**
 * The keyword that marks a Media Type Object whose items are whole events; it lists the events
 * whose data is JSON.
 */
export const eventItemMark = "x-event-item";

/**
 * Returns a document in which each `itemSchema` that describes a whole event is marked. Strings
 * that contain JSON get the schema of that JSON, because callers and handlers see it parsed. The
 * given document is not changed.
 */
export function markEventItems(document: JsonObject): JsonObject {
  const schemas = objectMember(objectMember(document, "components"), "schemas") ?? {};
  const root = { ...document };
  const copied = new Set<object>([root]);
  const contents = new Map<JsonObject, Json>();
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    if (cursor.name === "Schema") return false;
    const schema = cursor.name === "MediaType" ? member(cursor.node, "itemSchema") : undefined;
    const isReferred = cursor.parent?.name === "Components";
    if (schema === undefined || !(isReferred || isEventStream(String(cursor.key)))) return true;
    const event = eventSchema(schemas, schema);
    if (event === undefined) return true;
    for (const [data, content] of event.contents) contents.set(data, content);
    const place = [...pointerParts(cursorPointer(cursor)), eventItemMark];
    setAt(root, place, { jsonEvents: event.jsonEvents ?? [] }, copied);
    return true;
  });
  if (contents.size === 0) return root;
  const decoded = mapMembers(schemas, (schema) => withContents(schema, contents));
  if (decoded !== schemas) setAt(root, ["components", "schemas"], decoded, copied);
  return root;
}

const isEventStream = (mediaType: string): boolean =>
  /^\s*text\/event-stream\s*(?:;|$)/i.test(mediaType);

function withContents(schema: Json, contents: ReadonlyMap<JsonObject, Json>): Json {
  if (!isObject(schema)) return schema;
  const content = contents.get(schema);
  if (content === undefined) return mapSubschemas(schema, (one) => withContents(one, contents));
  const { description } = schema;
  return isObject(content) && description !== undefined ? { description, ...content } : content;
}
