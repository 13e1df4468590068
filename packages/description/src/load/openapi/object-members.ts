/** The objects of OpenAPI 3.0, 3.1 and 3.2, named as in the specification, without the word Object. */
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
export type Member = ObjectName | readonly ["list" | "map" | "schemaOrList", ObjectName];

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
    [
      "properties",
      "patternProperties",
      "dependentSchemas",
      "dependencies",
      "x-dynamic-anchors",
      "x-dynamic-reference",
      "$defs",
      "definitions",
    ].map((name) => [name, map("Schema")]),
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

/**
 * The members of each object that contain other objects (OpenAPI 3.1, section 4.8; 3.2 adds `query` and
 * `itemSchema`).
 */
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
    prefixEncoding: list("Encoding"),
    itemEncoding: "Encoding",
  },
  Encoding: { headers: map("Header") },
  Link: { server: "Server" },
  Schema: schemaMembers,
};

/** Objects whose members, except extensions, are all of one kind. */
export const everyMember: Readonly<Partial<Record<ObjectName, ObjectName>>> = {
  Paths: "PathItem",
  Responses: "Response",
  Callback: "PathItem",
};

/** The members of each object that contain other objects, by object name. */
export const memberTables: ReadonlyMap<ObjectName, ReadonlyMap<string, Member>> = new Map(
  Object.entries(members).map(([name, table]) => [
    name as ObjectName,
    new Map(Object.entries(table)),
  ]),
);
