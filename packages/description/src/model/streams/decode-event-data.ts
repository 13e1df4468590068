import { isObject, type Json, type JsonObject } from "../../json/json.ts";
import { mapMembers, mapSubschemas } from "../../json/subschemas.ts";
import type { JsonSchemas } from "../json-schemas.ts";
import { eventSchema } from "./event-schema.ts";

/**
 * Returns schemas in which the strings of events that contain JSON have the schema of that JSON,
 * because callers and handlers see it parsed.
 */
export function decodeEventData({ named, placed }: JsonSchemas): JsonSchemas {
  const contents = new Map<JsonObject, Json>();
  for (const { schema, path, body } of placed) {
    if (path.at(-1) !== "itemSchema" || !body?.mediaTypes.some(isEventStream)) continue;
    for (const [data, content] of eventSchema(named, schema)?.contents ?? [])
      contents.set(data, content);
  }
  if (contents.size === 0) return { named, placed };
  return { named: mapMembers(named, (schema) => withContents(schema, contents)), placed };
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
