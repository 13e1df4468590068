import {
  isObject,
  member,
  pointerParts,
  stringMember,
  toPointer,
  type Json,
} from "../json/json.ts";
import type { OperationResponse, Pagination, Parameter, SchemaPlace } from "./api-model.ts";
import { appliedSchemas, placesOf, targetIn } from "./applied/applied-schemas.ts";
import type { Place } from "../load/openapi/operation-places.ts";
import type { ModelContext } from "./model-context.ts";
import { paginationStyles } from "./pagination-styles.ts";

type Report = (message: string, below: string, hint: string) => void;

/** The members of an `x-pagination`, by role. */
interface Roles {
  readonly request: Readonly<Record<string, string>>;
  readonly response: Readonly<Record<string, string>>;
}

/**
 * Reads an operation's `x-pagination` and checks it against the operation: request members must be
 * query parameters, response members must be in the body, the `Link` header must be described.
 * Without `x-pagination` it guesses nothing.
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
  if (!isStyle(style)) {
    context.report(
      "pagination-style",
      "x-pagination has no known style, so it is ignored",
      pointer,
      "style is page, offset, cursor, link or none",
    );
    return undefined;
  }
  const given = { request: roles(declared, "request"), response: roles(declared, "response") };
  let isSound = true;
  const report: Report = (message, below, hint) => {
    isSound = false;
    const ignored = `${message}, so x-pagination is ignored`;
    context.report("pagination-member", ignored, `${pointer}${below}`, hint);
  };
  const success = responses.find(({ status }) => status.startsWith("2"));
  reportStyle(style, given, success, report);
  reportUnknownRoles(paginationStyles[style], given, report);
  reportRequest(given, parameters, report);
  const items = reportResponse(context, given, success?.content[0]?.schema, report);
  return isSound && items !== undefined
    ? { style, ...given, items: context.described(items.json, items.pointer) }
    : undefined;
}

const isStyle = (style: string | undefined): style is Pagination["style"] =>
  style !== undefined && Object.hasOwn(paginationStyles, style);

/** Reports the members that a style requires but that are missing. */
function reportStyle(
  style: Pagination["style"],
  { request, response }: Roles,
  success: OperationResponse | undefined,
  report: Report,
): void {
  for (const role of paginationStyles[style].required) {
    if (request[role] === undefined)
      report(`x-pagination names no request.${role}`, "", "name the query parameter");
  }
  const hasCursor = response["nextCursor"] !== undefined || response["itemCursor"] !== undefined;
  if (style === "cursor" && !hasCursor) {
    const hint = "give nextCursor, or itemCursor where the last item has it";
    report("x-pagination does not say where the next cursor is", "", hint);
  }
  const hasLink = success?.headers.some(({ name }) => name.toLowerCase() === "link") === true;
  if (style === "link" && !hasLink)
    report("the success has no Link header", "", "describe the header Link");
}

function reportRequest({ request }: Roles, parameters: readonly Parameter[], report: Report): void {
  for (const [role, name] of Object.entries(request)) {
    if (parameters.some((parameter) => parameter.in === "query" && parameter.name === name))
      continue;
    report(
      `request.${role}: ${name} is not a query parameter`,
      toPointer(["request", role]),
      "name a declared query parameter",
    );
  }
}

/**
 * Checks the response members and returns the schema of one item; `undefined` if there is no list
 * of items.
 */
function reportResponse(
  context: ModelContext,
  { response: { itemCursor, ...response } }: Roles,
  body: SchemaPlace | undefined,
  report: Report,
): SchemaPlace | undefined {
  for (const [role, path] of Object.entries(response)) {
    // The body itself may be the list.
    const isPointer = path.startsWith("/") || (role === "items" && path === "");
    if (isPointer && schemasAt(context, body, path).length > 0) continue;
    report(
      `response.${role}: ${path} is not in the body of success`,
      toPointer(["response", role]),
      "give a JSON pointer into the body",
    );
  }
  const path = response["items"];
  const item = path === undefined ? undefined : itemSchema(context, schemasAt(context, body, path));
  if (item === undefined) {
    report(
      "response.items is not a list",
      "/response/items",
      "give the JSON pointer of the list of items",
    );
    return undefined;
  }
  const isInItem =
    itemCursor === undefined ||
    (itemCursor.startsWith("/") && schemasAt(context, item, itemCursor).length > 0);
  if (!isInItem) {
    report(
      `response.itemCursor: ${itemCursor} is not in an item`,
      "/response/itemCursor",
      "give a JSON pointer into an item",
    );
  }
  return item;
}

function reportUnknownRoles(
  known: Readonly<Record<"request" | "response", readonly string[]>>,
  given: Roles,
  report: Report,
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

/**
 * Returns the schema of a list's items. Several schemas may describe the same list, such as those of
 * any page and of this page in `allOf`; items conform to all of them.
 */
function itemSchema(
  { document }: ModelContext,
  lists: readonly SchemaPlace[],
): SchemaPlace | undefined {
  const all = placesOf(appliedSchemas(targetIn(document), lists), "items");
  const telling = all.filter(({ json }) => isTelling(json));
  const [first = all[0], ...others] = telling;
  if (first === undefined || others.length === 0) return first;
  return { json: { allOf: telling.map(({ json }) => json) }, pointer: first.pointer };
}

/** True if a schema says more than that a value is an object. */
const isTelling = (schema: Json): boolean =>
  isObject(schema) &&
  Object.keys(schema).some((keyword) => !["type", "title", "description"].includes(keyword));

/** Returns all schemas of the member that a JSON pointer into a body names. */
function schemasAt(
  { document }: ModelContext,
  body: SchemaPlace | undefined,
  path: string,
): readonly SchemaPlace[] {
  let places: readonly SchemaPlace[] = body === undefined ? [] : [body];
  for (const name of pointerParts(path))
    places = appliedSchemas(targetIn(document), places).flatMap(({ json, pointer }) => {
      const schema = member(member(json, "properties"), name);
      const own = pointer + toPointer(["properties", name]);
      return schema === undefined ? [] : [{ json: schema, pointer: own }];
    });
  return places;
}
