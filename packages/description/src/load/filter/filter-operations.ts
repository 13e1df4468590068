import { UsageError } from "../../diagnostics/usage-error.ts";
import { operationNameFromPath } from "../../names/names.ts";
import {
  arrayMember,
  isObject,
  objectMember,
  stringMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { tagAncestors, tagsByName } from "../openapi/tag-tree.ts";
import { methodNames } from "../openapi/openapi-objects.ts";
import { operationId } from "../openapi/operation-places.ts";
import { withoutUnused } from "./used-components.ts";
import { closestMatch } from "leven";

/** Selects operations of a description. An empty or absent filter selects all. */
export interface OperationFilters {
  /** Keeps only operations that have one of these tags, or are in `includeOperations`. */
  readonly includeTags?: readonly string[];
  /** Removes operations that have one of these tags. */
  readonly excludeTags?: readonly string[];
  /** Keeps only operations with one of these operationIds, or with a tag of `includeTags`. */
  readonly includeOperations?: readonly string[];
  /** Removes deprecated operations. */
  readonly excludeDeprecated?: boolean;
}

/** The parts of a description that the filters removed, in the order of the document. */
export interface LeftOut {
  readonly operations: readonly string[];
  /** Components that nothing refers to any more, such as `schemas/Pet`. */
  readonly components: readonly string[];
}

/** The tag of operations without one. */
const untagged = "default";

/** A document without the operations that the filters removed. */
export interface Filtered {
  readonly document: JsonObject;
  readonly leftOut: LeftOut;
  /** Returns the pointer into the original document for a pointer into this one. */
  readonly pointerBefore: (pointer: string) => string;
}

/** An operation with its place in the document. */
interface Entry {
  readonly id: string;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
  /** `paths` or `webhooks`, path, and method. */
  readonly parts: readonly string[];
}

/**
 * Removes operations from a bundled document, under `paths` and `webhooks`, and every component and tag that
 * nothing refers to any more. Does not change the given document.
 *
 * @throws {UsageError} if a filter names an unknown tag or operation, or removes every operation
 */
export function filterOperations(document: JsonObject, filters: OperationFilters): Filtered {
  const entries = operationEntries(document);
  checkFilters(document, entries, filters);
  const wanted = entries.filter((entry) => isWanted(entry, filters));
  if (wanted.length === 0 && entries.length > 0)
    throw new UsageError("the filters exclude every operation of the description");
  const places = new Set(wanted.map(({ parts }) => toPointer(parts)));
  const kept = entries.length === wanted.length ? document : withOperations(document, places);
  const { document: used, components } = withoutUnused(kept, document);
  const { tags, indexes } = keptTags(document, wanted);
  const result = used["tags"] === undefined ? used : { ...used, tags };
  return {
    document: result,
    leftOut: {
      operations: entries.filter((entry) => !wanted.includes(entry)).map(({ id }) => id),
      components,
    },
    pointerBefore: (pointer) =>
      pointer.replace(/^\/tags\/(\d+)/, (_, index: string) => `/tags/${indexes[Number(index)]}`),
  };
}

/**
 * Removes the operations that another form of the same document lost to filters, whatever its operations are
 * called, and the components that nothing refers to any more. Does not change the given document.
 */
export function withOperationsOf(document: JsonObject, filtered: JsonObject): JsonObject {
  const places = operationEntries(filtered).map(({ parts }) => toPointer(parts));
  return withoutUnused(withOperations(document, new Set(places)), document).document;
}

function operationEntries(document: JsonObject): Entry[] {
  const tree = tagsByName(document);
  const entries = ["paths", "webhooks"].flatMap((holder) =>
    Object.entries(objectMember(document, holder) ?? {}).flatMap(([path, item]) =>
      path.startsWith("x-") ? [] : itemEntries(item, [holder, path], path),
    ),
  );
  // An operation also has the tags above its own (OpenAPI 3.2, Tag Object, `parent`).
  const above = (tag: string): string[] => [tag, ...tagAncestors(tree, tag)];
  return entries.map((entry) => ({ ...entry, tags: [...new Set(entry.tags.flatMap(above))] }));
}

function itemEntries(item: Json, parts: readonly string[], path: string): Entry[] {
  const own = Object.entries(isObject(item) ? item : {})
    .filter(([key]) => methodNames.includes(key))
    .map(([method, node]) => [method, node, [method]] as const);
  const additional = Object.entries(objectMember(item, "additionalOperations") ?? {}).map(
    ([method, node]) => [method, node, ["additionalOperations", method]] as const,
  );
  return [...own, ...additional].flatMap(([method, node, below]) =>
    isObject(node) ? [operationEntry(node, method, path, [...parts, ...below])] : [],
  );
}

function operationEntry(
  node: JsonObject,
  method: string,
  path: string,
  parts: readonly string[],
): Entry {
  const tags = arrayMember(node, "tags").filter((tag) => typeof tag === "string");
  return {
    id: operationId(node, operationNameFromPath(method, path)),
    tags: tags.length === 0 ? [untagged] : tags,
    isDeprecated: node["deprecated"] === true,
    parts,
  };
}

function checkFilters(
  document: JsonObject,
  entries: readonly Entry[],
  { includeTags = [], excludeTags = [], includeOperations = [] }: OperationFilters,
): void {
  const declared = arrayMember(document, "tags").flatMap((tag) => stringMember(tag, "name") ?? []);
  const tags = [...new Set([...declared, ...entries.flatMap((entry) => entry.tags)])];
  for (const tag of [...includeTags, ...excludeTags])
    if (!tags.includes(tag)) throw unknownName("tag", tag, tags);
  const ids = entries.map(({ id }) => id);
  for (const id of includeOperations)
    if (!ids.includes(id)) throw unknownName("operation", id, ids);
}

function isWanted({ id, tags, isDeprecated }: Entry, filters: OperationFilters): boolean {
  const { includeTags = [], excludeTags = [], includeOperations = [] } = filters;
  if (filters.excludeDeprecated === true && isDeprecated) return false;
  if (tags.some((tag) => excludeTags.includes(tag))) return false;
  if (includeTags.length + includeOperations.length === 0) return true;
  return includeOperations.includes(id) || tags.some((tag) => includeTags.includes(tag));
}

/** Returns the document with only these operations, and without the paths that have none left. */
function withOperations(document: JsonObject, places: ReadonlySet<string>): JsonObject {
  const result = { ...document };
  for (const holder of ["paths", "webhooks"]) {
    const items = objectMember(document, holder);
    if (items === undefined) continue;
    const kept = Object.entries(items).flatMap(([path, item]): [string, Json][] => {
      if (path.startsWith("x-") || !isObject(item)) return [[path, item]];
      const left = withItemOperations(item, toPointer([holder, path]), places);
      return left === undefined ? [] : [[path, left]];
    });
    result[holder] = Object.fromEntries(kept);
  }
  return result;
}

function withItemOperations(
  item: JsonObject,
  pointer: string,
  places: ReadonlySet<string>,
): JsonObject | undefined {
  const isKept = (...below: string[]): boolean => places.has(pointer + toPointer(below));
  const kept: JsonObject = Object.fromEntries(
    Object.entries(item).filter(([key]) => !methodNames.includes(key) || isKept(key)),
  );
  const additional = Object.entries(objectMember(item, "additionalOperations") ?? {}).filter(
    ([method]) => isKept("additionalOperations", method),
  );
  delete kept["additionalOperations"];
  if (additional.length > 0) kept["additionalOperations"] = Object.fromEntries(additional);
  const hasOperation =
    additional.length > 0 || methodNames.some((method) => isObject(kept[method]));
  return hasOperation ? kept : undefined;
}

function keptTags(
  document: JsonObject,
  wanted: readonly Entry[],
): { readonly tags: readonly Json[]; readonly indexes: readonly number[] } {
  const used = new Set(wanted.flatMap(({ tags }) => tags));
  const kept = [...arrayMember(document, "tags").entries()].filter(([, tag]) =>
    used.has(stringMember(tag, "name") ?? ""),
  );
  return { tags: kept.map(([, tag]) => tag), indexes: kept.map(([index]) => index) };
}

/**
 * Creates the error for an unknown name, with the nearest known one.
 *
 * @param what the kind of thing, such as `tag` or `operation`
 */
export function unknownName(what: string, name: string, known: readonly string[]): UsageError {
  const nearest = closestMatch(name, known);
  const hint = nearest === undefined ? "" : `; the nearest is ${JSON.stringify(nearest)}`;
  return new UsageError(`the description has no ${what} ${JSON.stringify(name)}${hint}`);
}
