import {
  callbackOperationName,
  operationNameFromPath,
  typeName,
  webhookOperationName,
} from "../../names/names.ts";
import { mediaTypeWords, type MediaTypeName } from "../../http/media-types.ts";
import type { Diagnostic } from "../../diagnostics/diagnostics.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { NameReport } from "./given-names.ts";
import {
  isObject,
  member,
  pointerParts,
  stringMember,
  toPointer,
  type JsonObject,
} from "../../json/json.ts";
import { cursorPointer, rootCursor, walkObjects, type Cursor } from "../openapi/openapi-objects.ts";

/**
 * Gives every inline schema of a request or response body a name from its place, by moving it to
 * `components.schemas`: `CreatePetBody`, `CreatePetResponse`, `CreatePetResponse404`. If a body has several
 * media types, JSON gets that name, even if its schema is not inline, and the others contain their type:
 * `CreatePetXmlBody`. Names depend on the operation alone, not on the order of media types, so an edit
 * elsewhere changes none. Changes the document in place.
 *
 * @returns diagnostics about given and taken names
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
  /** Possible names, the best first; the later ones are used if another schema has the first. */
  readonly candidates: readonly string[];
  /** Lower ranks are named first. */
  readonly rank: number;
}

/** Returns the inline schemas of bodies, in document order. */
function inlineSchemas(document: JsonObject): InlineSchema[] {
  const found: InlineSchema[] = [];
  walkObjects(rootCursor(document, "OpenApi"), (cursor) => {
    // Schemas contain only schemas.
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
 * Assigns a name to each schema, or none if all of its candidates are taken. Given names are assigned first,
 * then names without a media type: an operation has those whatever else is described.
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

/** Updates references into operations, whose schemas have moved. */
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
 * Returns how the name of a body's schema mentions its media type, among all types of the body. A schema that
 * JSON refers to as well, or all types, is named without one.
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
    // A media type without letters has no word: what is left has to be a name as any other.
    (word) => typeName(`${place.of}${word}${place.what}${ending}`),
  );
  const all = [...names, ...names.map((name) => `${name}Content`)];
  return given === undefined ? all : [typeName(given), ...all];
}

/**
 * The parts of a name: the operation, such as `CreatePet`, and `Body`, or `Response` with a status that is
 * not the usual one.
 */
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

/** Returns the lowest success status, otherwise the lowest status, whatever their order. */
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
