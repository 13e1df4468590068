import { isObject, member } from "../json.ts";
import type { Cursor } from "./openapi/openapi-objects.ts";

/**
 * Puts the content of `x-mock` in the place of the content of a request body or a response: what a service takes and
 * answers beyond its documentation, so that clients of it can be served. Whatever else stands there is judged as content is.
 */
export function takingMockContent({ node, name }: Cursor): void {
  if ((name !== "RequestBody" && name !== "Response") || !isObject(node)) return;
  const given = node["x-mock"];
  if (given === undefined) return;
  node["content"] = isObject(given) ? (member(given, "content") ?? null) : given;
}
