import { isObject, stringMember, type Json } from "../../json/json.ts";
import { compatibleVersion, isOver } from "./alias-age.ts";

/** One entry of `x-renamed-from`: an earlier name. */
export interface RenamedFrom {
  /** The earlier `operationId`, or the earlier name of a property, parameter, schema or tag. */
  readonly name: string;
  /** The `info.version` of the description that renamed it. */
  readonly since: string | undefined;
  /** The JSON pointer of the entry below the keyword: empty, or `/0`. */
  readonly at: string;
}

/** The keyword with which a description declares earlier names. */
export const renamedFromKeyword = "x-renamed-from";

/** The members that an entry may have. */
export const renamedFromMembers = ["name", "since"] as const;

/** An entry of `x-renamed-from` before it is validated. */
interface WrittenEntry {
  readonly value: Json;
  readonly at: string;
}

/** Returns the entries of a node's `x-renamed-from`, including invalid ones. */
export function writtenEntries(node: Json | undefined): readonly WrittenEntry[] {
  const value = isObject(node) ? node[renamedFromKeyword] : undefined;
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [{ value, at: "" }];
  return (value as readonly Json[]).map((one, index) => ({ value: one, at: `/${index}` }));
}

/** Reads one entry; `undefined` if it is invalid. */
export function readEntry({ value, at }: WrittenEntry): RenamedFrom | undefined {
  if (typeof value === "string")
    return value === "" ? undefined : { name: value, since: undefined, at };
  if (!isObject(value)) return undefined;
  const isKnown = Object.entries(value).every(
    ([key, text]) =>
      renamedFromMembers.some((known) => known === key) && typeof text === "string" && text !== "",
  );
  const [name, since] = renamedFromMembers.map((one) => stringMember(value, one));
  return isKnown && name !== undefined ? { name, since, at } : undefined;
}

/**
 * Returns all earlier names of a node, including expired aliases, for comparing two descriptions.
 */
export function earlierNamesIn(node: Json | undefined): string[] {
  return writtenEntries(node).flatMap((entry) => readEntry(entry)?.name ?? []);
}

/**
 * Returns the earlier names of an operation, a schema or a tag whose aliases have not expired.
 * @param version the `info.version` of the description
 */
export function aliasesIn(node: Json | undefined, version: string): readonly RenamedFrom[] {
  return writtenEntries(node).flatMap((entry) => {
    const read = readEntry(entry);
    if (read === undefined || hasBadSince(read) || isOver(read.since, version)) return [];
    return [read];
  });
}

/** Returns true if `since` is written but is not a version. */
export const hasBadSince = ({ since }: RenamedFrom): boolean =>
  since !== undefined && compatibleVersion(since) === undefined;
