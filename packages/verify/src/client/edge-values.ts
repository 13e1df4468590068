import { isPlainObject } from "../wire/copy-of.ts";

/** The way to a value within another one. */
export type Path = readonly (string | number)[];

/** Stands for a member that is left out. */
export const absent = Symbol("absent");

/** Returns what may stand in place of a value, the best first. */
export type Edge = (value: unknown, path: Path) => readonly unknown[];

/** Texts that clients take for other values. */
const lookAlikes = ["2024-05-06T07:08:09.000Z", "007", "true", "null", "1e3", "undefined", "[]"];

/** What is put in place of single values of a JSON value. */
export const edges = {
  /** Values that are false in a condition. */
  "falsy-values": (value) => {
    if (typeof value === "string") return [""];
    if (typeof value === "number") return [0];
    return typeof value === "boolean" ? [false] : [];
  },
  /** Null, and lists without items. */
  "empty-values": (value) => [
    ...(value === null ? [] : [null]),
    ...(Array.isArray(value) ? [[]] : []),
  ],
  /** Members that need not be there. */
  "fewest-members": (_, path) => (typeof path.at(-1) === "string" ? [absent] : []),
  /** The largest integers that every client has. */
  integers: (value) =>
    typeof value === "number" ? [Number.MAX_SAFE_INTEGER, 2 ** 32 + 1, 2 ** 31 - 1, -1] : [],
  /** Numbers with more decimals than amounts of money have. */
  decimals: (value) => (typeof value === "number" ? [1234567.891, 0.123, -0.5] : []),
  /** Texts that look like other values. */
  "look-alikes": (value, path) =>
    typeof value === "string" ? rotated(lookAlikes, path.join("").length) : [],
  /** Texts with white space at their ends. */
  "surrounded-texts": (value) => (typeof value === "string" ? [` ${value}\t`, ` ${value} `] : []),
  /** Lists of one item. */
  "one-item": (value) => (Array.isArray(value) && value.length > 1 ? [value.slice(0, 1)] : []),
} as const satisfies Readonly<Record<string, Edge>>;

/** The name of a kind of edge values. */
export type EdgeName = keyof typeof edges;

const rotated = (all: readonly string[], by: number): readonly string[] => [
  ...all.slice(by % all.length),
  ...all.slice(0, by % all.length),
];

/** The most values of one value that are replaced. */
const mostPlaces = 40;

/**
 * Replaces values within a value by edge values, one after the other, as far as the whole is taken.
 *
 * @returns `undefined` if nothing could be replaced
 */
export async function withEdges(
  value: unknown,
  edge: Edge,
  isTaken: (whole: unknown) => boolean | Promise<boolean>,
): Promise<{ readonly value: unknown; readonly paths: readonly Path[] } | undefined> {
  let whole = value;
  const paths: Path[] = [];
  for (const path of [...pathsIn(value)].slice(0, mostPlaces)) {
    const own = valueAt(whole, path);
    if (own === undefined) continue;
    for (const candidate of edge(own, path)) {
      if (Object.is(candidate, own)) continue;
      const next = withValue(whole, path, candidate);
      if (!(await isTaken(next))) continue;
      whole = next;
      paths.push(path);
      break;
    }
  }
  return paths.length === 0 ? undefined : { value: whole, paths };
}

/** Returns the ways to all values within a value, outer ones first. */
function* pathsIn(value: unknown, path: Path = []): Generator<Path, void, undefined> {
  if (path.length > 0) yield path;
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* pathsIn(item, [...path, index]);
  else if (isPlainObject(value))
    for (const [name, own] of Object.entries(value)) yield* pathsIn(own, [...path, name]);
}

/** Returns the value at a path; `undefined` if there is none. */
export function valueAt(value: unknown, [token, ...rest]: Path): unknown {
  if (token === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return undefined;
  return valueAt(Reflect.get(value, token), rest);
}

function withValue(value: unknown, [token, ...rest]: Path, put: unknown): unknown {
  if (token === undefined) return put;
  const inner = withValue(valueAt(value, [token]), rest, put);
  if (Array.isArray(value)) return value.with(Number(token), inner);
  const others = Object.entries(value as object).filter(
    ([name]) => name !== token || inner !== absent,
  );
  return Object.fromEntries(others.map(([name, own]) => [name, name === token ? inner : own]));
}
