import { getMember, setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { MemberRole } from "../description.ts";

type TimeRole = Exclude<MemberRole, { role: "owner" }>;

/** Formats a point in time for a member. */
export function timeIn(format: TimeRole["format"], milliseconds: number): string | number {
  switch (format) {
    case "date-time":
      return new Date(milliseconds).toISOString();
    case "date":
      return new Date(milliseconds).toISOString().slice(0, 10);
    case "seconds":
      return Math.floor(milliseconds / 1000);
    case "decimal-seconds":
      return Math.floor(milliseconds) / 1000;
    case "milliseconds":
      return Math.floor(milliseconds);
  }
}

/** Returns the members with a kind of time, set to a time. */
export function timesOf(
  roles: readonly (readonly [string, MemberRole])[],
  kinds: readonly TimeRole["role"][],
  milliseconds: number,
): JsonObject {
  const times: JsonObject = {};
  for (const [member, role] of roles) {
    if (role.role !== "owner" && kinds.includes(role.role))
      setMember(times, member, timeIn(role.format, milliseconds));
  }
  return times;
}

/** Returns the owner by a principal: the principal itself, or its member of that name. */
export function ownerIn(principal: unknown, member: string): unknown {
  if (typeof principal === "string") return principal;
  return typeof principal === "object" && principal !== null
    ? getMember(principal, member)
    : undefined;
}

/** Returns the time of a change: the current time, but not before the times in the record. */
export function timeOfChange(
  roles: readonly (readonly [string, MemberRole])[],
  value: JsonObject,
  now: number,
): number {
  const times = roles.flatMap(([member, role]) => {
    if (role.role === "owner" || role.role === "ended") return [];
    return millisecondsOf(role.format, getMember(value, member)) ?? [];
  });
  return Math.max(now, ...times);
}

function millisecondsOf(format: TimeRole["format"], value: unknown): number | undefined {
  if (typeof value === "string") {
    const time = Date.parse(value);
    return Number.isNaN(time) ? undefined : time;
  }
  if (typeof value !== "number") return undefined;
  return format === "milliseconds" ? value : value * 1000;
}
