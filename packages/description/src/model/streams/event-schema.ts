import {
  arrayMember,
  isObject,
  member,
  objectMember,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { appliedNodes, typesOf } from "../binary/applied-schema.ts";

/** The fields of an event (WHATWG HTML, 9.2.6), which an `itemSchema` of OpenAPI 3.2 describes. */
const fields = new Set(["event", "data", "id", "retry"]);

/** What the schema of an event says about its data. */
export interface EventSchema {
  /** The names of the events whose data is JSON; `true` means all of them. */
  readonly jsonEvents: true | readonly string[] | undefined;
  /** The schemas of strings that contain JSON, each with the schema of that JSON. */
  readonly contents: ReadonlyMap<JsonObject, Json>;
}

/** One alternative of an event: the schemas that apply to its fields. */
interface Alternative {
  readonly events: readonly Json[];
  readonly data: readonly Json[];
}

/** The depth to which nested alternatives are read. */
const deepest = 8;

/**
 * Reads the schema of an event (OpenAPI 3.2, Media Type Object, "Special Considerations for
 * Server-Sent Events"). Data is JSON if `contentMediaType` and `contentSchema` say so, or if it is
 * not a string.
 * @param schemas the members of `components.schemas`
 * @returns `undefined` if the schema has members that no event has: it describes the data instead
 */
export function eventSchema(schemas: JsonObject, schema: Json): EventSchema | undefined {
  const alternatives = alternativesOf(schemas, schema, { events: [], data: [] }, 0);
  if (alternatives === undefined) return undefined;
  if (alternatives.every(({ events, data }) => events.length + data.length === 0)) return undefined;
  const judged = alternatives.map((one) => ({
    names: eventNames(schemas, one),
    isJson: one.data.length > 0 && one.data.every((data) => isJson(schemas, data)),
    data: one.data,
  }));
  const jsonEvents = jsonEventsOf(judged);
  const isDecoded = ({ isJson: isOne }: (typeof judged)[number]): boolean =>
    isOne && jsonEvents !== undefined;
  const contents = judged
    .filter(isDecoded)
    .flatMap(({ data }) => data)
    .flatMap((data): [JsonObject, Json][] => {
      const content = isObject(data) ? contentOf(data) : undefined;
      return content === undefined ? [] : [[data as JsonObject, content]];
    });
  return { jsonEvents, contents: new Map(contents) };
}

/** Returns the alternatives of a schema; `undefined` if one has members that no event has. */
function alternativesOf(
  schemas: JsonObject,
  schema: Json,
  base: Alternative,
  depth: number,
): Alternative[] | undefined {
  const nodes = appliedNodes(schemas, schema);
  const members = nodes.map((node) => objectMember(node, "properties") ?? {});
  if (members.some((one) => Object.keys(one).some((name) => !fields.has(name)))) return undefined;
  const own = (name: string): Json[] => members.flatMap((one) => member(one, name) ?? []);
  const all = {
    events: [...base.events, ...own("event")],
    data: [...base.data, ...own("data")],
  };
  const inner = nodes.flatMap((node) => [
    ...arrayMember(node, "oneOf"),
    ...arrayMember(node, "anyOf"),
  ]);
  if (inner.length === 0 || depth === deepest) return [all];
  const found = inner.map((one) => alternativesOf(schemas, one, all, depth + 1));
  return found.includes(undefined) ? undefined : found.flatMap((one) => one ?? []);
}

/** Returns the names that the event of an alternative may have; `undefined` for any name. */
function eventNames(schemas: JsonObject, { events }: Alternative): string[] | undefined {
  for (const node of events.flatMap((one) => appliedNodes(schemas, one))) {
    const names = "const" in node ? [node["const"]] : arrayMember(node, "enum");
    if (names.length > 0) return names.filter((name) => typeof name === "string");
  }
  return undefined;
}

function jsonEventsOf(
  alternatives: readonly { readonly names: string[] | undefined; readonly isJson: boolean }[],
): EventSchema["jsonEvents"] {
  const isAll = alternatives.every(({ isJson: isOne }) => isOne);
  if (isAll) return true;
  const names = (isWanted: boolean): (string | undefined)[] =>
    alternatives
      .filter(({ isJson: isOne }) => isOne === isWanted)
      .flatMap((one) => one.names ?? [undefined]);
  const json = names(true);
  const others = new Set(names(false));
  // If their names do not distinguish JSON events from others, all are read as text.
  const isKnown = json.every((name): name is string => name !== undefined && !others.has(name));
  return isKnown && json.length > 0 && !others.has(undefined) ? json : undefined;
}

/** Returns true if data is JSON: the schema says so, or the data is not a string. */
function isJson(schemas: JsonObject, data: Json): boolean {
  if (isObject(data) && contentOf(data) !== undefined) return true;
  const nodes = appliedNodes(schemas, data);
  const types = typesOf(nodes);
  if (types.size > 0) return !types.has("string");
  const values = nodes.flatMap((node) =>
    "const" in node ? node["const"] : arrayMember(node, "enum"),
  );
  if (values.length > 0) return values.every((value) => typeof value !== "string");
  const inner = nodes.flatMap((node) => [
    ...arrayMember(node, "oneOf"),
    ...arrayMember(node, "anyOf"),
  ]);
  if (inner.length > 0) return inner.every((one) => isJson(schemas, one));
  return nodes.some((node) => "properties" in node || "items" in node);
}

/** Returns the schema of the JSON in a string (JSON Schema 2020-12 validation, section 8). */
function contentOf(data: JsonObject): Json | undefined {
  const { contentMediaType, contentSchema, contentEncoding } = data;
  const isJsonType =
    typeof contentMediaType === "string" && /[/+]json\s*(?:;|$)/i.test(contentMediaType);
  return isJsonType && contentEncoding === undefined ? contentSchema : undefined;
}

/** Returns true if a schema only allows strings. */
export function isText(schemas: JsonObject, schema: Json): boolean {
  const types = typesOf(appliedNodes(schemas, schema));
  return types.size === 1 && types.has("string");
}
