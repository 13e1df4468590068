import { charsetOf, isUtf8 } from "./charset.ts";
import type { MediaTypeDescriptor } from "./operation.ts";

/**
 * Matches a single media type. A comma outside of quotes starts a second value, of which readers may use
 * either.
 */
const essencePattern = /^\s*([^\s/;,]+\/[^\s/;,]+)\s*(?:;(?:[^",]|"(?:[^"\\]|\\.)*")*)?$/s;

/**
 * Returns the `type/subtype` of a Content-Type value in lower case, without parameters (RFC 9110,
 * 8.3.1); `undefined` if the value is absent, not a media type, or a list of several.
 */
export function mediaTypeEssence(contentType: string | null | undefined): string | undefined {
  return contentType ? essencePattern.exec(contentType)?.[1]?.toLowerCase() : undefined;
}

/** True if the media type is JSON: `application/json` or with a `+json` suffix (RFC 6839, 3.1). */
export function isJsonMediaType(mediaType: string): boolean {
  if (mediaType === "application/json") return true;
  const essence = mediaTypeEssence(mediaType);
  return essence !== undefined && (essence.endsWith("/json") || essence.endsWith("+json"));
}

/** True if the runtime reads bodies of this media type as text: `text/*` or XML. */
export function isTextMediaType(mediaType: string): boolean {
  const essence = mediaTypeEssence(mediaType);
  return essence !== undefined && (essence.startsWith("text/") || /[/+]xml$/.test(essence));
}

/** True if the media type is `application/x-www-form-urlencoded`. */
export function isUrlEncodedMediaType(mediaType: string): boolean {
  return mediaTypeEssence(mediaType) === "application/x-www-form-urlencoded";
}

/** True if the media type is `multipart/form-data`. */
export function isMultipartMediaType(mediaType: string): boolean {
  return mediaTypeEssence(mediaType) === "multipart/form-data";
}

/** True if a body of this media type is a sequence of items: events, or JSON texts. */
export function isSequenceMediaType(mediaType: string): boolean {
  const essence = mediaTypeEssence(mediaType) ?? "";
  return /^text\/event-stream$|json-seq$|json-?l(?:ines)?$|ndjson$/.test(essence);
}

/** The kind of a body: the way in which its bytes are read and written. */
export type BodyKind = "json" | "text" | "form" | "multipart" | "parts" | "bytes";

/**
 * Returns the kind of a body by its description. The media type of the actual body only counts for a range.
 */
export function bodyKindOf(media: MediaTypeDescriptor, contentType: string): BodyKind {
  const { as, mediaType } = media;
  if (as === "bytes" || as === "text" || as === "parts") return as;
  const isRange = isMediaTypeRange(mediaType) && !mediaType.startsWith("text/");
  if (isRange && as === undefined) return "bytes";
  const kind = kindOf(isRange ? contentType : mediaType);
  return as === "json" && kind !== "form" && kind !== "multipart" ? "json" : kind;
}

function kindOf(mediaType: string): BodyKind {
  if (isJsonMediaType(mediaType)) return "json";
  if (isUrlEncodedMediaType(mediaType)) return "form";
  if (isMultipartMediaType(mediaType)) return "multipart";
  return isTextMediaType(mediaType) ? "text" : "bytes";
}

/** Corrects the `charset` of a media type, if it has one, to UTF-8, in which texts are sent. */
export function labelledUtf8(mediaType: string): string {
  if (!mediaType.includes(";")) return mediaType;
  return mediaType.replace(/;\s*charset\s*=\s*(?:"[^"]*"|[^\s;"]*)/i, (parameter) =>
    isUtf8(charsetOf(parameter)) ? parameter : "; charset=utf-8",
  );
}

/** True if a media type is a range: `image/*`, `*\/*`, `application/*+json`. */
export function isMediaTypeRange(mediaType: string): boolean {
  return mediaType.includes("*");
}

/**
 * True if a media type matches a range: the same type, `text/*`, `application/*+json` or `*\/*`;
 * parameters are ignored on both sides (RFC 9110, 12.5.1).
 */
export function mediaTypeMatches(range: string, mediaType: string): boolean {
  return rank(range, mediaType) > 0;
}

/** The precision of a match: 0 for none, 5 for equality including parameters. */
function rank(range: string, mediaType: string | null | undefined): number {
  const wanted = mediaTypeEssence(range);
  const actual = mediaTypeEssence(mediaType);
  if (wanted === undefined || actual === undefined) return 0;
  if (wanted === actual) return isSameText(range, mediaType ?? "") ? 5 : 4;
  if (wanted === "*/*") return 1;
  const [start = "", end = "", ...rest] = wanted.split("*");
  // The suffix of a range also matches the type of that name: `application/*+json` matches
  // `application/json` (RFC 6839).
  const hasEnd = actual.endsWith(end) || actual === start + end.slice(1);
  const fits = actual.startsWith(start) && hasEnd && rest.length === 0;
  if (!fits || !start.endsWith("/") || !wanted.includes("*")) return 0;
  return end === "" ? 2 : 3;
}

const isSameText = (left: string, right: string): boolean =>
  left.replace(/\s/g, "").toLowerCase() === right.replace(/\s/g, "").toLowerCase();

/**
 * Selects the media type of a body: that of the description. For a range it is the Blob's own type if it
 * matches, otherwise a default by the value. A multipart Blob keeps its own type, which names the boundary.
 */
export function mediaTypeFor({ mediaType, as }: MediaTypeDescriptor, body: unknown): string {
  const own = body instanceof Blob ? body.type : "";
  if (!isMediaTypeRange(mediaType))
    // The boundary is only known to the writer of the parts.
    return own.startsWith("multipart/") && mediaTypeEssence(own) === mediaTypeEssence(mediaType)
      ? own
      : mediaType;
  if (own !== "" && mediaTypeMatches(mediaType, own)) return own;
  const byDefault = as === "json" || !isRaw(body) ? "application/json" : "application/octet-stream";
  const candidates = [as === "text" ? "text/plain" : byDefault, "application/json", "text/plain"];
  return candidates.find((one) => mediaTypeMatches(mediaType, one)) ?? "application/octet-stream";
}

/** True if a value is sent unchanged: text, bytes, or a stream. */
export function isRaw(body: unknown): body is string | object {
  if (typeof body !== "object" || body === null) return typeof body === "string";
  if (body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return true;
  return body instanceof ReadableStream || Symbol.asyncIterator in body;
}

/**
 * Selects the described media type for a Content-Type: the most specific key wins (OpenAPI 3.1, Request
 * Body Object, `content`).
 */
export function selectMediaType(
  content: readonly MediaTypeDescriptor[],
  contentType: string | null | undefined,
): MediaTypeDescriptor | undefined {
  // Most Content-Type values equal the description's.
  const same = content.find(({ mediaType }) => mediaType === contentType);
  if (same && mediaTypeEssence(contentType) !== undefined) return same;
  let best: MediaTypeDescriptor | undefined;
  let bestRank = 0;
  for (const candidate of content) {
    const candidateRank = rank(candidate.mediaType, contentType);
    if (candidateRank > bestRank) [best, bestRank] = [candidate, candidateRank];
  }
  return best;
}

/**
 * Selects the described media type that an Accept value prefers (RFC 9110, 12.5.1): the highest weight,
 * then the description's order; the first without an Accept value, or if none is acceptable.
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

/**
 * True if an Accept value admits one of the media types (RFC 9110, 12.5.1). A malformed one admits all.
 */
export function isAcceptable(mediaTypes: readonly string[], accept: string): boolean {
  const ranges = accept.split(",").filter((range) => mediaTypeEssence(range) !== undefined);
  return ranges.length === 0 || mediaTypes.some((one) => qualityOf(one, ranges) > 0);
}

/** Ranks a documented range as acceptable if the Accept value names a media type within it. */
const acceptRank = (range: string, mediaType: string): number =>
  Math.max(
    rank(range.replace(/;\s*q=.*$/i, ""), mediaType),
    isMediaTypeRange(mediaType) ? rank(mediaType, range) : 0,
  );

function qualityOf(mediaType: string, ranges: readonly string[]): number {
  let quality = 0;
  let bestRank = 0;
  for (const range of ranges) {
    const rangeRank = acceptRank(range, mediaType);
    if (rangeRank <= bestRank) continue;
    bestRank = rangeRank;
    const weight = /;\s*q=([0-9.]+)/i.exec(range)?.[1];
    quality = weight === undefined ? 1 : Number(weight);
  }
  return quality;
}
