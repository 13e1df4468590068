import semver from "semver";
import { visible } from "../escape.ts";
import { isObject, type JsonObject } from "../json.ts";
import type { PackageKeys } from "../emit/emitted-file.ts";
import { Lines } from "../load/read/lines.ts";
import { parseText } from "../load/read/parse-text.ts";
import { WriteError } from "./write-error.ts";

/** The packages of a run by name, and what a dependency on each says. */
export interface Siblings {
  /** Package name → its version, as its package.json has it. */
  readonly versions: ReadonlyMap<string, string>;
  /** Whether dependencies among them are `workspace:*`, as pnpm wants it. */
  readonly workspaceProtocol: boolean;
}

/** A package.json as it is to be. */
export interface MergedPackage {
  readonly text: string;
  /** The generator's keys that somebody else changed. */
  readonly edited: readonly string[];
}

const dependencyKeys: ReadonlySet<string> = new Set(["dependencies", "peerDependencies"]);

/**
 * Merges the generator's keys into a package.json; all others stay, as do the order of keys and the indentation.
 *
 * - A key that has the value of the run before gets the new one; one that has another was edited.
 * - A dependency stays as it is where it asks for the needed version or a later one, or names no version but a place
 *   (`workspace:`, `catalog:`, `file:`, …); so does one that stands among the `peerDependencies` or
 *   `optionalDependencies` instead. Dependencies of others stay.
 * - `files` has to contain the generator's entries, and may have more.
 *
 * @param before the generator's keys as the run before wrote them; left out: nobody knows
 */
export function mergePackageJson(
  current: JsonObject,
  text: string,
  own: PackageKeys,
  before: PackageKeys | undefined,
  siblings: Siblings,
): MergedPackage {
  const merged: Record<string, unknown> = { ...current };
  const edited: string[] = [];
  for (const key of new Set([...Object.keys(before ?? {}), ...Object.keys(own)])) {
    const [theirs, ours, last] = [current[key], own[key], before?.[key]];
    const value = dependencyKeys.has(key)
      ? mergeDependencies(current, key, asObject(ours), asObject(last), siblings)
      : key === "files"
        ? mergeEntries(theirs, ours, last)
        : mergeValue(theirs, ours, last);
    if (value === isEdited) edited.push(key);
    // What is wanted is told in full: it is what --force writes.
    merged[key] = value === isEdited ? ours : value;
    if (merged[key] === undefined) delete merged[key];
  }
  const isSame = JSON.stringify(merged) === JSON.stringify(current);
  return { text: isSame ? text : packageJsonText(merged, text), edited };
}

/** Stands for a value that somebody else wrote where the generator's belongs. */
const isEdited = Symbol("edited");

function mergeValue(theirs: unknown, ours: unknown, last: unknown): unknown {
  if (equal(theirs, ours)) return theirs;
  return equal(theirs, last) ? ours : isEdited;
}

function mergeEntries(theirs: unknown, ours: unknown, last: unknown): unknown {
  if (theirs === undefined && last === undefined) return ours;
  if (!Array.isArray(theirs)) return isEdited;
  const [own, known] = [asArray(ours), asArray(last)];
  const missing = own.filter((entry) => !theirs.includes(entry));
  if (missing.some((entry) => known.includes(entry))) return isEdited;
  const kept = (theirs as unknown[]).filter(
    (entry) => own.includes(entry) || !known.includes(entry),
  );
  return [...kept, ...missing];
}

function mergeDependencies(
  current: JsonObject,
  key: string,
  ours: PackageKeys,
  last: PackageKeys,
  siblings: Siblings,
): PackageKeys | undefined {
  const theirs = asObject(current[key]);
  const merged: Record<string, unknown> = { ...theirs };
  for (const name of Object.keys(last))
    if (!Object.hasOwn(ours, name) && isOurs(merged[name], last[name], name, siblings))
      delete merged[name];
  for (const [name, range] of Object.entries(resolveSiblings(ours, siblings))) {
    const elsewhere = ["peerDependencies", "optionalDependencies"]
      .filter((other) => other !== key)
      .map((other) => asObject(current[other])[name]);
    if ([merged[name], ...elsewhere].some((one) => suffices(one, range, name, siblings))) continue;
    merged[name] = range;
  }
  return Object.keys(merged).length === 0 ? undefined : merged;
}

/** True for a range that a run wrote, and that nobody has changed since. */
function isOurs(theirs: unknown, last: unknown, name: string, siblings: Siblings): boolean {
  return theirs === last || theirs === "workspace:*" || theirs === siblings.versions.get(name);
}

/** Dependencies with the ranges of the packages that are generated together. */
export function resolveSiblings(
  dependencies: PackageKeys,
  { versions, workspaceProtocol }: Siblings,
): PackageKeys {
  const entries = Object.entries(dependencies).map(([name, range]) => {
    const version = versions.get(name);
    if (version === undefined) return [name, range] as const;
    return [name, workspaceProtocol ? "workspace:*" : version] as const;
  });
  return Object.fromEntries(entries);
}

/** True if a range asks for no less than another: it names a place, or begins at the same version or a later one. */
function suffices(theirs: unknown, ours: unknown, name: string, siblings: Siblings): boolean {
  if (typeof theirs !== "string" || typeof ours !== "string") return false;
  if (theirs === ours) return true;
  // Where there is no registry to ask, and no version: `file:`, `workspace:`, `catalog:`, `npm:`, a URL, a tag.
  if (semver.validRange(theirs) === null) return true;
  const sibling = siblings.versions.get(name);
  if (sibling !== undefined)
    return !siblings.workspaceProtocol && semver.satisfies(sibling, theirs);
  const [least, needed] = [semver.minVersion(theirs), semver.minVersion(ours)];
  return least !== null && needed !== null && semver.gte(least, needed);
}

const equal = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const asObject = (value: unknown): PackageKeys => (isObject(value) ? value : {});

const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A package.json in the indentation and with the last line end that a text has. */
export function packageJsonText(value: unknown, text: string): string {
  const [, indentation = "  "] = /^\s*\{\r?\n([ \t]+)"/.exec(text) ?? [];
  return visible(JSON.stringify(value, null, indentation)) + (text.endsWith("\n") ? "\n" : "");
}

/**
 * Reads a package.json.
 *
 * @param path where it is, for the error
 * @throws {WriteError} when it cannot be read; it names the line
 */
export function parsePackageJson(path: string, text: string): JsonObject {
  const source = text.replace(/^\ufeff/, "");
  try {
    const value: unknown = JSON.parse(source);
    if (isObject(value)) return value;
    throw new SyntaxError("it has to be an object");
  } catch (error) {
    const { message } = error as Error;
    const { line, column } = placeOf(message, source);
    throw new WriteError(
      `${path}:${line}:${column} cannot be read: ${message}; correct it, nothing was changed`,
    );
  }
}

/** The place of a fault in JSON: engines name an offset for some, the parser of YAML finds the others. */
function placeOf(message: string, text: string): { line: number; column: number } {
  const [, offset] = /position (\d+)/.exec(message) ?? [];
  const lines = new Lines(text);
  if (offset !== undefined) return lines.positionAt(Number(offset));
  if (message.startsWith("Unexpected end")) return lines.positionAt(text.trimEnd().length);
  return parseText(text).problems[0] ?? { line: 1, column: 1 };
}
