import { member, type Json, type JsonObject } from "../../json/json.ts";
import { rootCursor, walkObjects, type Cursor } from "../../load/openapi/openapi-objects.ts";

/**
 * The direction in which the values of a schema travel: in requests to the API, or in its
 * responses.
 */
export type Direction = "request" | "response";

/** A schema outside of `components.schemas`, and its direction. */
export interface DirectedSchema {
  readonly schema: Json;
  readonly direction: Direction;
  /** The path from the document's root. */
  readonly path: readonly (string | number)[];
}

/** Returns the schema of every parameter, header and body. Their subschemas are not listed. */
export function directedSchemas(document: JsonObject): DirectedSchema[] {
  const found: DirectedSchema[] = [];
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    if (cursor.name === "Example" || cursor.name === "Info") return false;
    if (cursor.name !== "Schema") return true;
    if (cursor.parent?.name === "Components") return false;
    found.push({ schema: cursor.node, direction: directionOf(cursor), path: pathOf(cursor) });
    return false;
  });
  const commonErrors = member(document, "x-common-errors");
  const schema = member(commonErrors, "schema");
  if (schema !== undefined)
    found.push({ schema, direction: "response", path: ["x-common-errors", "schema"] });
  return found;
}

/**
 * Returns the direction of a schema. Request bodies and parameters go to the API, everything else
 * comes from it. For webhooks and callbacks, which the API sends itself, it is the reverse.
 */
function directionOf(cursor: Cursor): Direction {
  let direction: Direction = "response";
  for (let at = cursor.parent; at !== undefined; at = at.parent) {
    if (at.name === "RequestBody" || at.name === "Parameter") direction = "request";
    const isReceived = at.name === "Callback" || at.path[0] === "webhooks";
    if (isReceived) return direction === "request" ? "response" : "request";
  }
  return direction;
}

function pathOf(cursor: Cursor): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Cursor | undefined = cursor; at !== undefined; at = at.parent)
    path.unshift(...at.path);
  return path;
}
