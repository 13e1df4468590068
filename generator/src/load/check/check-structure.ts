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
import { checkFields } from "./check-fields.ts";
import { checkKeywords } from "./check-keywords.ts";
import { checkParameter, checkStyle } from "./check-parameters.ts";
import { checkPatterns } from "./check-patterns.ts";
import type { Report } from "./report.ts";
import { checkSchemaFields } from "./check-schema-fields.ts";
import { checkSecurity, checkSecurityScheme } from "./check-security.ts";
import { checkServerVariables, checkValues } from "./check-values.ts";
import {
  componentSections,
  cursorPointer,
  holdsMany,
  misfittingMembers,
  objectNameAt,
  type Cursor,
  type Visitor,
} from "../openapi/openapi-objects.ts";
import { misspeltField } from "../openapi/fixed-fields.ts";
import { isMethod } from "../openapi/operation-places.ts";

const schemaTypes = ["null", "boolean", "object", "array", "number", "string", "integer"];

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
    (code, message, hint, below = "", misspelt = undefined) => {
      const pointer = current === undefined ? "" : cursorPointer(current);
      const location = bundle.locate(pointer + below);
      if (misspelt === undefined) found.push({ severity, code, message, location, hint });
      else {
        const { written, meant } = misspelt;
        const related = [bundle.locate(pointer + toPointer([written]))];
        const instead = `write ${meant} instead of ${written}`;
        found.push({ severity, code, message, location, hint: instead, related });
      }
    };
  const checks: Checks = {
    version,
    document: bundle.value,
    report: reportAs("error"),
    warn: reportAs("warning"),
  };
  return (cursor) => {
    current = cursor;
    return checkObject(cursor, checks);
  };
}

/** What the checks of a document share. */
interface Checks {
  readonly version: string;
  readonly document: Json;
  readonly report: Report;
  readonly warn: Report;
}

function checkObject(cursor: Cursor, checks: Checks): boolean | void {
  const { node, name } = cursor;
  const { report, warn, version } = checks;
  if (!isObject(node)) {
    if (name === "Schema" && typeof node === "boolean") return false;
    if ((name === "Responses" || name === "Components") && node === null) return false;
    report(
      "structure",
      `${name} must be an object, here it is ${kindOf(node)}`,
      `see ${name} Object in the OpenAPI Specification`,
    );
    return false;
  }
  const { $ref: reference } = node;
  if (typeof reference === "string") checkReference(cursor, reference, report);
  else if (reference !== undefined && name !== "Schema") {
    const message = `$ref must be a string, here it is ${kindOf(reference)}`;
    report("structure", message, "write where the reference leads, in quotes", "/$ref");
    return false;
  }
  checkFields(name, node, version, warn);
  if (typeof reference === "string" && name !== "Schema") return false;
  checkMembers(cursor, node, report);
  if (name === "OpenApi") checkRoot(node, report);
  if (name === "PathItem") checkMethods(node, report);
  if (name === "Operation") checkOperation(cursor, node, checks);
  if (name === "OpenApi" || name === "Operation") checkSecurity(node, report);
  if (name === "Parameter") checkParameter(node, report, warn);
  if (name === "Parameter" || name === "Encoding") checkStyle(node, warn);
  if (name === "SecurityScheme") checkSecurityScheme(cursor.key, node, report);
  if (name === "Server") checkServerVariables(node, warn);
  if (name === "Schema") checkSchema(cursor, node, checks);
  return true;
}

function checkSchema(
  cursor: Cursor,
  node: JsonObject,
  { version, document, report, warn }: Checks,
): void {
  checkSchemaFields(node, version, warn);
  checkSchemaType(node, report);
  checkKeywords(cursor, node, warn);
  checkPatterns(node, warn);
  checkValues(node, document, warn);
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
    "",
    misspeltField("OpenApi", node, "paths"),
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

function checkOperation(cursor: Cursor, node: JsonObject, checks: Checks): void {
  const { operationId } = node;
  checkResponses(cursor, node, checks.version.startsWith("3.0") ? checks.report : checks.warn);
  if (operationId === undefined || typeof operationId === "string") return;
  checks.report(
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
    "",
    misspeltField("Operation", node, "responses"),
  );
}

function isEmpty(responses: Json | undefined): boolean {
  if (isObject(responses)) return Object.keys(responses).length === 0;
  return responses === undefined || responses === null;
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
