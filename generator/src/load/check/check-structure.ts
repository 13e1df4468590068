import type { Diagnostic } from "../../diagnostics.ts";
import type { Bundle } from "../bundle/bundle.ts";
import {
  isObject,
  member,
  pointerParts,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { checkKeywords } from "./check-keywords.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkSecurity } from "./check-security.ts";
import {
  componentSections,
  cursorPointer,
  holdsMany,
  misfittingMembers,
  objectNameAt,
  type Cursor,
  type Visitor,
} from "../openapi/openapi-objects.ts";
import { isMethod } from "../openapi/operation-places.ts";

const schemaTypes = ["null", "boolean", "object", "array", "number", "string", "integer"];
const parameterStyles = [
  "matrix",
  "label",
  "simple",
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
  "cookie",
];
const securitySchemeTypes = ["apiKey", "http", "mutualTLS", "oauth2", "openIdConnect"];
const parameterLocations = ["path", "query", "header", "cookie", "querystring"];

/**
 * A visitor that reports whatever keeps a bundled document from being a description at all: members of the wrong kind,
 * operations without responses, parameters without name or place, unknown types of schemas.
 *
 * @param version that of OpenAPI which the document was written in
 * @param found gets what is found
 */
export function structureCheck(bundle: Bundle, version: string, found: Diagnostic[]): Visitor {
  let current: Cursor | undefined;
  const reportAs =
    (severity: Diagnostic["severity"]): Report =>
    (code, message, hint, below = "") => {
      const pointer = current === undefined ? "" : cursorPointer(current);
      found.push({ severity, code, message, location: bundle.locate(pointer + below), hint });
    };
  const report = reportAs("error");
  const warn = reportAs("warning");
  return (cursor) => {
    current = cursor;
    const { name, node } = cursor;
    if (name === "Operation" && isObject(node))
      checkResponses(cursor, node, version.startsWith("3.0") ? report : warn);
    return checkObject(cursor, report, warn);
  };
}

/** Reports something of the node at hand, or of what is below it. */
export type Report = (code: string, message: string, hint: string, below?: string) => void;

function checkObject(cursor: Cursor, report: Report, warn: Report): boolean | void {
  const { node, name } = cursor;
  if (!isObject(node)) {
    if (name === "Schema" && typeof node === "boolean") return false;
    if (name === "Responses" && node === null) return false;
    report(
      "structure",
      `${name} must be an object, here it is ${kindOf(node)}`,
      `see ${name} Object in the OpenAPI Specification`,
    );
    return false;
  }
  const { $ref: reference } = node;
  if (typeof reference === "string") checkReference(cursor, reference, report);
  if (typeof reference === "string" && name !== "Schema") return false;
  checkMembers(cursor, node, report);
  if (name === "OpenApi") checkRoot(node, report);
  if (name === "PathItem") checkMethods(node, report);
  if (name === "Operation") checkOperationId(node, report);
  if (name === "OpenApi" || name === "Operation") checkSecurity(node, report);
  if (name === "Parameter") checkParameter(node, report);
  if (name === "Parameter" || name === "Encoding") checkStyle(node, warn);
  if (name === "SecurityScheme") checkSecurityScheme(cursor.key, node, report);
  if (name === "Schema") {
    checkSchemaType(node, report);
    checkKeywords(node, warn);
    checkPatterns(node, warn);
  }
  return true;
}

function kindOf(node: Json | undefined): string {
  if (node === null || node === undefined) return "empty";
  if (Array.isArray(node)) return "a list";
  return isObject(node) ? "an object" : `a ${typeof node}`;
}

function checkMembers(cursor: Cursor, node: JsonObject, report: Report): void {
  const hint = `see ${cursor.name} Object in the OpenAPI Specification`;
  for (const { key, wanted } of misfittingMembers(cursor)) {
    report(
      "structure",
      `${key} must be ${wanted}, here it is ${kindOf(node[key])}`,
      hint,
      toPointer([key]),
    );
  }
  // In YAML a key without a value has null for one.
  for (const key of Object.keys(node))
    if (node[key] === null && holdsMany(cursor.name, key)) delete node[key];
}

/** The target of a reference has to be of the kind that is wanted in its place. */
function checkReference({ name }: Cursor, reference: string, report: Report): void {
  if (!/^#(\/|$)/.test(reference)) return;
  const found = objectNameAt(pointerParts(reference.slice(1)));
  const isHeader = [found, name].every((one) => one === "Parameter" || one === "Header");
  if (found === undefined || found === name || isHeader) return;
  report(
    "ref-kind",
    `$ref ${JSON.stringify(reference)} leads to a ${found}, here a ${name} is wanted`,
    `refer to a ${name} Object, such as one of components.${componentSections[name] ?? "pathItems"}`,
    "/$ref",
  );
}

/** OpenAPI 3.1, section 4.8.1: at least one of them must be there. */
function checkRoot(node: JsonObject, report: Report): void {
  if (["paths", "components", "webhooks"].some((name) => node[name] !== undefined)) return;
  report(
    "paths-missing",
    "the document describes nothing",
    "add paths, and the operations under them",
  );
}

/** OpenAPI 3.2, Path Item Object: any other method may be described under `additionalOperations`. */
function checkMethods({ additionalOperations }: JsonObject, report: Report): void {
  for (const key of Object.keys(isObject(additionalOperations) ? additionalOperations : {})) {
    if (isMethod(key)) continue;
    const hint = "a method is letters, digits and few signs, see RFC 9110, section 9.1";
    const below = toPointer(["additionalOperations", key]);
    report("method-invalid", `${JSON.stringify(key)} is no HTTP method`, hint, below);
  }
}

function checkOperationId({ operationId }: JsonObject, report: Report): void {
  if (operationId === undefined || typeof operationId === "string") return;
  report(
    "structure",
    `operationId must be a string, here it is ${kindOf(operationId)}`,
    "put it in quotes",
    "/operationId",
  );
}

/** REQUIRED in OpenAPI 3.0 (section 4.7.10), not so in 3.1 (section 4.8.10): what is answered is then unknown. */
function checkResponses(cursor: Cursor, node: JsonObject, report: Report): void {
  const { operationId, responses } = node;
  const underPaths =
    cursor.parent?.parent?.name === "Paths" || cursor.parent?.parent?.parent?.name === "Paths";
  if (!underPaths || !isEmpty(responses)) return;
  const name =
    typeof operationId === "string" ? operationId : `this ${String(cursor.key)} operation`;
  report(
    "responses-missing",
    `${name} has no responses`,
    "add responses with at least the status of success",
  );
}

function isEmpty(responses: Json | undefined): boolean {
  if (isObject(responses)) return Object.keys(responses).length === 0;
  return responses === undefined || responses === null;
}

function checkParameter(node: JsonObject, report: Report): void {
  const name = node["name"];
  if (typeof name !== "string" || name === "") {
    report("parameter-name-missing", "a parameter has no name", "add name");
  }
  const location = node["in"];
  if (!parameterLocations.includes(location as string)) {
    const shown = location === undefined ? "no in" : `in: ${JSON.stringify(location)}`;
    report(
      "parameter-in-unknown",
      `parameter ${JSON.stringify(name ?? "")} has ${shown}`,
      "in is path, query, header or cookie",
    );
  }
}

/** Parameter Object, `style`; without one the default of the place holds. */
function checkStyle(node: JsonObject, warn: Report): void {
  const style = node["style"];
  if (style === undefined || parameterStyles.includes(style as string)) return;
  warn(
    "style-unknown",
    `style ${JSON.stringify(style)} is none of OpenAPI's, so the default holds`,
    `style is one of ${parameterStyles.join(", ")}`,
    "/style",
  );
  delete node["style"];
}

/** Security Scheme Object: what a client cannot give, or a server cannot check, is none. */
function checkSecurityScheme(key: string | number, node: JsonObject, report: Report): void {
  if (key in Object.prototype) {
    const hint = "every object has a member of that name; give the scheme another one";
    report("security-scheme", `a security scheme cannot be called ${key}`, hint);
  }
  const { type, name, in: place, scheme } = node;
  if (!securitySchemeTypes.includes(type as string)) {
    report(
      "security-scheme-type",
      type === undefined
        ? "a security scheme has no type"
        : `type ${JSON.stringify(type)} is none of a security scheme`,
      `type is one of ${securitySchemeTypes.join(", ")}`,
      type === undefined ? "" : "/type",
    );
  }
  if (type === "http" && typeof scheme !== "string")
    report("security-scheme", "a scheme of type http has no scheme", "add scheme, such as bearer");
  if (type !== "apiKey") return;
  if (typeof name !== "string" || name === "")
    report("security-scheme", "an apiKey has no name", "add the name of the header");
  if (!["header", "query", "cookie"].includes(place as string))
    report("security-scheme", "an apiKey has no place", "in is header, query or cookie");
}

function checkSchemaType(node: JsonObject, report: Report): void {
  const type = member(node, "type");
  if (type === undefined) return;
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  for (const one of types) {
    if (typeof one === "string" && schemaTypes.includes(one)) continue;
    report(
      "schema-type-unknown",
      `type ${JSON.stringify(one)} is none of JSON Schema's`,
      `type is one of ${schemaTypes.join(", ")}`,
      "/type",
    );
    delete node["type"];
  }
}
