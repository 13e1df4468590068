import { valueShape, type ValueShape } from "@openapi-packages/compiler/compile/value-shape";
import { literal } from "@openapi-packages/description/text/escape";
import type { Json } from "@openapi-packages/description/json/json";
import type {
  DescribedSchema,
  MediaType,
  PartEncoding,
} from "@openapi-packages/description/model/api-model";
import type { ComponentSchemas } from "@openapi-packages/description/model/schema/schema";

/**
 * Returns a function that prints the values of a media type. In lists and streams of parts, strings
 * of a mock represent the bytes of files.
 *
 * @param text prints a value of a schema
 */
export function partText(
  types: ComponentSchemas,
  media: MediaType | undefined,
  text: (value: Json, schema: DescribedSchema | undefined) => string,
): (value: Json) => string {
  if (media?.kind !== "parts") return (value) => text(value, media?.schema);
  const { prefixEncoding, itemEncoding, stream } = media;
  const ofPart = (part: Json, encoding: PartEncoding | undefined): string => {
    const isFile =
      typeof part === "string" &&
      encoding !== undefined &&
      isBytes(valueShape(types, encoding.schema.meaning));
    if (!isFile) return text(part, encoding?.schema);
    const contentTypes = encoding.contentType?.split(",").map((one) => one.trim()) ?? [];
    const type =
      contentTypes.find((one) => !/[/+]json$|\*/.test(one)) ?? "application/octet-stream";
    return `new Blob([${literal(part)}], { type: ${literal(type)} })`;
  };
  if (stream !== undefined) return (item) => ofPart(item, itemEncoding);
  return (list) => {
    if (!Array.isArray(list)) return text(list, media.schema);
    const parts = (list as readonly Json[]).map((part, position) =>
      ofPart(part, prefixEncoding[position] ?? itemEncoding),
    );
    return `[${parts.join(", ")}]`;
  };
}

/** True if a shape allows bytes, but no string. */
function isBytes(shape: ValueShape): boolean {
  const alternatives = typeof shape === "object" && "oneOf" in shape ? shape.oneOf : [shape];
  return alternatives.includes("binary") && !alternatives.includes("string");
}
