import { isAnnotation } from "../../json/annotation-keywords.ts";
import { isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { mapSubschemas, referencedName } from "../../json/subschemas.ts";
import { appliedNodes, typesOf } from "./applied-schema.ts";
import { partMediaTypes, placedMediaTypes } from "./form-encoding.ts";
import { isRawPart } from "./raw-binary.ts";

/** Keywords whose subschemas apply to the same object. */
const sameObject = new Set(["allOf", "anyOf", "dependentSchemas", "else", "if", "oneOf", "then"]);
const combined = new Set(["allOf", "anyOf", "oneOf"]);

/**
 * The media types of a part, one for each body that has it; `undefined` for a body without an
 * Encoding Object for it. A part is raw binary if it is in one of the bodies.
 */
export type MediaTypes = readonly (string | undefined)[];

/** Maps the references in the schema of a multipart body, and the subschemas that describe JSON. */
export interface FormMapper {
  readonly schemas: JsonObject;
  /** Maps a reference to a schema that describes the same object. */
  form(schema: JsonObject, name: string, encodings: readonly Json[]): Json;
  /** Maps a reference to a schema of a list or choice of raw binary parts. */
  part(schema: JsonObject, name: string, mediaTypes: MediaTypes): Json;
  /** Returns true if a named schema describes nothing but parts, so that parts can refer to it. */
  isOfParts(name: string): boolean;
  /** Maps a schema whose values are JSON or text. */
  text(schema: Json): Json;
}

/**
 * Maps the schema of a multipart body: each raw binary part becomes `type: string, format: binary`.
 * @param encodings the `encoding` of each body with this schema, `{}` for none, or what
 * `placedEncoding` returns
 */
export function mapForm(mapper: FormMapper, schema: Json, encodings: readonly Json[]): Json {
  if (!isObject(schema)) return schema;
  const mapped = mapSubschemas(schema, (below, [keyword, key]) => {
    if (keyword === "properties") {
      const mediaTypes = encodings.map((encoding) => partMediaTypes(encoding, String(key)));
      return mapPart(mapper, below, mediaTypes);
    }
    if (keyword === "additionalProperties" && isObject(below))
      return mapPart(mapper, below, [undefined]);
    const placed = encodings.filter((one) => Array.isArray(one));
    if (placed.length > 0 && (keyword === "prefixItems" || keyword === "items")) {
      const position = keyword === "items" ? undefined : Number(key);
      const mediaTypes = placed.map((one) => placedMediaTypes(one, position));
      // A list inside the list is a single part.
      return isListOf(mapper.schemas, below)
        ? mapper.text(below)
        : mapPart(mapper, below, mediaTypes);
    }
    return sameObject.has(String(keyword)) ? mapForm(mapper, below, encodings) : mapper.text(below);
  });
  const name = referencedName(mapped);
  return name === undefined ? mapped : mapper.form(mapped, name, encodings);
}

/**
 * Maps the schema of a part, of a list of parts with the same name, or of a choice between kinds of
 * parts.
 */
export function mapPart(mapper: FormMapper, schema: Json, mediaTypes: MediaTypes): Json {
  const { schemas } = mapper;
  if (mediaTypes.some((one) => isRawPart(schemas, schema, one))) return rawBinary(mapper, schema);
  if (!isObject(schema) || !hasRawPart(schemas, schema, mediaTypes)) return mapper.text(schema);
  const isList = isListOf(schemas, schema);
  const nodes = appliedNodes(schemas, schema);
  const hasItems = nodes.some((node) => "items" in node || "prefixItems" in node);
  const listed = isList && !hasItems && "type" in schema ? { ...schema, items: true } : schema;
  const mapped = mapSubschemas(listed, (below, [keyword]) => {
    const isPart = keyword === "items" ? isList : isAlternative(schemas, below, keyword);
    return isPart ? mapPart(mapper, below, mediaTypes) : mapper.text(below);
  });
  const name = referencedName(mapped);
  return name === undefined ? mapped : mapper.part(mapped, name, mediaTypes);
}

/** Returns true if a list has raw binary items, or a choice has raw binary alternatives. */
function hasRawPart(schemas: JsonObject, start: Json, mediaTypes: MediaTypes): boolean {
  const seen = new Set<Json>();
  const stack: Json[] = [start];
  for (let schema = stack.pop(); schema !== undefined; schema = stack.pop()) {
    if (!isObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    if (seen.size > mostParts) return false;
    const isList = isListOf(schemas, schema);
    const parts: Json[] = isList ? [member(schema, "items") ?? referencedItems(schema)] : [];
    for (const keyword of combined) {
      const branches = member(schema, keyword);
      if (Array.isArray(branches))
        parts.push(...(branches as Json[]).filter((one) => isAlternative(schemas, one, keyword)));
    }
    const name = referencedName(schema);
    if (name !== undefined) stack.push(member(schemas, name) ?? false);
    if (parts.some((part) => mediaTypes.some((one) => isRawPart(schemas, part, one)))) return true;
    stack.push(...parts);
  }
  return false;
}

/** Lists and choices of more schemas than this are treated as text. */
const mostParts = 1000;

/**
 * Returns the items of a list without `items`: anything, unless a `$ref`, `allOf` or `prefixItems`
 * may say more.
 */
const referencedItems = (schema: JsonObject): Json =>
  referencedName(schema) === undefined && !("allOf" in schema) && !("prefixItems" in schema);

const isListOf = (schemas: JsonObject, schema: Json): boolean =>
  typesOf(appliedNodes(schemas, schema)).has("array");

function isAlternative(
  schemas: JsonObject,
  schema: Json,
  keyword: string | number | undefined,
): boolean {
  return combined.has(String(keyword)) && typesOf(appliedNodes(schemas, schema)).size > 0;
}

/**
 * Returns the schema of a raw binary value as validators and types expect it. Returns the given
 * schema itself if it already is one.
 */
export function rawBinary(
  { schemas, isOfParts }: Pick<FormMapper, "schemas" | "isOfParts">,
  schema: Json,
): Json {
  const name = referencedName(schema);
  const node = name === undefined ? schema : member(schemas, name);
  if (isCanonical(node) && (name === undefined || isOfParts(name))) return schema;
  const nodes = appliedNodes(schemas, schema);
  const isNullable = nodes.some((one) => [one["type"] ?? []].flat().includes("null"));
  const types = [...typesOf(nodes)].filter((type) => type !== "string");
  const all = ["string", ...types, ...(isNullable ? ["null"] : [])];
  return {
    ...annotationsOf(nodes),
    type: all.length === 1 ? "string" : all,
    format: "binary",
  };
}

/** Returns the annotations of nodes. If several nodes have the same one, the first node wins. */
function annotationsOf(nodes: readonly JsonObject[]): JsonObject {
  const all = nodes.toReversed().flatMap((node) => Object.entries(node));
  return Object.fromEntries(
    all.filter(([keyword]) => isAnnotation(keyword) || keyword === "writeOnly"),
  );
}

function isCanonical(schema: Json | undefined): boolean {
  const hasOthers = ["allOf", "$ref"].some((keyword) => member(schema, keyword) !== undefined);
  return (
    !hasOthers &&
    member(schema, "format") === "binary" &&
    [member(schema, "type")].flat().includes("string")
  );
}
