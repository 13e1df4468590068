import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { LifecycleDescriptor } from "../description.ts";
import { tokensOf, valueAt, withValueAt } from "./pointers.ts";

/** The reference tokens of a status in records: one where it is a member of theirs. */
export function statusPlace({ member }: LifecycleDescriptor): readonly [string, ...string[]] {
  const [first = member, ...others] = member.startsWith("/") ? tokensOf(member) : [member];
  return [first, ...others];
}

/** The status of a record; `undefined` where it has none. */
export function statusOf(lifecycle: LifecycleDescriptor, value: JsonObject): unknown {
  return valueAt(value, statusPlace(lifecycle));
}

/** A record with another status. */
export function withStatus(
  lifecycle: LifecycleDescriptor,
  value: JsonObject,
  status: unknown,
): JsonObject {
  return withValueAt(value, statusPlace(lifecycle), status) as JsonObject;
}
