import {
  arrayMember,
  isObject,
  member,
  stringMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../json/json.ts";
import type { Parameter } from "./api-model.ts";
import { buildQuerystring } from "./build-querystring.ts";
import { checkExample } from "./check-examples.ts";
import { exampleValue, firstOf, type ExampleForm } from "./example-value.ts";
import { templateNames, type Place } from "../load/openapi/operation-places.ts";
import type { ModelContext } from "./model-context.ts";
import { earlierNamesIn } from "./renames/renamed-from.ts";

const locations = ["path", "query", "header", "cookie"] as const;

/**
 * Headers that OpenAPI 3.1's Parameter Object ignores as parameters, because other fields describe
 * them.
 */
const ignoredHeaders = ["accept", "content-type", "authorization"];

/**
 * Builds the parameters of an operation. Its own parameters override those of its path item by name
 * and location (Operation Object, `parameters`). Path parameters that are not in the path are
 * dropped; undeclared ones are strings.
 */
export function buildParameters(
  context: ModelContext,
  path: string,
  pathItem: Place,
  operation: Place,
): Parameter[] {
  const found = new Map<string, Parameter>();
  for (const { node, pointer } of [pathItem, operation]) {
    const own = new Map<string, string>();
    for (const [index, entry] of arrayMember(node, "parameters").entries()) {
      const at = `${pointer}/parameters/${index}`;
      const place = context.follow(entry, at);
      if (place?.node["in"] === "querystring") {
        for (const one of buildQuerystring(context, place)) found.set(`query ${one.name}`, one);
      }
      const parameter = place && buildParameter(context, place);
      if (parameter === undefined) continue;
      const key = `${parameter.in} ${parameter.name}`;
      const first = own.get(key);
      if (first !== undefined) {
        context.report(
          "parameter-duplicate",
          `${parameter.in} parameter ${parameter.name} is declared twice, so the last of them holds`,
          at,
          "remove one of them",
          [first],
        );
      }
      own.set(key, at);
      found.set(key, parameter);
    }
  }
  const names = templateNames(path);
  const declared = [...found.values()].filter((one) => one.in !== "path" || names.has(one.name));
  const undeclared = [...names].filter((name) => !found.has(`path ${name}`));
  return [...declared, ...undeclared.map((name) => undeclaredParameter(context, name, operation))];
}

/** Builds a string parameter for a template expression that no parameter declares. */
function undeclaredParameter(context: ModelContext, name: string, { pointer }: Place): Parameter {
  const node = { schema: { type: "string" } };
  return describeParameter(context, { node, pointer: `${pointer}/parameters` }, name, "path");
}

function buildParameter(context: ModelContext, place: Place): Parameter | undefined {
  const { node } = place;
  const location = locations.find((name) => name === node["in"]);
  const name = stringMember(node, "name");
  if (location === undefined || name === undefined) return undefined;
  if (location === "header" && ignoredHeaders.includes(name.toLowerCase())) return undefined;
  checkMultiSegment(context, place, location);
  return describeParameter(context, place, name, location);
}

function checkMultiSegment(
  context: ModelContext,
  { node, pointer }: Place,
  location: Parameter["in"],
): void {
  const declared = node["x-multi-segment"];
  const isKnown = declared === undefined || typeof declared === "boolean";
  if (isKnown && (location === "path" || declared !== true)) return;
  const message = isKnown
    ? `x-multi-segment has no effect on a ${location} parameter`
    : "x-multi-segment is neither true nor false";
  const hint = "true lets a path parameter take several segments; remove it elsewhere";
  context.report("multi-segment-ignored", message, `${pointer}/x-multi-segment`, hint);
}

/** Builds the headers of a response. The key of a header is its name (Header Object). */
export function buildHeaders(context: ModelContext, { node, pointer }: Place): Parameter[] {
  const headers = member(node, "headers");
  if (!isObject(headers)) return [];
  return Object.entries(headers).flatMap(([name, header]) => {
    const place = context.follow(header, pointer + toPointer(["headers", name]));
    if (place === undefined || name.toLowerCase() === "content-type") return [];
    return [describeParameter(context, place, name, "header")];
  });
}

function describeParameter(
  context: ModelContext,
  { node, pointer }: Place,
  name: string,
  location: Parameter["in"],
): Parameter {
  const content = Object.entries(isObject(node["content"]) ? node["content"] : {})[0];
  const at = content === undefined ? pointer : pointer + toPointer(["content", content[0]]);
  // A Media Type Object may be one of the components (OpenAPI 3.2, Parameter Object, `content`).
  const holder = content === undefined ? { node, pointer } : context.follow(content[1], at);
  const schemaPointer = `${holder?.pointer ?? at}/schema`;
  const declared = context.schemaAt(schemaPointer) ?? holder?.node["schema"] ?? {};
  const schema = context.described(declared, schemaPointer);
  return {
    name,
    in: location,
    description: stringMember(node, "description") ?? "",
    required: location === "path" || node["required"] === true,
    deprecated: node["deprecated"] === true,
    style: stringMember(node, "style"),
    explode: typeof node["explode"] === "boolean" ? node["explode"] : undefined,
    allowReserved: node["allowReserved"] === true,
    allowEmptyValue: location === "query" && node["allowEmptyValue"] === true,
    multiSegment: location === "path" && node["x-multi-segment"] === true,
    content: content?.[0],
    schema,
    example: exampleOf(context, node, pointer) ?? schemaExample(context, schema.json),
    renamedFrom: earlierNamesIn(node),
  };
}

/**
 * Returns the example of a parameter: `example`, or else the first of `examples` (OpenAPI 3.1,
 * section 4.8.12).
 */
function exampleOf(context: ModelContext, node: JsonObject, pointer: string): Json | undefined {
  const example = member(node, "example");
  if (example !== undefined) return example;
  const first = firstOf(member(node, "examples"));
  const place = first === undefined ? undefined : context.follow(first, `${pointer}/examples`);
  if (place !== undefined) checkExample(context, place, parameterForm);
  return exampleValue(place?.node, parameterForm);
}

/**
 * The serialized text of a parameter's example is not read: it includes the parameter's name, and
 * `value` is clearer.
 */
const parameterForm: ExampleForm = {
  kind: "form",
  stream: undefined,
  item: undefined,
  jsonEvents: undefined,
};

/**
 * Returns the first example of a schema (JSON Schema 2020-12 validation, section 9.5), or else its
 * constant or default.
 */
export function schemaExample(context: ModelContext, schema: Json | undefined): Json | undefined {
  const place = context.follow(schema, "");
  if (place === undefined) return undefined;
  const { node } = place;
  return (
    arrayMember(node, "examples")[0] ??
    member(node, "example") ??
    member(node, "const") ??
    member(node, "default")
  );
}
