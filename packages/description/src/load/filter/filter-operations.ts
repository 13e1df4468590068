import { UsageError } from "../../diagnostics/usage-error.ts";
import { operationNameFromPath } from "../../names/names.ts";
import {
  arrayMember,
  isObject,
  objectMember,
  stringMember,
  pointerParts,
  toPointer,
  type Json,
  type JsonObject,
} from "../../json/json.ts";
import { tagAncestors, tagsByName } from "../openapi/tag-tree.ts";
import { methodNames } from "../openapi/openapi-objects.ts";
import { operationId } from "../openapi/operation-places.ts";
import { nameFilter, type Filtered as FilteredThing, type NameFilter } from "./filter-names.ts";
import { firstUse, withoutUnused } from "./used-components.ts";

/**
 * Selects operations and schemas of a description. An empty or absent filter selects all. Each text is a name, or a
 * regular expression between slashes: `/^list/i`. What one of the `include` filters of operations selects is kept unless
 * an `exclude` filter removes it.
 */
export interface OperationFilters {
  /** Keeps only operations that have one of these tags, or that another filter includes. */
  readonly includeTags?: readonly string[];
  /** Removes operations that have one of these tags. */
  readonly excludeTags?: readonly string[];
  /** Keeps only these operations, by operationId or as `GET /pets`, or those that another filter includes. */
  readonly includeOperations?: readonly string[];
  /** Removes these operations, by operationId or as `GET /pets`. */
  readonly excludeOperations?: readonly string[];
  /** Keeps only operations of these paths, or those that another filter includes. */
  readonly includePaths?: readonly string[];
  /** Removes operations of these paths. */
  readonly excludePaths?: readonly string[];
  /** Keeps these schemas, even if no operation that is left uses them. */
  readonly includeSchemas?: readonly string[];
  /** Removes these schemas; it is wrong usage if an operation that is left uses one. */
  readonly excludeSchemas?: readonly string[];
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
  /** `GET /pets`; the name of a webhook stands for its path. */
  readonly call: string;
  readonly path: string;
  /** `paths` or `webhooks`, path, and method. */
  readonly parts: readonly string[];
}

/**
 * Removes operations from a bundled document, under `paths` and `webhooks`, and every component and tag that
 * nothing refers to any more. Does not change the given document.
 *
 * @throws {UsageError} if a filter names what the description does not have, removes every operation, or removes a schema
 * that an operation uses
 */
export function filterOperations(document: JsonObject, filters: OperationFilters): Filtered {
  const entries = operationEntries(document);
  const chosen = choices(document, entries, filters);
  const wanted = entries.filter((entry) => isWanted(entry, chosen, filters));
  if (wanted.length === 0 && entries.length > 0)
    throw new UsageError("the filters exclude every operation of the description");
  const places = new Set(wanted.map(({ parts }) => toPointer(parts)));
  const kept = entries.length === wanted.length ? document : withOperations(document, places);
  const left = keptSchemas(document, wanted, chosen, filters);
  const { document: used, components } = withoutUnused(kept, document, left);
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
 * called, and the components that nothing refers to any more, but for schemas that the filters kept. Does not change the given document.
 */
export function withOperationsOf(document: JsonObject, filtered: JsonObject): JsonObject {
  const places = operationEntries(filtered).map(({ parts }) => toPointer(parts));
  return withoutUnused(withOperations(document, new Set(places)), document, schemaNames(filtered))
    .document;
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
    call: `${method.toUpperCase()} ${path}`,
    path,
    parts,
  };
}

/** The filters of a run by their keys, each as a question about names. */
type Choices = Readonly<Record<Exclude<keyof OperationFilters, "excludeDeprecated">, NameFilter>>;

function choices(
  document: JsonObject,
  entries: readonly Entry[],
  filters: OperationFilters,
): Choices {
  const declared = arrayMember(document, "tags").flatMap((tag) => stringMember(tag, "name") ?? []);
  const known: Readonly<Record<FilteredThing, ReadonlySet<string>>> = {
    tag: new Set([...declared, ...entries.flatMap(({ tags }) => tags)]),
    operation: new Set(entries.flatMap(({ id, call }) => [id, call])),
    path: new Set(entries.map(({ path }) => path)),
    schema: new Set(schemaNames(document)),
  };
  const of = (what: FilteredThing, texts: readonly string[] = []): NameFilter =>
    nameFilter(what, texts, known[what]);
  return {
    includeTags: of("tag", filters.includeTags),
    excludeTags: of("tag", filters.excludeTags),
    includeOperations: of("operation", filters.includeOperations),
    excludeOperations: of("operation", filters.excludeOperations),
    includePaths: of("path", filters.includePaths),
    excludePaths: of("path", filters.excludePaths),
    includeSchemas: of("schema", filters.includeSchemas),
    excludeSchemas: of("schema", filters.excludeSchemas),
  };
}

const schemaNames = (document: JsonObject): string[] =>
  Object.keys(objectMember(objectMember(document, "components"), "schemas") ?? {});

function isWanted(entry: Entry, chosen: Choices, filters: OperationFilters): boolean {
  const { id, call, path, tags, isDeprecated } = entry;
  if (filters.excludeDeprecated === true && isDeprecated) return false;
  const names = [id, call];
  if (chosen.excludeTags(tags) || chosen.excludeOperations(names) || chosen.excludePaths([path]))
    return false;
  return (
    !includesSome(filters) ||
    chosen.includeTags(tags) ||
    chosen.includeOperations(names) ||
    chosen.includePaths([path])
  );
}

/** True if a filter names the operations to keep. */
function includesSome(filters: OperationFilters): boolean {
  const { includeTags = [], includeOperations = [], includePaths = [] } = filters;
  return includeTags.length + includeOperations.length + includePaths.length > 0;
}

/**
 * Returns the schemas that are kept although nothing may refer to them: those that a filter includes, or all but the
 * excluded ones if the filters are of schemas alone.
 *
 * @throws {UsageError} if an operation or a schema that is left uses an excluded schema
 */
function keptSchemas(
  document: JsonObject,
  wanted: readonly Entry[],
  chosen: Choices,
  filters: OperationFilters,
): readonly string[] {
  const isOfSchemas = Object.entries(filters).every(
    ([key, value]) => key.endsWith("Schemas") || value === false || value.length === 0,
  );
  const keepsOthers = isOfSchemas && (filters.includeSchemas ?? []).length === 0;
  const names = schemaNames(document);
  const excluded = names.filter((name) => chosen.excludeSchemas([name]));
  const kept = names.filter(
    (name) => (keepsOthers || chosen.includeSchemas([name])) && !excluded.includes(name),
  );
  const pointerOf = (name: string): string => toPointer(["components", "schemas", name]);
  const users = [
    ...wanted.map(({ call, parts }) => ({ text: call, pointer: toPointer(parts) })),
    ...kept.map((name) => ({ text: `schema ${JSON.stringify(name)}`, pointer: pointerOf(name) })),
  ];
  const found = firstUse(document, users, new Set(excluded.map(pointerOf)));
  if (found === undefined) return kept;
  const [user, name] = [found.user.text, JSON.stringify(pointerParts(found.component).at(-1))];
  throw new UsageError(
    `the filters exclude the schema ${name}, which ${user} uses; exclude that too, or keep the schema`,
  );
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
