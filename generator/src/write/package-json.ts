import semver from "semver";
import { visible } from "@openapi-packages/description/text/escape";
import { isObject, type JsonObject } from "@openapi-packages/description/json/json";
import type { PackageKeys } from "../emit/emitted-file.ts";
import { Lines } from "@openapi-packages/description/load/read/lines";
import { parseText } from "@openapi-packages/description/load/read/parse-text";
import { WriteError } from "./write-error.ts";

/** The packages of a run by name, and how they depend on each other. */
export interface Siblings {
  /** Package name → version in its package.json. */
  readonly versions: ReadonlyMap<string, string>;
  /** True if dependencies between them are `workspace:*`, as pnpm needs it. */
  readonly workspaceProtocol: boolean;
}

/** The new text of a package.json. */
export interface MergedPackage {
  readonly text: string;
  /** The generator's keys that someone else changed. */
  readonly edited: readonly string[];
}

const dependencyKeys: ReadonlySet<string> = new Set([
  "dependencies",
  "peerDependencies",
  "peerDependenciesMeta",
]);

/**
 * Merges the generator's keys into a package.json. All other keys, their order and the indentation stay.
 *
 * - A key with the value of the last run gets the new value; a key with any other value was edited.
 * - A dependency stays if its range needs the required version or a later one, or names a place instead of a
 *   version (`workspace:`, `catalog:`, `file:`, …), even among `peerDependencies` or `optionalDependencies`.
 *   Dependencies of others stay.
 * - `files` must contain the generator's entries, and may have more.
 *
 * @param before the generator's keys as the last run wrote them; `undefined` if unknown
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
    // Report the wanted value in full: it is what --force writes.
    merged[key] = value === isEdited ? ours : value;
    if (merged[key] === undefined) delete merged[key];
  }
  const isSame = JSON.stringify(merged) === JSON.stringify(current);
  return { text: isSame ? text : packageJsonText(merged, text), edited };
}

/** Marks a value of the generator's that someone else changed. */
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

/** True if a range was written by a run and not changed since. */
function isOurs(theirs: unknown, last: unknown, name: string, siblings: Siblings): boolean {
  return equal(theirs, last) || theirs === "workspace:*" || theirs === siblings.versions.get(name);
}

/** Returns dependencies with the version ranges of the packages that are generated together. */
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

/**
 * True if a range is at least as strict as another: it names a place, or starts at the same version or a
 * later one.
 */
function suffices(theirs: unknown, ours: unknown, name: string, siblings: Siblings): boolean {
  if (equal(theirs, ours)) return true;
  if (typeof theirs !== "string" || typeof ours !== "string") return false;
  // A place or a tag instead of a version: `file:`, `workspace:`, `catalog:`, `npm:`, a URL.
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

/** Formats a package.json with the indentation and the final line end of a text. */
export function packageJsonText(value: unknown, text: string): string {
  const [, indentation = "  "] = /^\s*\{\r?\n([ \t]+)"/.exec(text) ?? [];
  return visible(JSON.stringify(value, null, indentation)) + (text.endsWith("\n") ? "\n" : "");
}

/**
 * Parses a package.json.
 *
 * @param path its path, for the error
 * @throws {WriteError} with the line, if it is invalid
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

/**
 * Returns the position of a fault in JSON. Engines give an offset for some faults; the YAML parser finds the
 * others.
 */
function placeOf(message: string, text: string): { line: number; column: number } {
  const [, offset] = /position (\d+)/.exec(message) ?? [];
  const lines = new Lines(text);
  if (offset !== undefined) return lines.positionAt(Number(offset));
  if (message.startsWith("Unexpected end")) return lines.positionAt(text.trimEnd().length);
  return parseText(text).problems[0] ?? { line: 1, column: 1 };
}
