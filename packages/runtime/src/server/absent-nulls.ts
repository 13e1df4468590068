import { escapePointerToken } from "../json-pointer.ts";
import { isObject, setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";
import type { Validator, ValidatorError } from "../operation.ts";

/** The most validations of one value to find `null` members. Each reports up to a thousand errors. */
const mostRounds = 10;

/** The most validations of one value to try members of unions. */
const mostTrials = 64;

/** A member of an object. */
interface Member {
  readonly holder: JsonObject;
  readonly name: string;
}

/**
 * Removes optional `null` members that their schema does not allow. An error in a union is reported for all
 * of its alternatives together, so that each such member is put back in turn: one that the matching
 * alternative allows to be `null` stays.
 *
 * @param validator has just refused the value; afterwards it has the errors that remain
 * @returns true if the validator now accepts the value
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

/** Returns the `null` members at the places of errors, by their pointers. */
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

/** Returns the member of an object at a pointer (RFC 6901). */
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

/** Puts back the removed members that are required. */
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
 * Puts back the members removed because of a union that the matching alternative allows to be `null`: one
 * of each union at a time, since the errors show which unions refuse theirs.
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

/** Puts all members back: removing one that may be `null` would change the meaning of the value. */
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

/** Returns the first of the places that a pointer contains as a prefix. */
function outermost(
  pointer: string,
  places: { readonly has: (place: string) => boolean },
): string | undefined {
  if (places.has("")) return "";
  for (let end = pointer.indexOf("/", 1); end >= 0; end = pointer.indexOf("/", end + 1))
    if (places.has(pointer.slice(0, end))) return pointer.slice(0, end);
  return places.has(pointer) ? pointer : undefined;
}
