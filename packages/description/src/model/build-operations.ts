import {
  arrayMember,
  isObject,
  member,
  objectMember,
  stringMember,
  toPointer,
  type Json,
} from "../json/json.ts";
import { misspeltField } from "../load/openapi/fixed-fields.ts";
import {
  itemOperations,
  operationId,
  pathItems,
  type OperationPlace,
  type Place,
} from "../load/openapi/operation-places.ts";
import { nearestName } from "../names/nearest-name.ts";
import {
  methodName,
  operationNameFromPath,
  operationTypeName,
  typeName,
  variableName,
} from "../names/names.ts";
import type { Operation, SecurityRequirement } from "./api-model.ts";
import { buildRequestBody, buildResponses, isBodyless } from "./build-bodies.ts";
import { buildPagination } from "./build-pagination.ts";
import { buildPolling } from "./build-polling.ts";
import { buildParameters } from "./build-parameters.ts";
import { buildServers } from "./build-servers.ts";
import { checkPathParameters } from "./check-path-parameters.ts";
import { alignMultiSegments, checkIdenticalPaths } from "./check-paths.ts";
import { groupingTag, tagsByName } from "../load/openapi/tag-tree.ts";
import type { ModelContext } from "./model-context.ts";
import { hasUndeclaredPages } from "./undeclared-pages.ts";
import { withStreamMember } from "./streams/stream-member.ts";

/** An operation and the tag whose group it belongs to. */
export interface TaggedOperation {
  readonly tag: string | undefined;
  readonly operation: Operation;
}

/** Builds every operation under `paths`, in the order of the document. */
export function buildOperations(context: ModelContext): TaggedOperation[] {
  const paths = pathItems(context.document);
  checkIdenticalPaths(context, paths);
  return paths.flatMap(({ path, written, pathItem }) => {
    checkPath(context, path, written, pathItem);
    const entries = itemOperations(pathItem);
    checkPathParameters(context, path, pathItem, entries);
    const tagged = entries.map(([method, place]) => {
      const fallback = operationNameFromPath(method, path);
      const one = buildOperation(context, { path, method, pathItem, place, fallback });
      checkMethod(context, one.operation);
      return one;
    });
    const operations = tagged.map(({ operation }) => operation);
    const aligned = alignMultiSegments(context, path, pathItem.pointer, operations);
    return aligned.map((operation, index) => ({ tag: tagged[index]?.tag, operation }));
  });
}

/**
 * Warns of methods and bodies that the Fetch Standard does not let a client send. A server may
 * still receive them.
 */
function checkMethod(context: ModelContext, { id, method, pointer, requestBody }: Operation): void {
  if (["CONNECT", "TRACE", "TRACK"].includes(method.toUpperCase())) {
    const message = `fetch does not send ${method} requests, which ${id} uses`;
    const hint = "the client throws when it is called; servers and mocks are not affected";
    context.report("method-unsendable", message, pointer, hint);
  }
  if (requestBody !== undefined && isBodyless(method)) {
    const message = `fetch sends no body with ${method}, as ${id} has one`;
    const hint =
      "the client throws when it is called with a body; use POST, or QUERY of OpenAPI 3.2";
    context.report("body-unsendable", message, `${pointer}/requestBody`, hint);
  }
}

function checkPath(context: ModelContext, path: string, written: string, { pointer }: Place): void {
  if (!written.startsWith("/")) {
    context.report(
      "path-start",
      `path ${JSON.stringify(written)} does not start with a slash, so ${JSON.stringify(path)} is assumed`,
      pointer,
      `write ${path}`,
    );
    context.correct("path-start", toPointer(["paths", written]), { name: `/${written}` });
  }
  const [rest = ""] = written.replace(/\{[^{}/]+\}/g, "").split("?");
  if (/[{}]/.test(rest)) {
    context.report(
      "path-template",
      `the braces of path ${JSON.stringify(written)} do not match, so unmatched ones are plain text`,
      pointer,
      "put the name of a parameter, and nothing else, between { and }",
    );
  }
}

