import { escapePointerToken } from "./json-pointer.ts";
import { isObject, setMember } from "./members.ts";
import type { Issue } from "./validation/issues.ts";

/**
 * What a server does with the body of a request before its handler sees it: plain data that the generator
 * makes. Parts of schemas with a name are functions, since a schema may lead back to itself.
 */
export interface ReceivedBody {
  /** The names of the members that are `readOnly`. */
  readonly readOnly?: readonly string[];
  /** The values of members that are left out. */
  readonly defaults?: { readonly [name: string]: unknown };
  readonly members?: { readonly [name: string]: ReceivedPart };
  readonly items?: ReceivedPart;
}

/** A part of a body. */
export type ReceivedPart = ReceivedBody | (() => ReceivedBody);

/** The bodies of one operation by media type as in the description. */
export interface OperationReceivedBodies {
  readonly [mediaType: string]: ReceivedPart;
}

/**
 * Takes the members that are `readOnly` out of a received value, unless they are to be passed on.
 *
 * @returns the issues of a request that has to leave them out.
 */
export function readOnlyIssues(
  value: unknown,
  part: ReceivedPart,
  readOnly: "drop" | "refuse" | "pass" = "drop",
): Issue[] {
  if (readOnly === "pass") return [];
  const places = dropReadOnly(value, part, "");
  return readOnly === "refuse" ? places.map(readOnlyIssue) : [];
}

/** Takes out what is `readOnly`. @returns the places where it stood. */
function dropReadOnly(value: unknown, part: ReceivedPart, pointer: string): string[] {
  const { readOnly = [], members, items } = typeof part === "function" ? part() : part;
  if (Array.isArray(value)) {
    if (items === undefined) return [];
    return value.flatMap((item, index) => dropReadOnly(item, items, `${pointer}/${index}`));
  }
  if (!isObject(value)) return [];
  const places: string[] = [];
  for (const name of readOnly) {
    if (!Object.hasOwn(value, name)) continue;
    delete value[name];
    places.push(`${pointer}/${escapePointerToken(name)}`);
  }
  for (const [name, own] of Object.entries(members ?? {})) {
    if (Object.hasOwn(value, name))
      places.push(...dropReadOnly(value[name], own, `${pointer}/${escapePointerToken(name)}`));
  }
  return places;
}

const readOnlyIssue = (pointer: string): Issue => ({
  in: "body",
  pointer,
  keyword: "readOnly",
  message: "must be left out: it is read-only",
});

/** Fills in the members of a received value that have a default and were left out. */
export function fillDefaults(value: unknown, part: ReceivedPart): void {
  const { defaults = {}, members, items } = typeof part === "function" ? part() : part;
  if (Array.isArray(value)) {
    if (items !== undefined) for (const item of value) fillDefaults(item, items);
    return;
  }
  if (!isObject(value)) return;
  for (const [name, own] of Object.entries(defaults)) {
    // A handler may change its input, and the next one must get the default again.
    if (!Object.hasOwn(value, name)) setMember(value, name, structuredClone(own));
  }
  for (const [name, own] of Object.entries(members ?? {})) {
    if (Object.hasOwn(value, name)) fillDefaults(value[name], own);
  }
}
