import {
  isObject,
  member,
  stringMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../load/json.ts";
import { methodName, operationNameFromPath, typeName, variableName } from "../names.ts";
import type { Operation, SecurityRequirement } from "./api-model.ts";
import { buildRequestBody, buildResponses } from "./build-bodies.ts";
import { buildPagination } from "./build-pagination.ts";
import { buildParameters } from "./build-parameters.ts";
import { checkPathParameters } from "./check-path-parameters.ts";
import type { ModelContext, Place } from "./model-context.ts";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** An operation and the tag it belongs to, the first of its tags. */
export interface TaggedOperation {
  readonly tag: string | undefined;
  readonly operation: Operation;
}

/** Every operation under `paths`, in the order of the text. */
export function buildOperations(context: ModelContext): TaggedOperation[] {
  const paths = member(context.document, "paths");
  if (!isObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) => {
    if (path.startsWith("x-")) return [];
    const pathItem = context.follow(item, toPointer(["paths", path]));
    if (pathItem === undefined) return [];
    checkPath(context, path, pathItem);
    const entries = operationEntries(pathItem);
    checkPathParameters(context, path, pathItem, entries);
    return entries.map(([method, place]) => buildOperation(context, path, method, pathItem, place));
  });
}

function operationEntries({ node, pointer }: Place): [string, Place][] {
  const entries = Object.entries(node).flatMap(([key, value]): [string, Place][] =>
    methods.includes(key) && isObject(value)
      ? [[key.toUpperCase(), { node: value, pointer: `${pointer}/${key}` }]]
      : [],
  );
  const additional = member(node, "additionalOperations");
  if (!isObject(additional)) return entries;
  const more = Object.entries(additional).flatMap(([key, value]): [string, Place][] =>
    isObject(value)
      ? [[key, { node: value, pointer: `${pointer}/additionalOperations/${key}` }]]
      : [],
  );
  return [...entries, ...more];
}

function checkPath(context: ModelContext, path: string, { pointer }: Place): void {
  if (!path.startsWith("/")) {
    context.report(
      "path-start",
      `path ${JSON.stringify(path)} does not start with a slash`,
      pointer,
      "write /" + path,
    );
  }
}

function buildOperation(
  context: ModelContext,
  path: string,
  method: string,
  pathItem: Place,
  place: Place,
): TaggedOperation {
  const { node, pointer } = place;
  const given = stringMember(node, "operationId");
  const id = given !== undefined && given !== "" ? given : operationNameFromPath(method, path);
  const parameters = buildParameters(context, pathItem, place);
  const responses = buildResponses(context, place);
  const tags = member(node, "tags");
  const tag = Array.isArray(tags) ? (tags as readonly Json[])[0] : undefined;
  return {
    tag: typeof tag === "string" ? tag : undefined,
    operation: {
      id,
      typeName: typeName(id),
      inputTypeName: ownTypeName(context, id, "Input"),
      resultTypeName: ownTypeName(context, id, "Result"),
      methodName: methodName(id),
      variableName: variableName(id),
      method,
      path,
      summary: stringMember(node, "summary") ?? "",
      description: stringMember(node, "description") ?? "",
      deprecated: node["deprecated"] === true,
      parameters,
      requestBody: buildRequestBody(context, place),
      responses,
      security: buildSecurity(context, node),
      pagination: buildPagination(context, place, parameters, responses),
      pointer,
    },
  };
}

/** A description may have a schema called as the type of an operation would be; the schema keeps the name. */
function ownTypeName({ schemaTypeNames }: ModelContext, id: string, suffix: string): string {
  const name = typeName(id) + suffix;
  return schemaTypeNames.has(name) ? `${typeName(id)}Operation${suffix}` : name;
}

/** The operation's own requirements, else those of the root (Operation Object, `security`). */
function buildSecurity({ document }: ModelContext, node: JsonObject): SecurityRequirement[] {
  const declared = member(node, "security") ?? member(document, "security");
  if (!Array.isArray(declared)) return [];
  return (declared as readonly Json[])
    .filter(isObject)
    .map((requirement) =>
      Object.fromEntries(
        Object.entries(requirement).map(([scheme, scopes]) => [
          scheme,
          Array.isArray(scopes) ? (scopes as string[]) : [],
        ]),
      ),
    );
}
