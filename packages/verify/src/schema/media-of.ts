import { selectMediaType } from "@openapi-packages/runtime";
import type { MediaType } from "openapi-packages/description";

/** The media type of a description that a content type falls under; `undefined` where none is. */
export function mediaOf(
  content: readonly MediaType[],
  contentType: string | undefined,
): MediaType | undefined {
  const described = content.map(({ mediaType }) => ({ mediaType }));
  const found = selectMediaType(described, contentType);
  return content.find(({ mediaType }) => mediaType === found?.mediaType);
}
