import type { Json } from "../../json/json.ts";

/** The kinds of JSON values. Integers are numbers. */
export type ValueKind = "null" | "boolean" | "number" | "string" | "array" | "object";

/** A value that can distinguish alternatives. */
export type TagValue = string | number | boolean | null;

/** What all values of a schema have in common, as far as it can distinguish alternatives. */
export interface Traits {
  readonly kinds: ReadonlySet<ValueKind>;
  /** Maps the names of required members of objects to the values they may have. */
  readonly tags: ReadonlyMap<string, readonly TagValue[]>;
}

/**
 * The traits of a schema, including optional members, which become tags where they are required.
 */
export interface MemberTraits {
  readonly kinds: ReadonlySet<ValueKind>;
  readonly required: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly TagValue[]>;
}

/** Every kind there is. */
export const allKinds: ReadonlySet<ValueKind> = new Set([
  "null",
  "boolean",
  "number",
  "string",
  "array",
  "object",
]);

/** The traits of a schema without constraints. */
export const anything: MemberTraits = { kinds: allKinds, required: new Set(), values: new Map() };

/** Returns the traits that distinguish alternatives: only required members count. */
export function traitsOf({ kinds, required, values }: MemberTraits): Traits {
  const tags = [...values].filter(([name]) => required.has(name));
  return { kinds, tags: new Map(kinds.has("object") ? tags : []) };
}

/** Returns the traits of values that conform to all of several schemas. */
export function allOf(parts: readonly MemberTraits[]): MemberTraits {
  const [first, ...others] = parts;
  if (first !== undefined && others.length === 0) return { ...first, kinds: inOrder(first.kinds) };
  const values = new Map<string, readonly TagValue[]>();
  for (const part of parts)
    for (const [name, own] of part.values)
      values.set(name, intersection([values.get(name), own]) ?? own);
  return {
    kinds: new Set([...allKinds].filter((kind) => parts.every(({ kinds }) => kinds.has(kind)))),
    required: new Set(parts.flatMap(({ required }) => [...required])),
    values,
  };
}

/** Returns kinds in the order of {@link allKinds}. */
const inOrder = (kinds: ReadonlySet<ValueKind>): ReadonlySet<ValueKind> =>
  kinds.size <= 1 ? kinds : new Set([...allKinds].filter((kind) => kinds.has(kind)));

/** Returns the traits of values that conform to at least one of several schemas. */
export function anyOf(alternatives: readonly MemberTraits[]): MemberTraits {
  const objects = alternatives.filter(({ kinds }) => kinds.has("object"));
  const [first = anything, ...others] = objects;
  const values = [...first.values].flatMap(([name]): [string, readonly TagValue[]][] => {
    const all = union(objects.map((one) => one.values.get(name)));
    return all === undefined ? [] : [[name, all]];
  });
  return {
    kinds: new Set(alternatives.flatMap(({ kinds }) => [...kinds])),
    required: new Set(
      [...first.required].filter((name) => others.every(({ required }) => required.has(name))),
    ),
    values: new Map(values),
  };
}

type Values = readonly TagValue[] | undefined;

/** Returns the values that are in all lists; `undefined` lists allow any value and are ignored. */
export function intersection(lists: readonly Values[]): Values {
  const [first, ...others] = lists.filter((list) => list !== undefined);
  return first?.filter((value) => others.every((list) => list.includes(value)));
}

/**
 * Returns the values that are in at least one list; `undefined` if one of the lists is, because it
 * allows any value.
 */
export function union(lists: readonly Values[]): Values {
  const all = lists.flatMap((list) => list ?? []);
  return lists.includes(undefined) ? undefined : [...new Set(all)];
}

/** Returns true if no value can have the traits of both schemas. */
export function areApart(one: Traits, other: Traits): boolean {
  const shared = [...one.kinds].filter((kind) => other.kinds.has(kind));
  if (shared.length === 0) return true;
  if (shared.length > 1 || shared[0] !== "object") return false;
  return [...one.tags].some(([name, values]) => {
    const others = other.tags.get(name);
    return others !== undefined && !values.some((value) => others.includes(value));
  });
}

/** Returns true for a value that can be a tag. */
export const isTagValue = (value: Json): value is TagValue =>
  typeof value !== "object" || value === null;

/** Returns the kind of a JSON value. */
export function kindOf(value: Json): ValueKind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as ValueKind;
}
