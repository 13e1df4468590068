import {
  callbackOperationName,
  operationNameFromPath,
  typeName,
  webhookOperationName,
} from "../../names.ts";
import { mediaTypeWords, type MediaTypeName } from "../../media-types.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { NameReport } from "./given-names.ts";
import {
  isObject,
  member,
  pointerParts,
  stringMember,
  toPointer,
  type JsonObject,
} from "../../json.ts";
import { cursorPointer, rootCursor, walkObjects, type Cursor } from "../openapi/openapi-objects.ts";

/**
 * Gives every schema of a request or response body a name from its place, by moving it to
 * `components.schemas`: `CreatePetBody`, `CreatePetResponse`, `CreatePetResponse404`. Where a body has several media
 * types, JSON has that name, described in place or not, and the others say what they are: `CreatePetXmlBody`. The
 * names depend on the operation alone, so that an edit elsewhere changes none, and not on the order of media types.
 * Changes the document in place.
 *
 * @returns what is to be said of names that are given, and taken
 */
export function nameInlineSchemas(bundle: Bundle): Diagnostic[] {
  const { value, move } = bundle;
  const report = new NameReport(bundle);
  const schemas = schemasOf(value);
  const found = inlineSchemas(value);
  const names = distinctNames(found, new Set(Object.keys(schemas).map(typeName)));
  const moved = new Map<string, string>();
  for (const inline of found) {
    const { holder, keyword, schema, pointer: from } = inline;
    const name = names.get(inline);
    if (name === undefined) continue;
    report.ungranted(schema, name, schemas, `${from}/x-name`);
    schemas[name] = schema;
    const to = `/components/schemas/${name}`;
    move([{ from, to }]);
    moved.set(from, to);
    holder[keyword] = { $ref: `#${to}` };
  }
  if (moved.size > 0 && bundle.refersIntoBodies) followMoved(value, moved);
  return report.diagnostics;
}

/** A schema of a body that has no name yet. */
interface InlineSchema {
  readonly holder: JsonObject;
  readonly keyword: string;
  readonly schema: JsonObject;
  readonly pointer: string;
  /** Names for it, the nicest first; the later ones serve where another schema has the first. */
  readonly candidates: readonly string[];
  /** Which are named first: those of lower ranks. */
  readonly rank: number;
}

/** The schemas of bodies that are described in place, in the order of the text. */
function inlineSchemas(document: JsonObject): InlineSchema[] {
  const found: InlineSchema[] = [];
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    // Within schemas there are only schemas.
    if (cursor.name === "Schema") return false;
    const { node: holder } = cursor;
    if (cursor.name !== "MediaType" || !isObject(holder)) return true;
    const words = mediaTypeName(cursor, `#${cursorPointer(cursor)}/schema`);
    for (const keyword of ["schema", "itemSchema"]) {
      const schema = member(holder, keyword);
      if (!isObject(schema) || isReferenceOnly(schema)) continue;
      const isSecond = keyword === "itemSchema" && isObject(member(holder, "schema"));
      const candidates = candidateNames(cursor, schema, words, isSecond ? "Item" : "");
      const rank = stringMember(schema, "x-name") === undefined ? (words.isPlain ? 1 : 2) : 0;
      const pointer = `${cursorPointer(cursor)}/${keyword}`;
      found.push({ holder, keyword, schema, pointer, candidates, rank });
    }
    return true;
  });
  return found;
}

/**
 * A name for each schema, none where all of its names are taken. Names that are given are granted first, then those that
 * say no media type, whose operations would have them whatever else is described.
 */
function distinctNames(
  found: readonly InlineSchema[],
  taken: Set<string>,
): ReadonlyMap<InlineSchema, string> {
  const names = new Map<InlineSchema, string>();
  for (const inline of found.toSorted((one, other) => one.rank - other.rank)) {
    const name = inline.candidates.find((candidate) => !taken.has(candidate));
    if (name === undefined) continue;
    taken.add(name);
    names.set(inline, name);
  }
  return names;
}

