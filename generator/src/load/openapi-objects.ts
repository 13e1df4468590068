import { isObject, toPointer, type Json, type JsonObject } from "./json.ts";

/** The objects of OpenAPI 3.0, 3.1 and 3.2, named as its text names them, without the word Object. */
export type ObjectName =
  | "OpenApi"
  | "Info"
  | "Server"
  | "Components"
  | "Paths"
  | "PathItem"
  | "Operation"
  | "Parameter"
  | "RequestBody"
  | "MediaType"
  | "Encoding"
  | "Responses"
  | "Response"
  | "Callback"
  | "Example"
  | "Link"
  | "Header"
  | "Tag"
  | "Schema"
  | "SecurityScheme";

/** How a member holds its object: directly, in a list, or in a map by name. */
type Member = ObjectName | readonly ["list" | "map" | "schemaOrList", ObjectName];

/** The members of a Path Item that are operations (OpenAPI 3.2, section 4.9.1; `query` is new there). */
export const methodNames: readonly string[] = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
];

const operationMembers: Readonly<Record<string, Member>> = Object.fromEntries(
  methodNames.map((method) => [method, "Operation" as const]),
);

const map = (name: ObjectName): Member => ["map", name];
const list = (name: ObjectName): Member => ["list", name];

const parameterMembers: Readonly<Record<string, Member>> = {
  schema: "Schema",
  content: map("MediaType"),
  examples: map("Example"),
};

const schemaMembers: Readonly<Record<string, Member>> = {
  ...Object.fromEntries(
    ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"].map((name) => [
      name,
      map("Schema"),
    ]),
  ),
  ...Object.fromEntries(
    ["allOf", "anyOf", "oneOf", "prefixItems"].map((name) => [name, list("Schema")]),
  ),
  ...Object.fromEntries(
    [
      "additionalProperties",
      "unevaluatedProperties",
      "unevaluatedItems",
      "propertyNames",
      "contains",
      "contentSchema",
      "not",
      "if",
      "then",
      "else",
    ].map((name) => [name, "Schema" as const]),
  ),
  items: ["schemaOrList", "Schema"],
};

/** The members of each object that hold further objects (OpenAPI 3.1, section 4.8; 3.2 adds `query`, `itemSchema`). */
const members: Readonly<Partial<Record<ObjectName, Readonly<Record<string, Member>>>>> = {
  OpenApi: {
    info: "Info",
    servers: list("Server"),
    paths: "Paths",
    webhooks: map("PathItem"),
    components: "Components",
    tags: list("Tag"),
  },
  Components: {
    schemas: map("Schema"),
    responses: map("Response"),
    parameters: map("Parameter"),
    examples: map("Example"),
    requestBodies: map("RequestBody"),
    headers: map("Header"),
    securitySchemes: map("SecurityScheme"),
    links: map("Link"),
    callbacks: map("Callback"),
    pathItems: map("PathItem"),
    mediaTypes: map("MediaType"),
  },
  PathItem: {
    ...operationMembers,
    additionalOperations: map("Operation"),
    parameters: list("Parameter"),
    servers: list("Server"),
  },
  Operation: {
    parameters: list("Parameter"),
    requestBody: "RequestBody",
    responses: "Responses",
    callbacks: map("Callback"),
    servers: list("Server"),
  },
  Parameter: parameterMembers,
  Header: parameterMembers,
  RequestBody: { content: map("MediaType") },
  Response: { headers: map("Header"), content: map("MediaType"), links: map("Link") },
  MediaType: {
    schema: "Schema",
    itemSchema: "Schema",
    examples: map("Example"),
    encoding: map("Encoding"),
  },
  Encoding: { headers: map("Header") },
  Link: { server: "Server" },
  Schema: schemaMembers,
};

/** Objects all of whose members, but extensions, hold one kind of object. */
const everyMember: Readonly<Partial<Record<ObjectName, ObjectName>>> = {
  Paths: "PathItem",
  Responses: "Response",
  Callback: "PathItem",
};

/** The section of `components` that holds an object which others refer to. */
export const componentSections: Readonly<Partial<Record<ObjectName, string>>> = {
  Schema: "schemas",
  Response: "responses",
  Parameter: "parameters",
  Example: "examples",
  RequestBody: "requestBodies",
  Header: "headers",
  SecurityScheme: "securitySchemes",
  Link: "links",
  Callback: "callbacks",
  MediaType: "mediaTypes",
};

/** A node of a description on the way from its root. */
export interface Cursor {
  readonly node: Json;
  readonly name: ObjectName;
  readonly key: string | number;
  readonly holder: JsonObject | Json[] | undefined;
  readonly parent: Cursor | undefined;
  /** The members between the parent object and this one, such as `["properties", "id"]`. */
  readonly path: readonly (string | number)[];
}

/** The cursor of a walk's first node. */
export function rootCursor(node: Json, name: ObjectName): Cursor {
  return { node, name, key: "", holder: undefined, parent: undefined, path: [] };
}

