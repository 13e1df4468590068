import { isObject, stringMember, type Json } from "../../json.ts";
import { compatibleVersion, isOver } from "./alias-age.ts";

/** What something was called before it was renamed: one entry of `x-renamed-from`. */
export interface RenamedFrom {
  /** The earlier `operationId`, or the earlier name of a property, parameter, schema or tag. */
  readonly name: string;
  /** The `info.version` of the description that renamed it. */
  readonly since: string | undefined;
  /** Where the entry is written, from the keyword on: empty, or `/0`. */
  readonly at: string;
}

/** The keyword. */
export const renamedFromKeyword = "x-renamed-from";

/** The members that an entry may have. */
export const renamedFromMembers = ["name", "since"] as const;

/** An entry as it is written. */
interface WrittenEntry {
  readonly value: Json;
  readonly at: string;
}

/** The entries of a node's `x-renamed-from`, also those of another form. */
export function writtenEntries(node: Json | undefined): readonly WrittenEntry[] {
  const value = isObject(node) ? node[renamedFromKeyword] : undefined;
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [{ value, at: "" }];
  return (value as readonly Json[]).map((one, index) => ({ value: one, at: `/${index}` }));
}

/** Reads one entry; `undefined` if it is of another form. */
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

/** All earlier names of a node, also those whose alias is gone: what compares two descriptions wants them all. */
export function earlierNamesIn(node: Json | undefined): string[] {
  return writtenEntries(node).flatMap((entry) => readEntry(entry)?.name ?? []);
}

/**
 * The earlier names of an operation, a schema or a tag that code still has as deprecated aliases: those whose major
 * version is not over.
 *
 * @param version the `info.version` of the description
 */
export function aliasesIn(node: Json | undefined, version: string): readonly RenamedFrom[] {
  return writtenEntries(node).flatMap((entry) => {
    const read = readEntry(entry);
    if (read === undefined || hasBadSince(read) || isOver(read.since, version)) return [];
    return [read];
  });
}

/** True if `since` is written, and is no version. */
export const hasBadSince = ({ since }: RenamedFrom): boolean =>
  since !== undefined && compatibleVersion(since) === undefined;
