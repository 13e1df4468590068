import { setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";

/** Represents an omitted member. */
export const absent = Symbol("absent");

/** The possible values of members, the preferred ones first. */
export type Choices = ReadonlyMap<string, readonly unknown[]>;

/** Returns the names of a value's invalid members; `undefined` when it is valid. */
export type Judge = (value: JsonObject) => readonly string[] | undefined;

/** A record made of choices. */
export interface Accepted {
  readonly value: JsonObject;
  /** The index of the chosen value of a member. Default: the first. */
  readonly at: ReadonlyMap<string, number>;
  /** True if the record is valid. */
  readonly isAccepted: boolean;
}

/**
 * Builds a record from choices. A rejected member moves on to its next value, and stays with the last one when
 * all are used up.
 *
 * @param starts the indexes to begin with, as learned before.
 * @param known the rejected members of the first record, if already known.
 */
export function firstAccepted(
  choices: Choices,
  refusedIn: Judge,
  starts: ReadonlyMap<string, number> = new Map(),
  known?: readonly string[],
): Accepted {
  const at = new Map(starts);
  for (let before = known; ; before = undefined) {
    const value = valueOf(choices, at);
    const refused = before ?? refusedIn(value);
    if (refused === undefined) return { value, at, isAccepted: true };
    // An error without a member, as alternatives may report, concerns all members.
    const next =
      refused.find((name) => canGoOn(choices, at, name)) ??
      [...choices.keys()].find((name) => canGoOn(choices, at, name));
    if (next === undefined) return { value, at, isAccepted: false };
    at.set(next, (at.get(next) ?? 0) + 1);
  }
}

function canGoOn(choices: Choices, at: ReadonlyMap<string, number>, name: string): boolean {
  return (at.get(name) ?? 0) + 1 < (choices.get(name)?.length ?? 0);
}

function valueOf(choices: Choices, at: ReadonlyMap<string, number>): JsonObject {
  const value: JsonObject = {};
  for (const [name, values] of choices) {
    const chosen = values[at.get(name) ?? 0];
    if (chosen !== absent && chosen !== undefined) setMember(value, name, chosen);
  }
  return value;
}
