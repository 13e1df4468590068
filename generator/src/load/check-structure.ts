import type { Diagnostic } from "../diagnostics.ts";
import type { Bundle } from "./bundle.ts";
import { isObject, member, type Json, type JsonObject } from "./json.ts";
import { unicodePattern } from "./pattern.ts";
import { cursorPointer, rootCursor, walkObjects, type Cursor } from "./openapi-objects.ts";

const schemaTypes = ["null", "boolean", "object", "array", "number", "string", "integer"];
const parameterLocations = ["path", "query", "header", "cookie", "querystring"];

/**
 * Reports what keeps a bundled document from being a description at all: members of the wrong kind,
 * operations without responses, parameters without name or place, unknown types of schemas.
 */
export function checkStructure(bundle: Bundle): Diagnostic[] {
  const found: Diagnostic[] = [];
  walkObjects(rootCursor(bundle.value, "OpenApi"), (cursor) => {
    const reportAs =
      (severity: Diagnostic["severity"]): Report =>
      (code, message, hint, below = "") => {
        const location = bundle.locate(cursorPointer(cursor) + below);
        found.push({ severity, code, message, location, hint });
      };
    return checkObject(cursor, reportAs("error"), reportAs("warning"));
  });
  return found;
}

type Report = (code: string, message: string, hint: string, below?: string) => void;

function checkObject(cursor: Cursor, report: Report, warn: Report): boolean | void {
  const { node, name } = cursor;
  if (!isObject(node)) {
    if (name === "Schema" && typeof node === "boolean") return false;
    report("structure", `${name} must be an object, here it is ${kindOf(node)}`, `see ${name} Object in the OpenAPI Specification`);
    return false;
  }
  if (typeof node["$ref"] === "string" && name !== "Schema") return false;
  if (name === "Operation") checkOperation(cursor, node, report);
  if (name === "Parameter") checkParameter(node, report);
  if (name === "Schema") {
    checkSchemaType(node, report);
    checkPattern(node, warn);
  }
  return true;
}

function kindOf(node: Json | undefined): string {
  if (node === null || node === undefined) return "empty";
  return Array.isArray(node) ? "a list" : `a ${typeof node}`;
}

function checkOperation(cursor: Cursor, node: JsonObject, report: Report): void {
  const underPaths = cursor.parent?.parent?.name === "Paths" || cursor.parent?.parent?.parent?.name === "Paths";
  if (!underPaths || isObject(node["responses"])) return;
  if (node["responses"] !== undefined && node["responses"] !== null) return;
  const name = typeof node["operationId"] === "string" ? node["operationId"] : `this ${String(cursor.key)} operation`;
  report("responses-missing", `${name} has no responses`, "add responses with at least the status of success");
}

function checkParameter(node: JsonObject, report: Report): void {
  const name = node["name"];
  if (typeof name !== "string" || name === "") {
    report("parameter-name-missing", "a parameter has no name", "add name");
  }
  const location = node["in"];
  if (!parameterLocations.includes(location as string)) {
    const shown = location === undefined ? "no in" : `in: ${JSON.stringify(location)}`;
    report("parameter-in-unknown", `parameter ${JSON.stringify(name ?? "")} has ${shown}`, "in is path, query, header or cookie");
  }
}

function checkSchemaType(node: JsonObject, report: Report): void {
  const type = member(node, "type");
  if (type === undefined) return;
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  for (const one of types) {
    if (typeof one === "string" && schemaTypes.includes(one)) continue;
    report("schema-type-unknown", `type ${JSON.stringify(one)} is none of JSON Schema's`, `type is one of ${schemaTypes.join(", ")}`, "/type");
    delete node["type"];
  }
}

function checkPattern(node: JsonObject, warn: Report): void {
  const { pattern } = node;
  if (typeof pattern !== "string" || unicodePattern(pattern) !== undefined) return;
  const hint = "write it as ECMAScript has it, see ECMA-262, section 22.2.1";
  warn("pattern-ignored", `pattern ${JSON.stringify(pattern)} is no regular expression, so nothing checks it`, hint, "/pattern");
}
