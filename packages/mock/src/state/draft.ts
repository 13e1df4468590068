import { setMember } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";

/** Stands for a member that is left out. */
export const absent = Symbol("absent");

/** The values that members may be given, those that are wanted most first. */
export type Choices = ReadonlyMap<string, readonly unknown[]>;

/** Names the members of a value that are refused; `undefined` when it is valid. */
export type Judge = (value: JsonObject) => readonly string[] | undefined;

/** A record that was made of choices. */
export interface Accepted {
  readonly value: JsonObject;
  /** The index of the choice that a member was given; left out: the first. */
  readonly at: ReadonlyMap<string, number>;
  /** True if nothing of it is refused. */
  readonly isAccepted: boolean;
}

/**
 * Makes a record of choices: each member has its first value that is not refused. A member that is
 * refused goes on to its next, and when all are used up it stays with the last.
 *
 * @param starts where to begin with some of the members, as it was found out before.
 * @param known what is refused of the first that is made of them, where that was asked before.
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
    // Errors that name no member, as those of alternatives may, concern all members.
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
