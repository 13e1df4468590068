import type { Json, JsonObject } from "../../../packages/description/src/json/json.ts";

/** What a description may have more of. */
export const kinds = ["operations", "schemas", "operations with schemas of their own"] as const;

/** One of {@link kinds}. */
export type Kind = (typeof kinds)[number];

/** How many there are of what there are not more of. */
const few = 10;

/**
 * Returns a description with a number of paths of two operations, or of schemas. Each ten are of the same
 * features, so that twice as many are twice as much.
 */
export function descriptionOf(kind: Kind, count: number): JsonObject {
  const paths = kind === "schemas" ? few : count;
  const schemas = kind === "operations" ? few : count;
  const nameOf = (index: number): string => `Thing${index % schemas}`;
  return {
    openapi: "3.1.1",
    info: { title: "Things", version: "1.0.0" },
    servers: [{ url: "https://things.test" }],
    security: [{ token: [] }],
    paths: objectOf(paths, (index) => pathItems(index, nameOf(index))),
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      parameters: {
        Limit: { name: "limit", in: "query", schema: { type: "integer", minimum: 1, default: 20 } },
      },
      responses: {
        Missing: { description: "There is none.", content: json(reference("schemas", "Problem")) },
      },
      schemas: {
        Problem: {
          type: "object",
          required: ["status"],
          properties: { status: { type: "integer" }, title: { type: "string" } },
        },
        ...objectOf(schemas, (index) => [[nameOf(index), thing(index, nameOf)]]),
      },
    },
  };
}

function objectOf(count: number, entries: (index: number) => [string, Json][]): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => entries(index)).flat());
}

const reference = (kind: string, name: string): JsonObject => ({
  $ref: `#/components/${kind}/${name}`,
});

const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });

/** Two operations: at a record, or at the collection of records. Each ten indices share a tag. */
function pathItems(index: number, name: string): [string, JsonObject][] {
  const tags = [`group ${Math.floor(index / 10)}`];
  const content = json(reference("schemas", name));
  const missing = reference("responses", "Missing");
  const responses = { 200: { description: "The thing.", content }, 404: missing };
  const requestBody = { required: true, content };
  const id = { name: "thing_id", in: "path", required: true, schema: { type: "string" } };
  if (index % 2 === 0) {
    const get = { operationId: `getThing${index}`, summary: "Reads a thing.", tags, responses };
    const put = { operationId: `putThing${index}`, tags, requestBody, responses, security: [] };
    return [[`/things${index}/{thing_id}`, { parameters: [id], get, put }]];
  }
  const items = { type: "array", items: reference("schemas", name) };
  const page = {
    type: "object",
    required: ["data"],
    properties: { data: items, total: { type: "integer" } },
  };
  const parameters = [
    reference("parameters", "Limit"),
    { name: "filter", in: "query", schema: { type: "string" } },
  ];
  // Its name follows from the path.
  const get = {
    tags,
    parameters,
    responses: { 200: { description: "Things.", content: json(page) } },
  };
  const post = {
    operationId: `addThing${index}`,
    tags,
    requestBody,
    responses: { ...responses, 201: responses[200] },
  };
  return [[`/things${index - 1}`, { get, post }]];
}

/** The schema of a thing. All of them are in one tree, and each ten refer to one of their own. */
function thing(index: number, nameOf: (index: number) => string): JsonObject {
  const near = reference("schemas", nameOf(index - (index % 10)));
  const properties: JsonObject = {
    id: { type: "string", format: "uuid" },
    [`name${index}`]: { type: "string", minLength: 1, pattern: "^[a-z]+$" },
    thing_id: { type: "string" },
    user_id: { type: "string" },
    kind: { enum: ["one", `other${index}`] },
    made: { type: "string", format: "date-time", readOnly: true },
    tags: { type: "array", items: { type: "string" } },
    more: { type: "object", additionalProperties: { type: "number" } },
    shape: {
      oneOf: [{ type: "object", properties: { side: { type: "number" } } }, { type: "null" }],
    },
  };
  const own = {
    type: "object",
    description: `The thing ${index}.`,
    required: ["id", "kind"],
    properties,
  };
  if (index % 10 === 0) return own;
  if (index % 5 === 0) return { allOf: [near, own] };
  if (index % 5 === 1)
    return { ...own, properties: { ...properties, near: { anyOf: [near, { type: "string" }] } } };
  return {
    ...own,
    properties: {
      ...properties,
      near,
      above: reference("schemas", nameOf(Math.floor(index / 10))),
    },
  };
}
