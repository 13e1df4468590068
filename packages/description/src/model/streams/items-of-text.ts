import type { Json, JsonObject } from "../../json/json.ts";
import type { MediaType } from "../api-model.ts";

/**
 * Parses the text of a stream, for examples in serialized form (OpenAPI 3.2, Example Object,
 * `serializedValue`): JSON text sequences (RFC 7464), lines of JSON, or events (WHATWG HTML,
 * 9.2.6).
 * @returns the items, or `undefined` if the text is malformed
 */
export function itemsOfText(
  text: string,
  form: Pick<MediaType, "stream" | "item" | "jsonEvents">,
): Json[] | undefined {
  try {
    return form.stream === "server-sent-events" ? eventsOf(text, form) : recordsOf(text, form);
  } catch {
    return undefined;
  }
}

/** @throws {SyntaxError} when a record is not JSON */
function recordsOf(text: string, { stream }: Pick<MediaType, "stream">): Json[] {
  const records = stream === "json-seq" ? text.split("\u001e") : text.split(/\r?\n/);
  return records
    .filter((record) => record.trim() !== "")
    .map((record) => JSON.parse(record) as Json);
}

/** @throws {SyntaxError} when data should be JSON and is not */
function eventsOf(
  text: string,
  { item, jsonEvents }: Pick<MediaType, "item" | "jsonEvents">,
): Json[] {
  const blocks = text.replace(/\r\n?/g, "\n").split(/\n{2,}/);
  return blocks.flatMap((block): Json[] => {
    const event = eventOf(block);
    const data = event["data"] as string | undefined;
    if (data === undefined) return [];
    if (item === "text") return [data];
    if (item === undefined) return [JSON.parse(data) as Json];
    const isJson =
      jsonEvents === true || jsonEvents?.includes((event["event"] as string) ?? "message") === true;
    return [isJson ? { ...event, data: JSON.parse(data) as Json } : event];
  });
}

/** Parses the fields of an event. Several data lines are joined; comments are ignored. */
function eventOf(block: string): JsonObject {
  const event: JsonObject = {};
  for (const line of block.split("\n")) {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (name === "data")
      event["data"] = event["data"] === undefined ? value : `${String(event["data"])}\n${value}`;
    else if (name === "event" || name === "id") event[name] = value;
    else if (name === "retry" && /^\d+$/.test(value)) event["retry"] = Number(value);
  }
  return event;
}