/** The JSON pointer from the walk's root to a cursor's node, built only when asked for. */
export function cursorPointer(cursor: Cursor): string {
  const parts: (string | number)[] = [];
  for (let at: Cursor | undefined = cursor; at !== undefined; at = at.parent)
    parts.unshift(...at.path);
  return toPointer(parts);
}

/**
 * Visits every OpenAPI object under a node in the order of the text, parents first, without
 * recursion, so that depth is bounded by memory alone. A visitor that answers `false` keeps the
 * walk out of what lies below; one that replaces a node does so through `holder` and `key`.
 */
export function walkObjects(start: Cursor, visit: (cursor: Cursor) => boolean | void): void {
  const stack: Cursor[] = [start];
  for (let cursor = stack.pop(); cursor !== undefined; cursor = stack.pop()) {
    if (visit(cursor) === false) continue;
    const children = childCursors(cursor);
    for (let index = children.length - 1; index >= 0; index -= 1)
      stack.push(children[index] as Cursor);
  }
}

function childCursors(parent: Cursor): Cursor[] {
  const { node, name } = parent;
  if (!isObject(node)) return [];
  const every = everyMember[name];
  if (every !== undefined) {
    return Object.keys(node)
      .filter((key) => !key.startsWith("x-"))
      .map((key) => child(parent, node, every, key, [key]));
  }
  const table = members[name];
  if (table === undefined) return [];
  const children: Cursor[] = [];
  for (const key of Object.keys(node)) {
    const held = Object.hasOwn(table, key) ? table[key] : undefined;
    if (held !== undefined) addMember(children, parent, node, key, held);
  }
  return children;
}

/** The members of an object that ought to hold a list or a map, and hold something else; nothing at all is neither. */
export function misfittingMembers({
  node,
  name,
}: Cursor): { readonly key: string; readonly wanted: string }[] {
  const table = members[name] ?? {};
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    const held = Object.hasOwn(table, key) ? table[key] : undefined;
    if (
      held === undefined ||
      value === null ||
      typeof held === "string" ||
      held[0] === "schemaOrList"
    )
      return [];
    const fits = held[0] === "map" ? isObject(value) : Array.isArray(value);
    return fits ? [] : [{ key, wanted: held[0] === "map" ? "an object" : "a list" }];
  });
}

/**
 * The kind of the object that stands at a pointer into a document; `undefined` where OpenAPI knows no
 * object, as within extensions and examples.
 */
export function objectNameAt(parts: readonly string[]): ObjectName | undefined {
  let name: ObjectName | undefined = "OpenApi";
  for (let index = 0; index < parts.length && name !== undefined; index += 1) {
    const part: string = parts[index] ?? "";
    const every: ObjectName | undefined = part.startsWith("x-") ? undefined : everyMember[name];
    const table: Readonly<Record<string, Member>> = members[name] ?? {};
    const held: Member | undefined = Object.hasOwn(table, part) ? table[part] : undefined;
    if (every !== undefined) name = every;
    else if (held === undefined || typeof held === "string") name = held;
    // The key or the index within a map or list; without one there is no object yet.
    else if (held[0] === "schemaOrList" && !/^\d+$/.test(parts[index + 1] ?? "")) name = held[1];
    else name = (index += 1) < parts.length ? held[1] : undefined;
  }
  return name;
}

/** Whether a member of an object holds a list or a map of objects. */
export function holdsMany(name: ObjectName, key: string): boolean {
  const table = members[name] ?? {};
  return Object.hasOwn(table, key) && Array.isArray(table[key]);
}

function addMember(
  children: Cursor[],
  parent: Cursor,
  node: JsonObject,
  key: string,
  held: Member,
): void {
  if (typeof held === "string") {
    children.push(child(parent, node, held, key, [key]));
    return;
  }
  const [kind, name] = held;
  const value = node[key];
  if (kind === "schemaOrList" && !Array.isArray(value)) {
    children.push(child(parent, node, name, key, [key]));
  } else if (kind === "map" && isObject(value)) {
    for (const entry of Object.keys(value))
      children.push(child(parent, value, name, entry, [key, entry]));
  } else if (kind !== "map" && Array.isArray(value)) {
    for (const index of value.keys())
      children.push(child(parent, value, name, index, [key, index]));
  }
}

function child(
  parent: Cursor,
  holder: JsonObject | Json[],
  name: ObjectName,
  key: string | number,
  path: readonly (string | number)[],
): Cursor {
  const node = (holder as Record<string | number, Json>)[key] as Json;
  return { node, name, key, holder, parent, path };
}

/** Puts another node where the cursor's node stands. */
export function replaceNode(cursor: Cursor, replacement: Json): void {
  if (cursor.holder !== undefined)
    (cursor.holder as Record<string | number, Json>)[cursor.key] = replacement;
}
