import { selectMediaType } from "@openapi-packages/runtime";
import type { MediaType } from "@openapi-packages/description";

/** Returns the documented media type that matches a content type; `undefined` if none does. */
export function mediaOf(
  content: readonly MediaType[],
  contentType: string | undefined,
): MediaType | undefined {
  const described = content.map(({ mediaType }) => ({ mediaType }));
  const found = selectMediaType(described, contentType);
  return content.find(({ mediaType }) => mediaType === found?.mediaType);
}
