import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { LifecycleDescriptor } from "../description.ts";
import { tokensOf, valueAt, withValueAt } from "./pointers.ts";

/** Returns the reference tokens of a record's status. A direct member has one. */
export function statusPlace({ member }: LifecycleDescriptor): readonly [string, ...string[]] {
  const [first = member, ...others] = member.startsWith("/") ? tokensOf(member) : [member];
  return [first, ...others];
}

/** Returns the status of a record; `undefined` if it has none. */
export function statusOf(lifecycle: LifecycleDescriptor, value: JsonObject): unknown {
  return valueAt(value, statusPlace(lifecycle));
}

/** Returns a record with another status. */
export function withStatus(
  lifecycle: LifecycleDescriptor,
  value: JsonObject,
  status: unknown,
): JsonObject {
  return withValueAt(value, statusPlace(lifecycle), status) as JsonObject;
}
