import { typeName } from "./names.ts";

/** The media type without its parameters, in lower case (RFC 9110, section 8.3.1). */
export function essence(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/** True for JSON and what has its syntax (RFC 6839, section 3.1); a sequence of JSON texts is none. */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json$/.test(essence(mediaType));
}

/**
 * Puts JSON before everything else, as a description's order says nothing of which media type is meant where none is
 * named: `application/json`, then other JSON, problem details (RFC 9457) last. What is no JSON keeps its order.
 *
 * @param mediaTypeOf gives the media type of an element, as the description writes it
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

/** What two spellings of a media type have in common. */
const comparable = (mediaType: string): string => mediaType.toLowerCase().replaceAll(/\s/g, "");

const notJson = 5;

function jsonRank(mediaType: string): number {
  if (!isJsonType(mediaType)) return notJson;
  const name = essence(mediaType);
  if (name === "application/json") return mediaType.includes(";") ? 1 : 0;
  if (name.includes("*")) return 4;
  return name === "application/problem+json" ? 3 : 2;
}

/** Names of media types whose subtypes say little. */
const usualWords: Readonly<Record<string, string>> = {
  "*/*": "Any",
  "application/octet-stream": "Binary",
  "application/x-www-form-urlencoded": "Form",
  "multipart/form-data": "Multipart",
  "text/plain": "Text",
};

/** `application/xml` → `Xml`, `application/vnd.pets+json` → `VndPetsJson`, `image/*` → `Image`. */
function mediaTypeWord(mediaType: string): string {
  const name = essence(mediaType);
  const [type = "", subtype = type] = name.split("/");
  return usualWords[name] ?? typeName(subtype === "*" ? type : subtype.replace(/^x-/, ""));
}

/**
 * What names of schemas say of the media types of one body, by media type: nothing for JSON, of several the first, and for the
 * only one there is; otherwise which it is, with its type and parameters where the subtype is that of another one.
 * The order of the media types changes none.
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

/** What the name of a schema says of its media type. */
export interface MediaTypeName {
  /** True if it need not say it. */
  readonly isPlain: boolean;
  /** Words that say it, the nicest first. */
  readonly words: readonly string[];
}
