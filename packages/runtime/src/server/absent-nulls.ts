import { escapePointerToken } from "../json-pointer.ts";
import { isObject, setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import type { Validator, ValidatorError } from "../operation.ts";

/** The most validations of one value in search of such members. Each finds up to a thousand errors. */
const mostRounds = 10;

/** The most validations of one value for members of unions. */
const mostTrials = 64;

/** A member of an object. */
interface Member {
  readonly holder: JsonObject;
  readonly name: string;
}

/**
 * Removes members that are `null` and that their schema does not allow to be, unless they are required. What a
 * union says of a member is known of its alternatives together, so that each such member is put back for a
 * trial: one that the value's alternative allows to be `null` stays.
 *
 * @param validator has just refused the value; afterwards it has the errors of what is left
 * @returns true if the validator accepts what is left
 */
export function removeAbsentNulls(validator: Validator, value: unknown): boolean {
  const removed = new Map<string, Member>();
  const unions = new Set<string>();
  for (let round = 0; round < mostRounds; round += 1) {
    const errors = validator.errors ?? [];
    for (const { keyword, instancePath } of errors)
      if (keyword === "anyOf" || keyword === "oneOf") unions.add(instancePath);
    const found = nullMembers(errors, value);
    if (found.size === 0) return restoreRequired(validator, value, removed);
    for (const [pointer, member] of found) {
      delete member.holder[member.name];
      removed.set(pointer, member);
    }
    if (validator(value)) return restoreAllowed(validator, value, removed, unions);
  }
  return false;
}

/** The members that are `null` where an error is, by their pointers. */
function nullMembers(errors: readonly ValidatorError[], value: unknown): Map<string, Member> {
  const found = new Map<string, Member>();
  for (const { instancePath } of errors) {
    if (found.has(instancePath)) continue;
    const member = memberAt(value, instancePath);
    if (member !== undefined && member.holder[member.name] === null)
      found.set(instancePath, member);
  }
  return found;
}

/** The member of an object that a pointer leads to (RFC 6901). */
function memberAt(value: unknown, pointer: string): Member | undefined {
  const names = pointer.split("/").slice(1);
  const last = names.pop();
  let holder = value;
  for (const name of names) {
    const own = unescaped(name);
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, own))
      return undefined;
    holder = (holder as JsonObject)[own];
  }
  const name = unescaped(last ?? "");
  return last !== undefined && isObject(holder) && Object.hasOwn(holder, name)
    ? { holder, name }
    : undefined;
}

const unescaped = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~");

/** Puts those back that the validator misses. */
function restoreRequired(
  validator: Validator,
  value: unknown,
  removed: ReadonlyMap<string, Member>,
): boolean {
  const missed = (validator.errors ?? []).flatMap(({ instancePath, params }) => {
    const name = params?.["missingProperty"];
    const isNamed = typeof name === "string";
    return isNamed ? (removed.get(`${instancePath}/${escapePointerToken(name)}`) ?? []) : [];
  });
  for (const { holder, name } of missed) setMember(holder, name, null);
  return missed.length > 0 && validator(value);
}

/**
 * Puts those back that were removed because of a union and may be `null` in the alternative that holds: one
 * of each union at a time, as the errors tell which unions do not take theirs.
 *
 * @returns false, with all of them put back, if that takes too many validations
 */
function restoreAllowed(
  validator: Validator,
  value: unknown,
  removed: ReadonlyMap<string, Member>,
  unions: ReadonlySet<string>,
): boolean {
  const waiting = new Map<string, Member[]>();
  for (const [pointer, member] of removed) {
    const union = outermost(pointer, unions);
    if (union !== undefined) waiting.set(union, [...(waiting.get(union) ?? []), member]);
  }
  const all = [...waiting.values()].flat();
  let trials = 0;
  while (waiting.size > 0) {
    if (trials >= mostTrials) return refuse(validator, value, all);
    const tried = nextOfEach(waiting);
    for (const { holder, name } of tried.values()) setMember(holder, name, null);
    for (trials += 1; !validator(value); trials += 1) {
      const refusing = (validator.errors ?? []).flatMap(
        ({ instancePath }) => outermost(instancePath, tried) ?? [],
      );
      for (const union of refusing) removeOne(tried, union);
      if (trials >= mostTrials || refusing.length === 0) return refuse(validator, value, all);
    }
  }
  return true;
}

/** Removing what may be null would change its meaning. */
function refuse(validator: Validator, value: unknown, members: readonly Member[]): boolean {
  for (const { holder, name } of members) setMember(holder, name, null);
  return validator(value);
}

/** Takes one member of each union. */
function nextOfEach(waiting: Map<string, Member[]>): Map<string, Member> {
  const next = new Map<string, Member>();
  for (const [union, members] of waiting) {
    const member = members.pop();
    if (member === undefined) waiting.delete(union);
    else next.set(union, member);
  }
  return next;
}

function removeOne(tried: Map<string, Member>, union: string): void {
  const member = tried.get(union);
  if (member !== undefined) delete member.holder[member.name];
  tried.delete(union);
}

/** The first of the places that a pointer leads through, or to. */
function outermost(
  pointer: string,
  places: { readonly has: (place: string) => boolean },
): string | undefined {
  if (places.has("")) return "";
  for (let end = pointer.indexOf("/", 1); end >= 0; end = pointer.indexOf("/", end + 1))
    if (places.has(pointer.slice(0, end))) return pointer.slice(0, end);
  return places.has(pointer) ? pointer : undefined;
}
