import { isObject, valueAt, type Json, type JsonObject } from "../../json.ts";
import type { StateOperation } from "./state-descriptor.ts";

/** The records in an answer of an operation that lists or reads them. */
export function shownRecords({ kind, at }: StateOperation, body: Json | undefined): JsonObject[] {
  if (at === undefined || (kind !== "list" && kind !== "read")) return [];
  const value = valueAt(body, at);
  const values = kind === "list" && Array.isArray(value) ? (value as readonly Json[]) : [value];
  return values.filter((one) => isObject(one));
}
