import { member, type Json, type JsonObject } from "../../json.ts";
import { appliedNodes, firstText, isUnstructured, typesOf } from "./applied-schema.ts";

/**
 * True if a part of a multipart body is raw binary, whatever way the description says so:
 *
 * - `format: binary` (OpenAPI 3.0.4, "Working with Binary Data")
 * - no `type`, of which the default is `application/octet-stream` (OpenAPI 3.1.2, Encoding Object)
 * - a media type that is not text, of the Encoding Object or `contentMediaType`
 *
 * Text that encodes binary, by `contentEncoding` or `format: byte`, is text.
 *
 * @param contentType of the part's Encoding Object
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

/** True if a whole body is raw binary, whatever its media type: only `format: binary` says so. */
export function isRawBody(schemas: JsonObject, schema: Json): boolean {
  const nodes = appliedNodes(schemas, schema);
  const types = typesOf(nodes);
  const isString = types.size === 0 || (types.size === 1 && types.has("string"));
  return isString && saysBinary(nodes) && !isEncoded(nodes) && isUnstructured(nodes);
}

/** True if a text encodes binary: `contentEncoding`, or OpenAPI 3.0's `format: byte`. */
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

/** True if one of a list of media types is neither text nor JSON. */
function mayBeBinary(mediaTypes: string): boolean {
  return mediaTypes.split(",").some((mediaType) => {
    const essence = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
    return !/^text\/|[/+](?:json|xml)$|^application\/x-www-form-urlencoded$/.test(essence);
  });
}
