import { typeName } from "../names/names.ts";

/** Returns the media type without its parameters, in lower case (RFC 9110, section 8.3.1). */
export function essence(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/**
 * Returns true for JSON and media types with its syntax (RFC 6839, section 3.1), but not for
 * sequences of JSON texts.
 */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json$/.test(essence(mediaType));
}

/**
 * Moves JSON to the front, because the order of a description does not tell which media type is the
 * default: `application/json`, then other JSON, then problem details (RFC 9457). Other media types
 * keep their order.
 * @param mediaTypeOf returns the media type of an element, as the description writes it
 */
export function jsonFirst<T>(all: readonly T[], mediaTypeOf: (one: T) => string): T[] {
  if (all.length < 2) return [...all];
  const ranked = all.map((one) => ({ one, mediaType: mediaTypeOf(one) }));
  return ranked.toSorted((a, b) => compare(a.mediaType, b.mediaType)).map(({ one }) => one);
}

function compare(one: string, other: string): number {
  const [rank, otherRank] = [jsonRank(one), jsonRank(other)];
  if (rank !== otherRank) return rank - otherRank;
  if (rank === notJson) return 0;
  const [text, otherText] = [comparable(one), comparable(other)];
  return text < otherText ? -1 : Number(text > otherText);
}

/** Normalizes the spelling of a media type. */
const comparable = (mediaType: string): string => mediaType.toLowerCase().replaceAll(/\s/g, "");

const notJson = 5;

function jsonRank(mediaType: string): number {
  if (!isJsonType(mediaType)) return notJson;
  const name = essence(mediaType);
  if (name === "application/json") return mediaType.includes(";") ? 1 : 0;
  if (name.includes("*")) return 4;
  return name === "application/problem+json" ? 3 : 2;
}

/** Words for media types whose subtype would not be a clear name. */
const usualWords: Readonly<Record<string, string>> = {
  "*/*": "Any",
  "application/octet-stream": "Binary",
  "application/x-www-form-urlencoded": "Form",
  "multipart/form-data": "Multipart",
  "text/plain": "Text",
};

/**
 * Converts a media type to a word: `application/xml` → `Xml`, `application/vnd.pets+json` →
 * `VndPetsJson`, `image/*` → `Image`.
 */
function mediaTypeWord(mediaType: string): string {
  const name = essence(mediaType);
  const [type = "", subtype = type] = name.split("/");
  return usualWords[name] ?? typeName(subtype === "*" ? type : subtype.replace(/^x-/, ""));
}

/**
 * Returns the words with which schema names distinguish the media types of one body. The only media
 * type, or the first JSON one, needs none. If two media types share a subtype, the word includes
 * type and parameters. The order of the media types does not matter.
 */
export function mediaTypeWords(mediaTypes: readonly string[]): ReadonlyMap<string, MediaTypeName> {
  const [first = ""] = jsonFirst(mediaTypes, (one) => one);
  const plain = mediaTypes.length === 1 || isJsonType(first) ? first : undefined;
  const words = mediaTypes.map(mediaTypeWord);
  const names = mediaTypes.map((mediaType, index): [string, MediaTypeName] => {
    const word = words[index] ?? "";
    const isShared = words.some((other, at) => other === word && at !== index);
    const whole = typeName(mediaType);
    return [mediaType, { isPlain: mediaType === plain, words: isShared ? [whole] : [word, whole] }];
  });
  return new Map(names);
}

/** How the name of a schema refers to its media type. */
export interface MediaTypeName {
  /** True if the name need not mention it. */
  readonly isPlain: boolean;
  /** Words for it, the shortest first. */
  readonly words: readonly string[];
}
