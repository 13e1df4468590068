import { member, type Json, type JsonObject } from "../../json/json.ts";
import { appliedNodes, firstText, isUnstructured, typesOf } from "./applied-schema.ts";

/**
 * Returns true if a part of a multipart body is raw binary, which a description can say in three
 * ways:
 * - `format: binary` (OpenAPI 3.0.4, "Working with Binary Data")
 * - no `type`, for which the default is `application/octet-stream` (OpenAPI 3.1.2, Encoding Object)
 * - a media type other than text, in the Encoding Object or `contentMediaType`
 * Binary data encoded as text, by `contentEncoding` or `format: byte`, is text.
 * @param contentType the `contentType` of the part's Encoding Object
 */
export function isRawPart(
  schemas: JsonObject,
  schema: Json,
  contentType: string | undefined,
): boolean {
  if (schema === true) return contentType === undefined || mayBeBinary(contentType);
  const nodes = appliedNodes(schemas, schema);
  if (nodes.length === 0 || isEncoded(nodes)) return false;
  const types = typesOf(nodes);
  if (saysBinary(nodes)) return types.size === 0 || types.has("string");
  const mediaType = contentType ?? firstText(nodes, "contentMediaType");
  if (types.size === 0)
    return (
      isUnstructured(nodes) &&
      firstText(nodes, "format") === undefined &&
      (mediaType === undefined || mayBeBinary(mediaType))
    );
  const isText = types.size === 1 && types.has("string");
  return isText && mediaType !== undefined && isUnstructured(nodes) && mayBeBinary(mediaType);
}

/**
 * Returns true if a whole body is raw binary, which only `format: binary` can say, whatever the
 * media type.
 */
export function isRawBody(schemas: JsonObject, schema: Json): boolean {
  const nodes = appliedNodes(schemas, schema);
  const types = typesOf(nodes);
  const isString = types.size === 0 || (types.size === 1 && types.has("string"));
  return isString && saysBinary(nodes) && !isEncoded(nodes) && isUnstructured(nodes);
}

/**
 * Returns true if a text encodes binary data: it has `contentEncoding`, or OpenAPI 3.0's `format:
 * byte`.
 */
export function isEncodedText(schemas: JsonObject, schema: Json): boolean {
  const nodes = appliedNodes(schemas, schema);
  return typesOf(nodes).has("string") && isEncoded(nodes);
}

function isEncoded(nodes: readonly JsonObject[]): boolean {
  const format = firstText(nodes, "format");
  return (
    firstText(nodes, "contentEncoding") !== undefined ||
    format === "byte" ||
    format === "base64" ||
    format === "base64url"
  );
}

const saysBinary = (nodes: readonly JsonObject[]): boolean =>
  nodes.some((node) => member(node, "format") === "binary");

/** Returns true if a comma-separated list contains a media type that is neither text nor JSON. */
function mayBeBinary(mediaTypes: string): boolean {
  return mediaTypes.split(",").some((mediaType) => {
    const essence = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
    return !/^text\/|[/+](?:json|xml)$|^application\/x-www-form-urlencoded$/.test(essence);
  });
}