/** References into operations lead to the schemas that were there, under the names that they have now. */
function followMoved(document: JsonObject, moved: ReadonlyMap<string, string>): void {
  walkObjects(rootCursor(document, "OpenApi"), ({ node }) => {
    const reference = stringMember(node, "$ref");
    if (!isObject(node) || reference?.startsWith("#/") !== true) return;
    if (reference.startsWith("#/components/schemas/")) return;
    const parts = pointerParts(reference.slice(1));
    for (let length = parts.length; length > 0; length -= 1) {
      const to = moved.get(toPointer(parts.slice(0, length)));
      if (to !== undefined) node["$ref"] = `#${to}${toPointer(parts.slice(length))}`;
      if (to !== undefined) return;
    }
  });
}

function schemasOf(document: JsonObject): JsonObject {
  const components = member(document, "components");
  const holder: JsonObject = isObject(components) ? components : {};
  document["components"] = holder;
  const schemas = member(holder, "schemas");
  const found: JsonObject = isObject(schemas) ? schemas : {};
  holder["schemas"] = found;
  return found;
}

function isReferenceOnly(schema: JsonObject): boolean {
  return typeof schema["$ref"] === "string" && Object.keys(schema).length === 1;
}

/**
 * What the name of a schema says of the media type of a body, of all those that the body may have. One that JSON, or all
 * of them, refer to is named as theirs.
 */
function mediaTypeName({ key, holder }: Cursor, reference: string): MediaTypeName {
  const content = isObject(holder) ? holder : {};
  const mediaTypes = Object.keys(content);
  const names = mediaTypeWords(mediaTypes);
  const own = names.get(String(key));
  if (own === undefined) return { isPlain: true, words: [] };
  const users = mediaTypes.filter(
    (one) => one === key || stringMember(member(content[one], "schema"), "$ref") === reference,
  );
  const isPlain =
    users.length === mediaTypes.length || users.some((one) => names.get(one)?.isPlain === true);
  return { ...own, isPlain };
}

function candidateNames(
  cursor: Cursor,
  schema: JsonObject,
  { isPlain, words }: MediaTypeName,
  ending: string,
): string[] {
  const given = stringMember(schema, "x-name");
  const place = placeName(cursor);
  if (place === undefined) return [];
  const names = (isPlain ? ["", ...words] : words).map(
    (word) => `${place.of}${word}${place.what}${ending}`,
  );
  const all = [...names, ...names.map((name) => `${name}Content`)];
  return given === undefined ? all : [typeName(given), ...all];
}

/** Whose body it is, and what: `CreatePet` and `Body`, or `Response` and the status where it is not the usual one. */
interface PlaceName {
  readonly of: string;
  readonly what: string;
}

function placeName(cursor: Cursor): PlaceName | undefined {
  const holder = cursor.parent;
  if (holder?.name === "RequestBody") {
    const operation = holder.parent;
    return operation?.name === "Operation"
      ? { of: operationName(operation), what: "Body" }
      : componentName(holder, "Body");
  }
  if (holder?.name !== "Response") return undefined;
  const operation = holder.parent?.parent;
  if (operation?.name !== "Operation") return componentName(holder, "Response");
  const status = String(holder.key);
  const isUsual = status === usualStatus(Object.keys(holder.parent?.node as JsonObject));
  const what = `Response${isUsual ? "" : typeName(status).replace(/^_/, "")}`;
  return { of: operationName(operation), what };
}

/** The first status of success, else the first there is, whatever their order. */
function usualStatus(statuses: readonly string[]): string | undefined {
  const sorted = statuses.toSorted();
  return sorted.find((status) => status.startsWith("2")) ?? sorted[0];
}

function componentName(holder: Cursor, what: string): PlaceName | undefined {
  return holder.parent?.name === "Components"
    ? { of: typeName(String(holder.key)), what }
    : undefined;
}

function operationName(operation: Cursor): string {
  const id = ["x-name", "operationId"].map((name) => stringMember(operation.node, name));
  const own = id.find((name) => name !== undefined && name !== "");
  if (own !== undefined) return typeName(own);
  const holder = operation.parent?.parent;
  if (holder?.name === "OpenApi") return webhookOperationName(String(operation.parent?.key), "");
  if (holder?.name === "Callback") {
    const parent = holder.parent?.name === "Operation" ? operationName(holder.parent) : "";
    return callbackOperationName(parent, String(holder.key), "");
  }
  return typeName(
    operationNameFromPath(String(operation.key), String(operation.parent?.key ?? "")),
  );
}
