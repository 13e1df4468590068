import { severityOf } from "../../diagnostics/diagnostic-codes.ts";
import type { Correction } from "../../diagnostics/correction.ts";
import type { Diagnostic } from "../../diagnostics/diagnostics.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { isObject, toPointer, type Json, type JsonObject } from "../../json/json.ts";
import { checkLifecycle } from "./check-lifecycles.ts";
import { checkFields } from "./check-fields.ts";
import { checkKeywords } from "./check-keywords.ts";
import { checkParameter, checkStyle } from "./check-parameters.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkReference } from "./check-references.ts";
import { checkNewFields } from "./check-new-fields.ts";
import { checkRequires } from "./check-requires.ts";
import type { Report } from "./report.ts";
import { checkSchemaFields } from "./check-schema-fields.ts";
import { checkSecurity, checkSecurityScheme } from "./check-security.ts";
import { checkTypes } from "./check-types.ts";
import { checkServerVariables, checkValues } from "./check-values.ts";
import type { LeftOutNodes } from "./left-out.ts";
import {
  cursorPointer,
  holdsMany,
  misfittingMembers,
  type Cursor,
  type Visitor,
} from "../openapi/openapi-objects.ts";
import { misspeltField } from "../openapi/fixed-fields.ts";
import { isMethod } from "../openapi/operation-places.ts";

/**
 * Creates a visitor that reports faults in the structure of a bundled document: members of the wrong kind,
 * operations without responses, parameters without a name or location, unknown schema types. It corrects what
 * it reports in the way that the diagnostic states, so that later stages receive valid OpenAPI.
 *
 * @param version the OpenAPI version of the document
 * @param found receives the diagnostics
 * @param leftOut receives the nodes that cannot be used
 * @param corrections receives what an author would write instead
 */
export function structureCheck(
  bundle: Bundle,
  version: string,
  found: Diagnostic[],
  leftOut: LeftOutNodes,
  corrections: Correction[] = [],
): Visitor {
  let current: Cursor | undefined;
  const report: Report = (code, message, hint, below = "", { misspelt, meant } = {}) => {
    const pointer = current === undefined ? "" : cursorPointer(current);
    if (meant !== undefined) {
      const { below: member, value } = meant;
      corrections.push({ code, location: bundle.locate(pointer + member), written: { value } });
    }
    const location = bundle.locate(pointer + below);
    const severity = severityOf(code);
    if (misspelt === undefined) found.push({ severity, code, message, location, hint });
    else {
      const { written } = misspelt;
      const related = [bundle.locate(pointer + toPointer([written]))];
      const instead = `write ${misspelt.meant} instead of ${written}`;
      found.push({ severity, code, message, location, hint: instead, related });
    }
  };
  const checks: Checks = { version, document: bundle.value, report, leftOut };
  return (cursor) => {
    current = cursor;
    return checkObject(cursor, checks);
  };
}

/** What all checks of a document share. */
interface Checks {
  readonly version: string;
  readonly document: JsonObject;
  readonly report: Report;
  readonly leftOut: LeftOutNodes;
}

function checkObject(cursor: Cursor, checks: Checks): boolean | void {
  const { node, name } = cursor;
  const { report, version, leftOut } = checks;
  if (!isObject(node)) {
    if (name === "Schema" && typeof node === "boolean") return false;
    if ((name === "Responses" || name === "Components") && node === null) return false;
    report(
      "structure",
      `${name} must be an object, but it is ${kindOf(node)}, so ${name === "Schema" ? "it allows any value" : "it is left out"}`,
      `see ${name} Object in the OpenAPI Specification`,
    );
    leftOut.add(cursor);
    return false;
  }
  const { $ref: reference } = node;
  if (typeof reference === "string") {
    if (!checkReference(cursor, reference, checks.document, report)) leftOut.add(cursor);
  } else if (reference !== undefined && name !== "Schema") {
    const message = `$ref must be a string, but it is ${kindOf(reference)}, so it is ignored`;
    report("structure", message, "write where the reference leads, in quotes", "/$ref");
    delete node["$ref"];
  }
  checkFields(name, node, version, report);
  if (typeof reference === "string" && name !== "Schema") return false;
  checkMembers(cursor, node, report);
  if (name === "OpenApi") {
    checkRoot(node, report);
    checkSelf(node, report);
  }
  if (name === "PathItem") checkMethods(node, report);
  if (name === "Operation") checkOperation(cursor, node, report);
  if (name === "OpenApi" || name === "Operation") checkSecurity(node, report);
  if (name === "Parameter" && !checkParameter(cursor, node, report)) leftOut.add(cursor);
  if (name === "Parameter" || name === "Encoding") checkStyle(node, report);
  if (name === "SecurityScheme" && !checkSecurityScheme(cursor.key, node, report))
    leftOut.add(cursor);
  if (name === "Server") checkServerVariables(node, report);
  if (name === "Schema") checkSchema(cursor, node, checks);
  return true;
}

