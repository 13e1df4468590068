import { arrayMember, isObject, member, type Json, type JsonObject } from "../../json/json.ts";
import { appliedNodes, firstText } from "../binary/applied-schema.ts";
import { isEncodedText } from "../binary/raw-binary.ts";

/**
 * The Encoding Objects of a list of parts: those of its first parts, and the one of the remaining
 * parts.
 */
export interface PlacedEncodings {
  readonly prefixEncoding: readonly Json[];
  readonly itemEncoding: Json;
}

/** Returns the Encoding Objects of a Media Type Object with positional parts. */
export function placedEncodings(node: Json | undefined): PlacedEncodings {
  return {
    prefixEncoding: arrayMember(node, "prefixEncoding"),
    itemEncoding: member(node, "itemEncoding") ?? {},
  };
}

/** Returns the Encoding Object of the part at a position (OpenAPI 3.2, "Encoding By Position"). */
export const encodingAt = (
  { prefixEncoding, itemEncoding }: PlacedEncodings,
  position: number,
): Json => prefixEncoding[position] ?? itemEncoding;

/** Returns the schemas of a list's first items, and the one of its remaining items. */
export function itemSchemas(
  schemas: JsonObject,
  list: Json,
): { readonly prefix: readonly Json[]; readonly rest: Json } {
  const nodes = appliedNodes(schemas, list);
  const prefixes = nodes.map((node) => arrayMember(node, "prefixItems"));
  return {
    prefix: prefixes.find((one) => one.length > 0) ?? [],
    rest: nodes.map((node) => node["items"]).find((one) => one !== undefined) ?? true,
  };
}

/**
 * Adds to the encodings of a list of parts the media types that its schemas imply (OpenAPI 3.2,
 * table of the Encoding Object). Where they imply none, a client chooses by the value.
 */
export function withMediaTypes(
  schemas: JsonObject,
  list: Json,
  encodings: PlacedEncodings,
): PlacedEncodings {
  const { prefix, rest } = itemSchemas(schemas, list);
  const count = Math.max(prefix.length, encodings.prefixEncoding.length);
  const described = (schema: Json, encoding: Json): Json => {
    const own = isObject(encoding) ? encoding : {};
    const contentType = member(own, "contentType") ?? defaultMediaType(schemas, schema);
    return contentType === undefined ? own : { ...own, contentType };
  };
  return {
    prefixEncoding: Array.from({ length: count }, (_, position) =>
      described(prefix[position] ?? rest, encodingAt(encodings, position)),
    ),
    itemEncoding: described(rest, encodings.itemEncoding),
  };
}

function defaultMediaType(schemas: JsonObject, schema: Json): string | undefined {
  const own = firstText(appliedNodes(schemas, schema), "contentMediaType");
  return own ?? (isEncodedText(schemas, schema) ? "application/octet-stream" : undefined);
}
