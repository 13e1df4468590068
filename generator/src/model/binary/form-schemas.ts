import { isDeepStrictEqual } from "node:util";
import { isAnnotation } from "../../annotation-keywords.ts";
import { isObject, member, type Json, type JsonObject } from "../../json.ts";
import { mapSubschemas, referencedName } from "../../subschemas.ts";
import { appliedNodes, typesOf } from "./applied-schema.ts";
import { partMediaTypes } from "./form-encoding.ts";
import { isRawPart } from "./raw-binary.ts";
import { asText } from "./text-schemas.ts";

/** Keywords whose schemas speak of the same object as the one that holds them. */
const sameObject = new Set(["allOf", "anyOf", "dependentSchemas", "else", "if", "oneOf", "then"]);

/** What becomes of the references of a multipart body's schema, and of what lies in it and is JSON. */
export interface FormMapper {
  readonly schemas: JsonObject;
  /** A reference to a schema that describes the same object. */
  reference(schema: JsonObject, name: string, encoding: Json | undefined): Json;
  /** True if a named schema is of nothing but parts, so that parts may refer to it. */
  isOfParts(name: string): boolean;
  /** A schema whose values are JSON or text. */
  text(schema: Json): Json;
}

/** The schema of a multipart body, with `type: string, format: binary` for each part that is raw binary. */
export function mapForm(mapper: FormMapper, schema: Json, encoding: Json | undefined): Json {
  if (!isObject(schema)) return schema;
  const mapped = mapSubschemas(schema, (below, [keyword, key]) => {
    if (keyword === "properties")
      return mapPart(mapper, below, partMediaTypes(encoding, String(key)));
    if (keyword === "additionalProperties" && isObject(below))
      return mapPart(mapper, below, undefined);
    return sameObject.has(String(keyword)) ? mapForm(mapper, below, encoding) : mapper.text(below);
  });
  const name = referencedName(mapped);
  return name === undefined ? mapped : mapper.reference(mapped, name, encoding);
}

/**
 * The schema of a part, or of a list of parts of one name.
 *
 * @param mediaTypes of its Encoding Object
 * @param path the names of the schemas that lead here
 */
function mapPart(
  mapper: FormMapper,
  schema: Json,
  mediaTypes: string | undefined,
  path: readonly string[] = [],
): Json {
  const { schemas } = mapper;
  if (isRawPart(schemas, schema, mediaTypes)) return rawBinary(mapper, schema);
  const name = referencedName(schema);
  if (name === undefined || path.includes(name)) return mapWithin(mapper, schema, mediaTypes, path);
  const target = member(schemas, name) ?? true;
  const mapped = mapPart(mapper, target, mediaTypes, [...path, name]);
  if (isDeepStrictEqual(mapped, asText(target))) return mapper.text(schema);
  if (mapped === target && mapper.isOfParts(name)) return schema;
  const annotations = annotationsOf([schema as JsonObject]);
  return Object.keys(annotations).length === 0 ? mapped : { ...annotations, allOf: [mapped] };
}

/** A part of a list is an item, and one of several kinds is each of them. */
function mapWithin(
  mapper: FormMapper,
  schema: Json,
  mediaTypes: string | undefined,
  path: readonly string[],
): Json {
  if (!isObject(schema)) return schema;
  const nodes = appliedNodes(mapper.schemas, schema);
  const isList = typesOf(nodes).has("array");
  const hasItems = nodes.some((node) => "items" in node || "prefixItems" in node);
  const listed = isList && !hasItems && "type" in schema ? { ...schema, items: true } : schema;
  return mapSubschemas(listed, (below, [keyword]) => {
    const isItem = isList && keyword === "items";
    const isAlternative =
      ["allOf", "anyOf", "oneOf"].includes(String(keyword)) &&
      typesOf(appliedNodes(mapper.schemas, below)).size > 0;
    return isItem || isAlternative ? mapPart(mapper, below, mediaTypes, path) : mapper.text(below);
  });
}

/** A schema of raw binary as validators and types know it; the very same where it is that already. */
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

/** The annotations of nodes, those of the first before those of others. */
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
