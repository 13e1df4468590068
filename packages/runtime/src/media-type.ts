import type { MediaTypeDescriptor } from "./operation.ts";

const essencePattern = /^\s*([^\s/;,]+\/[^\s/;,]+)/;

/**
 * The `type/subtype` of a Content-Type value in lower case, without its parameters (RFC 9110,
 * 8.3.1). `undefined` when the value is absent or is no media type.
 */
export function mediaTypeEssence(contentType: string | null | undefined): string | undefined {
  return contentType ? essencePattern.exec(contentType)?.[1]?.toLowerCase() : undefined;
}

/** Whether text of this media type is JSON: `application/json` or a `+json` suffix (RFC 6839, 3.1). */
export function isJsonMediaType(mediaType: string): boolean {
  const essence = mediaTypeEssence(mediaType);
  return essence !== undefined && (essence.endsWith("/json") || essence.endsWith("+json"));
}

/** Whether a body of this media type is text without further structure that the runtime knows. */
export function isTextMediaType(mediaType: string): boolean {
  const essence = mediaTypeEssence(mediaType);
  return essence !== undefined && (essence.startsWith("text/") || /[/+]xml$/.test(essence));
}

/** Whether the media type is `application/x-www-form-urlencoded`. */
export function isUrlEncodedMediaType(mediaType: string): boolean {
  return mediaTypeEssence(mediaType) === "application/x-www-form-urlencoded";
}

/** Whether the media type is `multipart/form-data`. */
export function isMultipartMediaType(mediaType: string): boolean {
  return mediaTypeEssence(mediaType) === "multipart/form-data";
}

/**
 * Whether a media type falls in a range: the same type, `text/*` or `*\/*`; parameters are ignored
 * on both sides (RFC 9110, 12.5.1).
 */
export function mediaTypeMatches(range: string, mediaType: string): boolean {
  return rank(mediaTypeEssence(range), mediaTypeEssence(mediaType)) > 0;
}

function rank(range: string | undefined, mediaType: string | undefined): number {
  if (range === undefined || mediaType === undefined) return 0;
  if (range === mediaType) return 3;
  if (range === "*/*") return 1;
  return range.endsWith("/*") && mediaType.startsWith(range.slice(0, -1)) ? 2 : 0;
}

/**
 * The described media type that applies to a body with this Content-Type: the most specific key
 * wins (OpenAPI 3.1, Request Body Object, `content`).
 */
export function selectMediaType(
  content: readonly MediaTypeDescriptor[],
  contentType: string | null | undefined,
): MediaTypeDescriptor | undefined {
  const actual = mediaTypeEssence(contentType);
  let best: MediaTypeDescriptor | undefined;
  let bestRank = 0;
  for (const candidate of content) {
    const candidateRank = rank(mediaTypeEssence(candidate.mediaType), actual);
    if (candidateRank > bestRank) [best, bestRank] = [candidate, candidateRank];
  }
  return best;
}

/**
 * The described media type that an Accept value prefers (RFC 9110, 12.5.1): the highest quality,
 * then the description's order. Without an Accept value, or when none is acceptable, the first.
 */
export function negotiateMediaType(
  content: readonly MediaTypeDescriptor[],
  accept: string | null | undefined,
): MediaTypeDescriptor | undefined {
  if (!accept || content.length < 2) return content[0];
  const ranges = accept.split(",");
  let best = content[0];
  let bestQuality = 0;
  for (const candidate of content) {
    const quality = qualityOf(candidate.mediaType, ranges);
    if (quality > bestQuality) [best, bestQuality] = [candidate, quality];
  }
  return best;
}

function qualityOf(mediaType: string, ranges: readonly string[]): number {
  let quality = 0;
  let bestRank = 0;
  for (const range of ranges) {
    const rangeRank = rank(mediaTypeEssence(range), mediaTypeEssence(mediaType));
    if (rangeRank <= bestRank) continue;
    bestRank = rangeRank;
    const weight = /;\s*q=([0-9.]+)/i.exec(range)?.[1];
    quality = weight === undefined ? 1 : Number(weight);
  }
  return quality;
}
