import { isObject, type Json, type JsonObject } from "../../json/json.ts";
import { pathOf, type Cursor } from "../openapi/openapi-objects.ts";
import type { Report } from "./report.ts";

/**
 * Checks an operation's `x-requires`, and removes an invalid one. It lists the members that the record in the
 * path must have for a mock to accept the call, such as `{ enabled: true }`.
 */
export function checkRequires(cursor: Cursor, node: JsonObject, report: Report): void {
  const declared = node["x-requires"];
  if (declared === undefined) return;
  const fault = faultOf(declared, pathOf(cursor));
  if (fault === undefined) return;
  const hint = "give the members of the record and their values: { enabled: true }";
  report("requires-invalid", `${fault}, so it is ignored`, hint, "/x-requires");
  delete node["x-requires"];
}

function faultOf(declared: Json, path: string): string | undefined {
  if (!isObject(declared) || Object.keys(declared).length === 0)
    return "x-requires is not an object with members";
  if (Object.values(declared).some((value) => typeof value === "object"))
    return "x-requires has a value that is not a string, number or boolean";
  return path.includes("{") ? undefined : "x-requires is at a path that does not name a record";
}
