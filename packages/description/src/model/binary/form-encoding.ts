import { isObject, member, stringMember, type Json, type JsonObject } from "../../json/json.ts";
import type { PlacedEncodings } from "../parts/part-encodings.ts";
import { appliedNodes, firstText } from "./applied-schema.ts";
import { isEncodedText, isRawPart } from "./raw-binary.ts";

const styles = ["style", "explode", "allowReserved"];

/** Returns the media types in a part's Encoding Object. A part with a style is text. */
export function partMediaTypes(encoding: Json | undefined, name: string): string | undefined {
  const own = member(encoding, name);
  const isStyled = styles.some((keyword) => member(own, keyword) !== undefined);
  return isStyled ? "text/plain" : stringMember(own, "contentType");
}

/**
 * Packs the Encoding Objects of a list of parts into one JSON value: the one of the remaining
 * parts, then those of the first parts.
 */
export const placedEncoding = ({ itemEncoding, prefixEncoding }: PlacedEncodings): Json => [
  itemEncoding,
  ...prefixEncoding,
];

/**
 * Returns the media types of the part at a position, from what {@link placedEncoding} returns.
 * Without a position, returns those of the remaining parts.
 */
export function placedMediaTypes(encoding: Json, position: number | undefined): string | undefined {
  const [itemEncoding = {}, ...prefixEncoding] = encoding as readonly Json[];
  const own = position === undefined ? itemEncoding : (prefixEncoding[position] ?? itemEncoding);
  return stringMember(own, "contentType");
}

/**
 * Adds to the encoding of a multipart body the media types of its binary parts, which come from the
 * schema or from OpenAPI 3.1.2's table of defaults ("Encoding Object"). Returns the given encoding
 * itself if nothing is added.
 */
export function encodingWithMediaTypes(
  schemas: JsonObject,
  schema: Json,
  encoding: Json | undefined,
): Json | undefined {
  const found: Record<string, Json> = {};
  for (const node of appliedNodes(schemas, schema)) {
    const properties = member(node, "properties");
    for (const [name, property] of Object.entries(isObject(properties) ? properties : {})) {
      const own = member(encoding, name);
      if (isObject(own) && Object.keys(own).some((key) => [...styles, "contentType"].includes(key)))
        continue;
      const mediaType = defaultMediaType(schemas, property);
      if (mediaType !== undefined)
        Object.defineProperty(found, name, {
          value: { ...(isObject(own) ? own : {}), contentType: mediaType },
          enumerable: true,
        });
    }
  }
  if (Object.keys(found).length === 0) return encoding;
  return { ...(isObject(encoding) ? encoding : {}), ...found };
}

/**
 * A client sends raw binary as `application/octet-stream` by default, so only other types are
 * returned for it.
 */
function defaultMediaType(schemas: JsonObject, schema: Json): string | undefined {
  const nodes = appliedNodes(schemas, schema);
  const items = nodes.map((node) => node["items"]).find((one) => one !== undefined);
  if (items !== undefined) return defaultMediaType(schemas, items);
  if (isEncodedText(schemas, schema)) return "application/octet-stream";
  return isRawPart(schemas, schema, undefined) ? firstText(nodes, "contentMediaType") : undefined;
}
