import { isObject, stringMember, type Json } from "../../json.ts";

/** What something was called, and where an operation was found, before it was renamed: one entry of `x-renamed-from`. */
export interface RenamedFrom {
  /** The earlier name: an `operationId`, or the name of a property, parameter, schema or tag. */
  readonly name: string | undefined;
  /** The earlier method of an operation, in upper case. */
  readonly method: string | undefined;
  /** The earlier path of an operation. */
  readonly path: string | undefined;
  /** The `info.version` of the description that renamed it. */
  readonly since: string | undefined;
}

/** The keyword. */
export const renamedFromKeyword = "x-renamed-from";

/** The members that an entry may have. */
export const renamedFromMembers = ["name", "method", "path", "since"] as const;

/**
 * The entries of `x-renamed-from`, those too that are over: whoever compares two descriptions wants them all. What
 * is of another form is left out; the model reports it.
 *
 * @param node an operation, a parameter, a schema or a tag
 */
export function renamedFrom(node: Json | undefined): readonly RenamedFrom[] {
  if (!isObject(node)) return [];
  return entriesOf(node[renamedFromKeyword]).flatMap((entry) => entryOf(entry) ?? []);
}

/** The entries of the value of `x-renamed-from`, as they are written. */
export function entriesOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

/** One entry; `undefined` where it is of another form. */
export function entryOf(entry: Json): RenamedFrom | undefined {
  if (typeof entry === "string")
    return entry === ""
      ? undefined
      : { name: entry, method: undefined, path: undefined, since: undefined };
  if (!isObject(entry)) return undefined;
  const isKnown = Object.entries(entry).every(
    ([name, value]) =>
      renamedFromMembers.some((known) => known === name) &&
      typeof value === "string" &&
      value !== "",
  );
  const [name, method, path, since] = renamedFromMembers.map((one) => stringMember(entry, one));
  const says = [name, method, path].some((one) => one !== undefined);
  return isKnown && says ? { name, method: method?.toUpperCase(), path, since } : undefined;
}

/** The earlier names of something, those too that are over. */
export function earlierNamesIn(node: Json | undefined): string[] {
  return renamedFrom(node).flatMap(({ name }) => name ?? []);
}
