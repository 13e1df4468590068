import type { ResourceDescriptor, StateOperation } from "@openapi-packages/mock/description";
import { resolvePointer } from "@openapi-packages/runtime";
import { getMember, isObject, type JsonObject } from "@openapi-packages/runtime/internals";

/** The record in the body of an answer; `undefined` where it shows none. */
export function recordIn({ at }: StateOperation, body: unknown): JsonObject | undefined {
  const record = at === undefined ? body : resolvePointer(body, at);
  return isObject(record) ? record : undefined;
}

/** The records in the body of a list; `undefined` where it is none. */
export function itemsIn({ at }: StateOperation, body: unknown): readonly JsonObject[] | undefined {
  const items = at === undefined ? body : resolvePointer(body, at);
  return Array.isArray(items) && items.every(isObject) ? items : undefined;
}

/** The member that a record is known by. */
export const keyMember = ({ key, keyParameter }: ResourceDescriptor): string =>
  key ?? keyParameter ?? "id";

/** The key of a record, as paths have it; `undefined` where it shows none. */
export function keyOf(
  descriptor: ResourceDescriptor,
  record: JsonObject | undefined,
): string | undefined {
  const value = record && getMember(record, keyMember(descriptor));
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
