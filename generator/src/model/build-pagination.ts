import {
  isObject,
  member,
  pointerParts,
  stringMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../load/json.ts";
import type { OperationResponse, Pagination, Parameter, SchemaPlace } from "./api-model.ts";
import type { Place } from "../load/operation-places.ts";
import type { ModelContext } from "./model-context.ts";

const requiredRoles = { page: ["page"], offset: ["offset"] } as const;

/** The roles that the runtime's `PaginationDescriptor` has. */
const knownRoles = {
  page: {
    request: ["page", "pageSize"],
    response: ["items", "page", "pageSize", "pageCount", "totalCount", "nextPage", "previousPage"],
  },
  offset: {
    request: ["offset", "limit"],
    response: ["items", "offset", "limit", "count", "nextOffset", "totalCount"],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

/**
 * Reads an operation's `x-pagination` and holds it against the operation: request members must be
 * query parameters, response members must be in the body. Nothing is guessed without it.
 */
export function buildPagination(
  context: ModelContext,
  operation: Place,
  parameters: readonly Parameter[],
  responses: readonly OperationResponse[],
): Pagination | undefined {
  const declared = member(operation.node, "x-pagination");
  if (declared === undefined) return undefined;
  const pointer = `${operation.pointer}/x-pagination`;
  const style = stringMember(declared, "style");
  if (style === "none") return undefined;
  if (style !== "page" && style !== "offset") {
    context.report(
      "pagination-style",
      "x-pagination has no style that is known",
      pointer,
      "style is page, offset or none",
    );
    return undefined;
  }
  const request = roles(declared, "request");
  const response = roles(declared, "response");
  const report = (message: string, below: string, hint: string): void =>
    context.report("pagination-member", message, `${pointer}${below}`, hint);
  for (const role of requiredRoles[style]) {
    if (request[role] === undefined)
      report(`x-pagination names no request.${role}`, "", "name the query parameter");
  }
  reportUnknownRoles(knownRoles[style], { request, response }, report);
  for (const [role, name] of Object.entries(request)) {
    if (!parameters.some((parameter) => parameter.in === "query" && parameter.name === name)) {
      report(
        `request.${role}: ${name} is no query parameter`,
        toPointer(["request", role]),
        "name a declared query parameter",
      );
    }
  }
  const body = responses.find(({ status }) => status.startsWith("2"))?.content[0]?.schema;
  for (const [role, path] of Object.entries(response)) {
    if (!path.startsWith("/") || schemaAt(context, body, path) === undefined) {
      report(
        `response.${role}: ${path} is not in the body of success`,
        toPointer(["response", role]),
        "give a JSON pointer into the body",
      );
    }
  }
  const items = schemaAt(context, body, response["items"] ?? "");
  const item = items && itemSchema(context, items);
  if (item === undefined) {
    report(
      "response.items is no list",
      "/response/items",
      "give the JSON pointer of the list of items",
    );
    return undefined;
  }
  return { style, request, response, items: item };
}

function reportUnknownRoles(
  known: Readonly<Record<"request" | "response", readonly string[]>>,
  given: Readonly<Record<"request" | "response", Readonly<Record<string, string>>>>,
  report: (message: string, below: string, hint: string) => void,
): void {
  for (const holder of ["request", "response"] as const) {
    for (const role of Object.keys(given[holder])) {
      if (known[holder].includes(role)) continue;
      const hint = `the members are ${known[holder].join(", ")}`;
      report(`${holder} has no ${role} in this style`, toPointer([holder, role]), hint);
    }
  }
}

function roles(declared: Json, name: string): Record<string, string> {
  const value = member(declared, name);
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

function itemSchema(context: ModelContext, list: SchemaPlace): SchemaPlace | undefined {
  const place = context.follow(list.schema, list.pointer);
  const items = place && member(place.node, "items");
  return items === undefined || place === undefined
    ? undefined
    : { schema: items, pointer: `${place.pointer}/items` };
}

/** The schema of the member that a JSON pointer into a body names. */
function schemaAt(
  context: ModelContext,
  body: SchemaPlace | undefined,
  path: string,
): SchemaPlace | undefined {
  let place = body;
  for (const part of pointerParts(path)) {
    const at = place && context.follow(place.schema, place.pointer);
    place = at && propertyOf(context, at.node, at.pointer, part);
  }
  return place;
}

function propertyOf(
  context: ModelContext,
  node: JsonObject,
  pointer: string,
  name: string,
): SchemaPlace | undefined {
  const schema = member(member(node, "properties"), name);
  if (schema !== undefined) return { schema, pointer: `${pointer}/properties/${name}` };
  const parts = member(node, "allOf");
  if (!Array.isArray(parts)) return undefined;
  for (const [index, part] of (parts as readonly Json[]).entries()) {
    const at = context.follow(part, `${pointer}/allOf/${index}`);
    const found = at && propertyOf(context, at.node, at.pointer, name);
    if (found !== undefined) return found;
  }
  return undefined;
}