function checkSchema(
  cursor: Cursor,
  node: JsonObject,
  { version, document, report }: Checks,
): void {
  checkSchemaFields(node, version, report);
  checkTypes(node, report);
  checkKeywords(cursor, node, report);
  checkPatterns(node, report);
  checkLifecycle(node, document, report);
  checkNewFields(node, report);
  checkValues(node, document, report);
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
      `${key} must be ${wanted}, but it is ${kindOf(node[key])}, so it is ignored`,
      hint,
      toPointer([key]),
    );
    delete node[key];
  }
  // In YAML, a key without a value is null.
  for (const key of Object.keys(node))
    if (node[key] === null && holdsMany(cursor.name, key)) delete node[key];
}

/**
 * Reports a document without `paths`, `components` and `webhooks`, one of which is required (OpenAPI 3.1,
 * section 4.8.1).
 */
function checkRoot(node: JsonObject, report: Report): void {
  if (["paths", "components", "webhooks"].some((name) => node[name] !== undefined)) return;
  report(
    "paths-missing",
    "the document has no paths, components or webhooks, so there are no operations",
    "add paths, and the operations under them",
    "",
    { misspelt: misspeltField("OpenApi", node, "paths") },
  );
}

/** Reports a `$self` that is not a URI reference without a fragment (OpenAPI 3.2, OpenAPI Object). */
function checkSelf({ $self: self }: JsonObject, report: Report): void {
  if (typeof self !== "string" || (!self.includes("#") && URL.canParse(self, "file:///"))) return;
  report(
    "self-invalid",
    `$self ${JSON.stringify(self)} is not a URI without a fragment, so references are relative to the file`,
    "write where the document is published, such as https://example.com/api/openapi.yaml",
    "/$self",
  );
}

/** Reports invalid methods under `additionalOperations` (OpenAPI 3.2, Path Item Object). */
function checkMethods({ additionalOperations }: JsonObject, report: Report): void {
  for (const key of Object.keys(isObject(additionalOperations) ? additionalOperations : {})) {
    if (isMethod(key)) continue;
    const hint =
      "a method has only letters, digits and a few other characters (RFC 9110, section 9.1)";
    const below = toPointer(["additionalOperations", key]);
    report(
      "method-invalid",
      `${JSON.stringify(key)} is not an HTTP method, so the operation is left out`,
      hint,
      below,
    );
  }
}

function checkOperation(cursor: Cursor, node: JsonObject, report: Report): void {
  const { operationId } = node;
  checkResponses(cursor, node, report);
  checkRequires(cursor, node, report);
  if (operationId === undefined || typeof operationId === "string") return;
  const isPlain = typeof operationId !== "object";
  report(
    "structure",
    `operationId must be a string, but it is ${kindOf(operationId)}, so ${isPlain ? `${String(operationId)} is taken as one` : "nothing is made of it"}`,
    "put it in quotes",
    "/operationId",
    isPlain ? { meant: { below: "/operationId", value: String(operationId) } } : {},
  );
  if (isPlain) node["operationId"] = String(operationId);
  else delete node["operationId"];
}

/**
 * Reports an operation without responses. They are REQUIRED in OpenAPI 3.0 (section 4.7.10) but not in 3.1
 * (section 4.8.10), where the responses are then unknown.
 */
function checkResponses(cursor: Cursor, node: JsonObject, report: Report): void {
  const { operationId, responses } = node;
  const underPaths =
    cursor.parent?.parent?.name === "Paths" || cursor.parent?.parent?.parent?.name === "Paths";
  if (!underPaths || !isEmpty(responses)) return;
  const name =
    typeof operationId === "string" ? operationId : `this ${String(cursor.key)} operation`;
  report(
    "responses-missing",
    `${name} has no responses, so it may answer anything`,
    "add responses with at least the status of success",
    "",
    { misspelt: misspeltField("Operation", node, "responses") },
  );
}

function isEmpty(responses: Json | undefined): boolean {
  if (isObject(responses)) return Object.keys(responses).length === 0;
  return responses === undefined || responses === null;
}
