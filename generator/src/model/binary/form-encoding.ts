import { isObject, member, stringMember, type Json, type JsonObject } from "../../json.ts";
import type { PlacedEncodings } from "../parts/part-encodings.ts";
import { appliedNodes, firstText } from "./applied-schema.ts";
import { isEncodedText, isRawPart } from "./raw-binary.ts";

const styles = ["style", "explode", "allowReserved"];

/** The media types of a part by its Encoding Object; a part with a style is text. */
export function partMediaTypes(encoding: Json | undefined, name: string): string | undefined {
  const own = member(encoding, name);
  const isStyled = styles.some((keyword) => member(own, keyword) !== undefined);
  return isStyled ? "text/plain" : stringMember(own, "contentType");
}

/** The Encoding Objects of a list of parts as one value: that of the rest, then those of the first. */
export const placedEncoding = ({ itemEncoding, prefixEncoding }: PlacedEncodings): Json => [
  itemEncoding,
  ...prefixEncoding,
];

/** The media types of the part at a place, by what {@link placedEncoding} made; of the rest without a position. */
export function placedMediaTypes(encoding: Json, position: number | undefined): string | undefined {
  const [itemEncoding = {}, ...prefixEncoding] = encoding as readonly Json[];
  const own = position === undefined ? itemEncoding : (prefixEncoding[position] ?? itemEncoding);
  return stringMember(own, "contentType");
}

/**
 * The encoding of a multipart body with the media types of parts that are binary, which the schema
 * or OpenAPI 3.1.2's table of defaults gives ("Encoding Object"); the very same where there is none.
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

/** A client sends raw binary as `application/octet-stream` unless told otherwise. */
function defaultMediaType(schemas: JsonObject, schema: Json): string | undefined {
  const nodes = appliedNodes(schemas, schema);
  const items = nodes.map((node) => node["items"]).find((one) => one !== undefined);
  if (items !== undefined) return defaultMediaType(schemas, items);
  if (isEncodedText(schemas, schema)) return "application/octet-stream";
  return isRawPart(schemas, schema, undefined) ? firstText(nodes, "contentMediaType") : undefined;
}
