import type { StateOperation } from "@openapi-packages/mock/description";
import {
  isObject,
  valueAt,
  type Json,
  type JsonObject,
} from "@openapi-packages/description/json/json";

/** A record in the body of an answer. */
export interface ShownRecord {
  /** Its JSON pointer in the body. */
  readonly at: string;
  readonly value: JsonObject;
}

/** Returns the records in an answer of an operation that lists or reads them. */
export function shownRecords({ kind, at }: StateOperation, body: Json | undefined): ShownRecord[] {
  if (at === undefined || (kind !== "list" && kind !== "read")) return [];
  const value = valueAt(body, at);
  if (kind !== "list" || !Array.isArray(value)) return isObject(value) ? [{ at, value }] : [];
  return (value as readonly Json[]).flatMap((item, index) =>
    isObject(item) ? [{ at: `${at}/${index}`, value: item }] : [],
  );
}
