import {
  callbackOperationName,
  operationNameFromPath,
  typeName,
  webhookOperationName,
} from "../../names.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { NameReport } from "./given-names.ts";
import {
  isObject,
  member,
  pointerParts,
  stringMember,
  toPointer,
  type JsonObject,
} from "../../json.ts";
import { cursorPointer, rootCursor, walkObjects, type Cursor } from "../openapi/openapi-objects.ts";

/**
 * Gives every schema of a request or response body a name from its place, by moving it to
 * `components.schemas`: `CreatePetBody`, `CreatePetResponse`, `CreatePetResponse404`. The names
 * depend on the operation alone, so that an edit elsewhere changes none. Changes the document in place.
 *
 * @returns what is to be said of names that are given, and taken
 */
export function nameInlineSchemas(bundle: Bundle): Diagnostic[] {
  const { value, move } = bundle;
  const report = new NameReport(bundle);
  const schemas = schemasOf(value);
  const taken = new Set(Object.keys(schemas).map(typeName));
  const moved = new Map<string, string>();
  walkObjects(rootCursor(value, "OpenApi"), (cursor) => {
    // Within schemas there are only schemas.
    if (cursor.name === "Schema") return false;
    if (cursor.name !== "MediaType" || !isObject(cursor.node)) return true;
    for (const keyword of ["schema", "itemSchema"]) {
      const schema = member(cursor.node, keyword);
      if (!isObject(schema) || isReferenceOnly(schema)) continue;
      const name = candidateNames(cursor, schema).find((candidate) => !taken.has(candidate));
      if (name === undefined) continue;
      taken.add(name);
      const place = `${cursorPointer(cursor)}/${keyword}/x-name`;
      report.ungranted(schema, name, schemas, place);
      schemas[name] = schema;
      const [from, to] = [`${cursorPointer(cursor)}/${keyword}`, `/components/schemas/${name}`];
      move([{ from, to }]);
      moved.set(from, to);
      cursor.node[keyword] = { $ref: `#${to}` };
    }
    return true;
  });
  if (moved.size > 0 && bundle.refersIntoBodies) followMoved(value, moved);
  return report.diagnostics;
}

/** References into operations lead to the schemas that were there, under the names that they have now. */
function followMoved(document: JsonObject, moved: ReadonlyMap<string, string>): void {
  walkObjects(rootCursor(document, "OpenApi"), ({ node }) => {
    const reference = stringMember(node, "$ref");
    if (!isObject(node) || reference?.startsWith("#/") !== true) return;
    if (reference.startsWith("#/components/schemas/")) return;
    const parts = pointerParts(reference.slice(1));
    for (let length = parts.length; length > 0; length -= 1) {
      const to = moved.get(toPointer(parts.slice(0, length)));
      if (to !== undefined) node["$ref"] = `#${to}${toPointer(parts.slice(length))}`;
      if (to !== undefined) return;
    }
  });
}

function schemasOf(document: JsonObject): JsonObject {
  const components = member(document, "components");
  const holder: JsonObject = isObject(components) ? components : {};
  document["components"] = holder;
  const schemas = member(holder, "schemas");
  const found: JsonObject = isObject(schemas) ? schemas : {};
  holder["schemas"] = found;
  return found;
}

function isReferenceOnly(schema: JsonObject): boolean {
  return typeof schema["$ref"] === "string" && Object.keys(schema).length === 1;
}

/** Names for a body's schema, the nicest first; the later ones serve where a component has the first. */
function candidateNames(cursor: Cursor, schema: JsonObject): string[] {
  const given = stringMember(schema, "x-name");
  const base = placeName(cursor);
  if (base === undefined) return [];
  const suffix = typeName(String(cursor.key));
  const names = [base, `${base}${suffix}`, `${base}Content`, `${base}${suffix}Content`];
  return given === undefined ? names : [typeName(given), ...names];
}

/** `CreatePet` + `Body`, or + `Response` and the status where it is not the first of success. */
function placeName(cursor: Cursor): string | undefined {
  const holder = cursor.parent;
  if (holder?.name === "RequestBody") {
    const operation = holder.parent;
    return operation?.name === "Operation"
      ? `${operationName(operation)}Body`
      : componentName(holder, "Body");
  }
  if (holder?.name !== "Response") return undefined;
  const operation = holder.parent?.parent;
  if (operation?.name !== "Operation") return componentName(holder, "Response");
  const statuses = Object.keys(holder.parent?.node as JsonObject);
  const success = statuses.find((status) => status.startsWith("2")) ?? statuses[0];
  const status = String(holder.key);
  return `${operationName(operation)}Response${status === success ? "" : typeName(status).replace(/^_/, "")}`;
}

function componentName(holder: Cursor, suffix: string): string | undefined {
  return holder.parent?.name === "Components"
    ? `${typeName(String(holder.key))}${suffix}`
    : undefined;
}

function operationName(operation: Cursor): string {
  const id = ["x-name", "operationId"].map((name) => stringMember(operation.node, name));
  const own = id.find((name) => name !== undefined && name !== "");
  if (own !== undefined) return typeName(own);
  const holder = operation.parent?.parent;
  if (holder?.name === "OpenApi") return webhookOperationName(String(operation.parent?.key), "");
  if (holder?.name === "Callback") {
    const parent = holder.parent?.name === "Operation" ? operationName(holder.parent) : "";
    return callbackOperationName(parent, String(holder.key), "");
  }
  return typeName(
    operationNameFromPath(String(operation.key), String(operation.parent?.key ?? "")),
  );
}