/** Builds the operation at a place (OpenAPI 3.1, Operation Object). */
export function buildOperation(
  context: ModelContext,
  { path, method, pathItem, place, fallback }: OperationPlace,
): TaggedOperation {
  const { node, pointer } = place;
  const id = operationId(node, fallback);
  const name = stringMember(node, "x-name") ?? id;
  const parameters = buildParameters(context, path, pathItem, place);
  const responses = buildResponses(context, place, method);
  const tags = arrayMember(node, "tags").filter((tag) => typeof tag === "string");
  return {
    tag: groupingTag(tagsByName(context.document), tags),
    operation: {
      id,
      typeName: typeName(name),
      inputTypeName: operationTypeName(context.schemaTypeNames, name, "Input"),
      resultTypeName: operationTypeName(context.schemaTypeNames, name, "Result"),
      methodName: methodName(name),
      variableName: variableName(name),
      method,
      path,
      summary: stringMember(node, "summary") ?? "",
      description: stringMember(node, "description") ?? "",
      deprecated: node["deprecated"] === true,
      parameters,
      requestBody: withStreamMember(context, buildRequestBody(context, place, method), responses),
      responses,
      security: operationSecurity(context, place),
      servers: buildServers(node["servers"] === undefined ? pathItem.node : node),
      pagination: buildPagination(context, place, parameters, responses),
      signature: undefined,
      polling: buildPolling(context, method, responses),
      hasUndeclaredPages: hasUndeclaredPages(context, node, method, parameters, responses),
      earlierNames: [],
      pointer,
    },
  };
}

/**
 * Returns the operation's own requirements, or else those of the root (Operation Object,
 * `security`).
 */
function operationSecurity(context: ModelContext, place: Place): SecurityRequirement[] {
  return place.node["security"] === undefined
    ? rootSecurity(context)
    : buildSecurity(context, place);
}

/**
 * Returns the requirements that apply to operations without their own (OpenAPI Object, `security`).
 */
export function rootSecurity(context: ModelContext): SecurityRequirement[] {
  return buildSecurity(context, { node: context.document, pointer: "" });
}

function buildSecurity(context: ModelContext, { node, pointer }: Place): SecurityRequirement[] {
  const declared = node["security"];
  if (!Array.isArray(declared)) return [];
  return (declared as readonly Json[]).filter(isObject).map((requirement, index) => {
    checkSchemes(context, Object.keys(requirement), `${pointer}/security/${index}`);
    return Object.fromEntries(
      Object.entries(requirement).map(([scheme, scopes]) => [
        scheme,
        Array.isArray(scopes) ? (scopes as string[]) : [],
      ]),
    );
  });
}

/**
 * Reports schemes that a requirement names but the components do not have (Security Requirement
 * Object).
 */
function checkSchemes(context: ModelContext, names: readonly string[], pointer: string): void {
  const code = "security-scheme-unknown";
  const components = objectMember(context.document, "components") ?? {};
  const schemes = objectMember(components, "securitySchemes") ?? {};
  const unknown = names.filter((name) => member(schemes, name) === undefined);
  const misspelt = misspeltField("Components", components, "securitySchemes");
  if (misspelt !== undefined && unknown.length > 0) {
    const message = "components has no securitySchemes, so no caller is authorized";
    const hint = `write securitySchemes instead of ${misspelt.written}`;
    context.report(code, message, pointer, hint, [toPointer(["components", misspelt.written])]);
    return;
  }
  for (const name of unknown) {
    const nearest = nearestName(name, Object.keys(schemes).slice(0, 50));
    const question = nearest === undefined ? "" : `did you mean ${nearest}? Otherwise `;
    const message = `there is no security scheme ${JSON.stringify(name)}, so no caller is authorized by it`;
    context.report(code, message, pointer, `${question}add it to components.securitySchemes`);
  }
}
