import { UsageError } from "../../usage-error.ts";
import { operationNameFromPath } from "../../names.ts";
import {
  arrayMember,
  isObject,
  objectMember,
  stringMember,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json.ts";
import { tagAncestors, tagsByName } from "../openapi/tag-tree.ts";
import { methodNames } from "../openapi/openapi-objects.ts";
import { operationId } from "../openapi/operation-places.ts";
import { withoutUnused } from "./used-components.ts";
import { closestMatch } from "leven";

/** The operations of a description that are wanted; a filter that is empty or absent asks for nothing. */
export interface OperationFilters {
  /** Only operations that have one of these tags, or are in `includeOperations`. */
  readonly includeTags?: readonly string[];
  /** No operation that has one of these tags. */
  readonly excludeTags?: readonly string[];
  /** Only operations of these operationIds, or that are of `includeTags`. */
  readonly includeOperations?: readonly string[];
  /** No operation that is marked as deprecated. */
  readonly excludeDeprecated?: boolean;
}

/** The parts of a description that filters have left out, in the order of the document. */
export interface LeftOut {
  readonly operations: readonly string[];
  /** Components that nothing refers to any more: `schemas/Pet`. */
  readonly components: readonly string[];
}

/** The tag of operations that have none. */
const untagged = "default";

/** A document with fewer operations. */
export interface Filtered {
  readonly document: JsonObject;
  readonly leftOut: LeftOut;
  /** The pointer, in the document before, of a pointer into this one. */
  readonly pointerBefore: (pointer: string) => string;
}

/** One operation with the place that it has in the document. */
interface Entry {
  readonly id: string;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
  /** `paths` or `webhooks`, path, and method. */
  readonly parts: readonly string[];
}

/**
 * Leaves operations out of a bundled document, under `paths` as well as `webhooks`, and then every
 * component and tag that nothing refers to any more. Pure: the document given stays as it is.
 *
 * @throws {UsageError} when a filter names a tag or operation that does not exist, or when nothing is left
 */
export function filterOperations(document: JsonObject, filters: OperationFilters): Filtered {
  const entries = operationEntries(document);
  checkFilters(document, entries, filters);
  const wanted = entries.filter((entry) => isWanted(entry, filters));
  if (wanted.length === 0 && entries.length > 0)
    throw new UsageError("the filters leave no operation of the description");
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

function operationEntries(document: JsonObject): Entry[] {
  const tree = tagsByName(document);
  const entries = ["paths", "webhooks"].flatMap((holder) =>
    Object.entries(objectMember(document, holder) ?? {}).flatMap(([path, item]) =>
      path.startsWith("x-") ? [] : itemEntries(item, [holder, path], path),
    ),
  );
  // An operation is one of the tags too that its own lie under (OpenAPI 3.2, Tag Object, `parent`).
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

/** The document without other operations, and without the paths that have none any more. */
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
 * Says that a name is unknown, and which known one comes nearest to it.
 *
 * @param what the kind of thing: `tag`, `operation`
 */
export function unknownName(what: string, name: string, known: readonly string[]): UsageError {
  const nearest = closestMatch(name, known);
  const hint = nearest === undefined ? "" : `; the nearest is ${JSON.stringify(nearest)}`;
  return new UsageError(`the description has no ${what} ${JSON.stringify(name)}${hint}`);
}
