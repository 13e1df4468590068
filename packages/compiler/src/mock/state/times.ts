import type { Json } from "@openapi-packages/description/json/json";
import type { Shape, Shapes } from "./shapes.ts";
import type { MemberRole } from "@openapi-packages/mock/description";
import { plainName } from "./words.ts";

type TimeRole = Extract<MemberRole, { readonly format: unknown }>;

/** A member with the time at which something happened to a record. */
export interface TimeMember extends Omit<TimeRole, "isNullable"> {
  readonly member: string;
  readonly isNullable: boolean;
}

/** Names of members with the time of the last use. The creation of a record counts as its first use. */
const uses = "last_used last_used_at last_seen last_seen_at last_active_at last_activity_at";

/** True if a member has the time of a record's last use. */
export const isUse = (member: string): boolean => uses.split(" ").includes(plainName(member));

const roleOfName: ReadonlyMap<string, TimeRole["role"]> = new Map([
  ...(
    "created created_at created_on created_time create_time creation_time created_date creation_date " +
    `date_created inserted_at timestamp ${uses}`
  )
    .split(" ")
    .map((name) => [name, "created"] as const),
  ...(
    "updated updated_at updated_on updated_time update_time modified modified_at modified_on " +
    "last_modified last_modified_at last_updated last_updated_at date_updated date_modified"
  )
    .split(" ")
    .map((name) => [name, "updated"] as const),
  ...["started", "started_at", "started_on", "start_time", "began_at"].map(
    (name) => [name, "started"] as const,
  ),
  ..."completed_at finished_at ended_at closed_at stopped_at end_time completed_on finished_on"
    .split(" ")
    .map((name) => [name, "ended"] as const),
]);

/** True if a member has the name of a time that the server writes. */
export function isTimeName(name: string): boolean {
  return roleOfName.has(plainName(name));
}

/** Numbers from here on count milliseconds: in seconds, this is a time in the year 5138. */
const firstMilliseconds = 100_000_000_000;

/** Returns the members of a record with times that the server writes, in their order. */
export function timesOf(
  { properties, example }: Shape,
  shapes: Shapes,
  shown: Json | undefined = example,
): TimeMember[] {
  return [...properties].flatMap(([member, schema]): TimeMember[] => {
    const role = roleOfName.get(plainName(member));
    if (role === undefined) return [];
    const shape = shapes.of(schema);
    const seen = (shown as Record<string, Json> | undefined)?.[member] ?? shape.example;
    const format = formatOf(member, shape, seen);
    const isNullable = shape.types.has("null");
    // A nullable time of last use is null until the record is used.
    if (format === undefined || (isNullable && isUse(member))) return [];
    return [{ member, role, format, isNullable }];
  });
}

/** Returns the format of a member that is a time; `undefined` for other members. */
export const timeFormatOf = (member: string, shape: Shape): TimeRole["format"] | undefined =>
  formatOf(member, shape, shape.example);

const isDouble = (format: string | undefined): boolean => format === "double" || format === "float";

function formatOf(
  member: string,
  { types, format }: Shape,
  seen: Json | undefined,
): TimeRole["format"] | undefined {
  if (format === "date-time" || format === "date") return format;
  if (types.has("integer") || types.has("number")) {
    const isLong = typeof seen === "number" && seen >= firstMilliseconds;
    if (isLong) return "milliseconds";
    const hasPoint = seen === undefined ? isDouble(format) : !Number.isInteger(seen);
    return types.has("number") && hasPoint ? "decimal-seconds" : "seconds";
  }
  if (!types.has("string") || format !== undefined) return undefined;
  if (typeof seen === "string") return /^\d{4}-\d\d-\d\dT/.test(seen) ? "date-time" : undefined;
  return plainName(member).endsWith("_at") ? "date-time" : undefined;
}
