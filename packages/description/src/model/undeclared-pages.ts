import { isObject, member, type Json, type JsonObject } from "../json/json.ts";
import { appliedNodes, typesOf } from "./binary/applied-schema.ts";
import type { OperationResponse, Parameter } from "./api-model.ts";
import type { ModelContext } from "./model-context.ts";

/** The usual names of query parameters that select a page. */
export const pageParameterNames =
  /^(?:page|page[-_]?(?:size|number|num|no|token|index|limit|offset)|per[-_]?page|page\[\w+\]|limit|offset|cursor|next[-_]?(?:cursor|token|page)|starting[-_]?after|ending[-_]?before|after|before|skip|\$?skip(?:[-_]?token)?|\$top|start[-_]?(?:at|index|key)|marker|continuation[-_]?token|max[-_]?(?:results|items|keys)|since[-_]?id)$/i;

/** The usual names of body members that lead to the next page. */
export const pageMemberNames =
  /^(?:next|next[-_]?(?:page|cursor|token|link|url|marker|page[-_]?token|offset)|has[-_]?(?:more|next)|cursor|total[-_]?pages|page[-_]?count|continuation[-_]?token|@odata\.nextLink)$/i;

/**
 * Returns true if an operation's parameters, body or `Link` header show that it returns a list in
 * pages, but it has no `x-pagination`. Its client method then returns one page only.
 */
export function hasUndeclaredPages(
  { schemas }: ModelContext,
  operation: JsonObject,
  method: string,
  parameters: readonly Parameter[],
  responses: readonly OperationResponse[],
): boolean {
  if (method !== "GET" || member(operation, "x-pagination") !== undefined) return false;
  const success = responses.find(({ status }) => status.startsWith("2"));
  const media = success?.content.find(({ kind, stream }) => kind === "json" && !stream);
  if (success === undefined || media?.schema === undefined) return false;
  const members = membersOf(schemas, media.schema.json);
  const inner = members.flatMap(([, schema]) => membersOf(schemas, schema));
  const isList = (schema: Json): boolean => typesOf(appliedNodes(schemas, schema)).has("array");
  if (!isList(media.schema.json) && !members.some(([, schema]) => isList(schema))) return false;
  return (
    parameters.some(
      ({ in: location, name }) => location === "query" && pageParameterNames.test(name),
    ) ||
    success.headers.some(({ name }) => name.toLowerCase() === "link") ||
    [...members, ...inner].some(([name]) => pageMemberNames.test(name))
  );
}

/** Returns the properties that a schema declares. */
const membersOf = (schemas: JsonObject, schema: Json): [string, Json][] =>
  appliedNodes(schemas, schema).flatMap((node) => {
    const properties = member(node, "properties");
    return Object.entries(isObject(properties) ? properties : {});
  });
