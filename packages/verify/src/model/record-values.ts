import type { ResourceDescriptor, StateOperation } from "@openapi-packages/mock/description";
import { resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject, type JsonObject } from "@openapi-packages/runtime/internals";

/** Returns the record in the body of an answer; `undefined` if there is none. */
export function recordIn({ at }: StateOperation, body: unknown): JsonObject | undefined {
  const record = at === undefined ? body : resolvePointer(body, at);
  return isObject(record) ? record : undefined;
}

/** Returns the records in the body of a list; `undefined` if there is none. */
export function itemsIn({ at }: StateOperation, body: unknown): readonly JsonObject[] | undefined {
  const items = at === undefined ? body : resolvePointer(body, at);
  return Array.isArray(items) && items.every(isObject) ? items : undefined;
}

/** Returns the member with the key of records. */
export const keyMember = ({ key, keyParameter }: ResourceDescriptor): string =>
  key ?? keyParameter ?? "id";

/** Returns the key of a record as text for paths; `undefined` if it does not contain it. */
export function keyOf(
  descriptor: ResourceDescriptor,
  record: JsonObject | undefined,
): string | undefined {
  const value = record && getMember(record, keyMember(descriptor));
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
