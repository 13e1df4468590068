import type { Cursor } from "../../load/openapi/openapi-objects.ts";

/**
 * The direction in which the values of a schema travel: in requests to the API, or in its
 * responses.
 */
export type Direction = "request" | "response";

/**
 * Returns the direction of a schema. Request bodies and parameters go to the API, everything else
 * comes from it. For webhooks and callbacks, which the API sends itself, it is the reverse.
 */
export function directionOf(cursor: Cursor): Direction {
  let direction: Direction = "response";
  for (let at = cursor.parent; at !== undefined; at = at.parent) {
    if (at.name === "RequestBody" || at.name === "Parameter") direction = "request";
    const isReceived = at.name === "Callback" || at.path[0] === "webhooks";
    if (isReceived) return direction === "request" ? "response" : "request";
  }
  return direction;
}
