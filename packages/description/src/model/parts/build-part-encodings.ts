import {
  arrayMember,
  isObject,
  member,
  stringMember,
  toPointer,
  type Json,
} from "../../json/json.ts";
import type { MediaType, PartEncoding } from "../api-model.ts";
import { appliedNodes, firstText } from "../binary/applied-schema.ts";
import { isEncodedText } from "../binary/raw-binary.ts";
import type { ModelContext } from "../model-context.ts";
import { encodingAt, itemSchemas, placedEncodings } from "./part-encodings.ts";
import { isFormData } from "./part-list.ts";

/** Builds the encodings of a list or stream of parts. Reports parts of forms that have no name. */
export function buildPartEncodings(
  context: ModelContext,
  mediaType: string,
  node: Json,
  pointer: string,
): Pick<MediaType, "prefixEncoding" | "itemEncoding"> {
  const items = member(node, "itemSchema") ?? true;
  const { prefix, rest } = itemSchemas(context.schemas, member(node, "schema") ?? { items });
  const encodings = placedEncodings(node);
  const built = (schema: Json, encoding: Json, place: string): PartEncoding => ({
    schema: context.described(schema, `${pointer}/schema/${place}`),
    contentType: stringMember(encoding, "contentType"),
    headers: fixedHeaders(context, schema, encoding),
  });
  const prefixEncoding = encodings.prefixEncoding.map((_, position) =>
    built(prefix[position] ?? rest, encodingAt(encodings, position), `prefixItems/${position}`),
  );
  const itemEncoding = built(rest, encodings.itemEncoding, "items");
  const isClosed = rest === false;
  const all = isClosed ? prefixEncoding : [...prefixEncoding, itemEncoding];
  const isUnnamed = ({ headers }: PartEncoding): boolean =>
    !Object.keys(headers).some((name) => name.toLowerCase() === "content-disposition");
  if (isFormData(mediaType) && all.some(isUnnamed))
    context.report(
      "part-unnamed",
      `the parts of ${mediaType} have positions but no names, so their names are 0, 1, 2`,
      `${pointer}/schema`,
      'give each Encoding Object the header Content-Disposition with a const such as form-data; name="photo", or describe the parts as properties of an object',
    );
  return { prefixEncoding, itemEncoding };
}

/**
 * Returns the headers of an Encoding Object that have a fixed value, plus the header that names the
 * text encoding of binary data.
 */
function fixedHeaders(context: ModelContext, schema: Json, encoding: Json): Record<string, string> {
  const declared = member(encoding, "headers");
  const fixed = Object.entries(isObject(declared) ? declared : {}).flatMap(([name, header]) => {
    const place = context.follow(header, toPointer(["headers", name]));
    const value = fixedValue(context, member(place?.node, "schema"));
    const isOwn = name.toLowerCase() !== "content-type";
    return isOwn && value !== undefined ? [[name, value] as const] : [];
  });
  const isDeclared = fixed.some(([name]) => name.toLowerCase() === transferEncoding.toLowerCase());
  const isEncoded = isEncodedText(context.schemas, schema) && !isDeclared;
  const text = firstText(appliedNodes(context.schemas, schema), "contentEncoding") ?? "base64";
  return Object.fromEntries(isEncoded ? [...fixed, [transferEncoding, text]] : fixed);
}

/**
 * The header that carries `contentEncoding` in a multipart body (OpenAPI 3.2,
 * "`Content-Transfer-Encoding` and `contentEncoding`").
 */
const transferEncoding = "Content-Transfer-Encoding";

function fixedValue(context: ModelContext, schema: Json | undefined): string | undefined {
  const node = context.follow(schema, "")?.node;
  const values = arrayMember(node, "enum");
  const only = values.length === 1 ? values[0] : undefined;
  const value = member(node, "const") ?? only ?? member(node, "default");
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
