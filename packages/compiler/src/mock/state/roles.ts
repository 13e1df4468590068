import type { Json } from "@openapi-packages/description/json/json";
import type { Shape, Shapes } from "./shapes.ts";
import type { MemberRole } from "@openapi-packages/mock/description";
import { timesOf } from "./times.ts";
import { plainName, wordList } from "./words.ts";

const owners = new Set(
  wordList("created_by created_by_id owner owner_id author author_id creator creator_id"),
);

/** True if a member's name says that it holds the record's owner. */
export const isOwnerName = (name: string): boolean => owners.has(plainName(name));

/**
 * Returns the roles of members that the server writes into records. Requests may set the others.
 *
 * @param given the members that requests may give when they create records
 * @param shown a record from an example
 */
export function rolesOf(
  record: Shape,
  given: ReadonlySet<string>,
  shown: Json | undefined,
  shapes: Shapes,
): Record<string, MemberRole> {
  const times = timesOf(record, shapes, shown).flatMap(
    ({ member, isNullable, ...role }): [string, MemberRole][] =>
      given.has(member) ? [] : [[member, { ...role, ...(isNullable ? { isNullable } : {}) }]],
  );
  const owning = [...record.properties].flatMap(([member, schema]): [string, MemberRole][] => {
    const { types } = shapes.of(schema);
    const isOwner = isOwnerName(member) && types.has("string") && !types.has("object");
    return isOwner && !given.has(member) ? [[member, { role: "owner" }]] : [];
  });
  const roles = new Map([...times, ...owning]);
  // In the order of the record's members.
  const ordered = [...record.properties.keys()].flatMap((member): [string, MemberRole][] => {
    const role = roles.get(member);
    return role === undefined ? [] : [[member, role]];
  });
  return Object.fromEntries(ordered);
}
