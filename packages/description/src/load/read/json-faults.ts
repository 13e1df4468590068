import type { Json } from "../../json/json.ts";
import { isSpace, stringEnd } from "./json-text.ts";
import { countMembers } from "./plain-json.ts";

/** The comments in a text that is otherwise JSON. */
export interface JsonComments {
  /** The offsets of the comments, in the order of the text. */
  readonly offsets: readonly number[];
  /** The text with each comment replaced by spaces, so that offsets stay the same. */
  readonly stripped: string;
}

/** A key that occurs several times in one object. */
export interface RepeatedKey {
  readonly key: string;
  /** The offsets of the key, in the order of the text. */
  readonly offsets: readonly number[];
}

/**
 * Finds JavaScript comments in a text that is otherwise JSON: an object whose first key is in quotes.
 *
 * @returns `undefined` for a text without comments, or one that is not JSON
 */
export function jsonComments(text: string): JsonComments | undefined {
  if (!/^\s*(?:\{|\/[/*])/.test(text)) return undefined;
  const offsets: number[] = [];
  let stripped = "";
  let kept = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = stringEnd(text, at) - 1;
    const end = code === slash ? commentEnd(text, at) : undefined;
    if (end === undefined) continue;
    offsets.push(at);
    stripped += text.slice(kept, at) + text.slice(at, end).replace(/[^\n]/g, " ");
    kept = end;
    at = end - 1;
  }
  stripped += text.slice(kept);
  return offsets.length > 0 && /^\s*\{\s*["}]/.test(stripped) ? { offsets, stripped } : undefined;
}

/** Removes trailing commas, as JavaScript allows after the last member or item. */
export function withoutTrailingCommas(text: string): string {
  return text.replace(/("(?:[^"\\]|\\[^])*")|,(?=\s*[}\]])/g, "$1");
}

/**
 * Finds keys that occur several times in one object (RFC 8259, section 4: names within an object SHOULD be
 * unique).
 *
 * @param text valid JSON
 * @param value its value
 */
export function repeatedJsonKeys(text: string, value: Json): RepeatedKey[] {
  // A key that is repeated is one member. Counting takes far less than to look at each key.
  return countKeys(text) === countMembers(value) ? [] : findRepeatedKeys(text);
}

function countKeys(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0;) {
    const end = stringEnd(text, at);
    if (isKey(text, end)) count += 1;
    at = text.indexOf('"', end);
  }
  return count;
}

function findRepeatedKeys(text: string): RepeatedKey[] {
  const repeated: RepeatedKey[] = [];
  const open: Map<string, number[]>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === openBrace) open.push(new Map());
    else if (code === closeBrace) open.pop();
    if (code !== quote) continue;
    const end = stringEnd(text, at);
    if (isKey(text, end)) {
      const keys = open.at(-1);
      const key = JSON.parse(text.slice(at, end)) as string;
      const offsets = keys?.get(key);
      if (offsets === undefined) keys?.set(key, [at]);
      else if (offsets.push(at) === 2) repeated.push({ key, offsets });
    }
    at = end - 1;
  }
  return repeated;
}

/**
 * Returns the offset after a comment; `undefined` if none starts here, as in a YAML value that starts with
 * slashes.
 */
function commentEnd(text: string, start: number): number | undefined {
  const isLine =
    text.startsWith("//", start) && !/:[ \t]*$/.test(text.slice(Math.max(0, start - 20), start));
  if (!isLine && !text.startsWith("/*", start)) return undefined;
  const end = text.indexOf(isLine ? "\n" : "*/", start + 2);
  if (end < 0) return text.length;
  return isLine ? end : end + 2;
}

/** True if a colon follows a string, which is then a key. */
function isKey(text: string, end: number): boolean {
  let at = end;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === colon;
}

const quote = 0x22;
const slash = 0x2f;
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Returns why a text is no JSON, and where if the engine says that; `undefined` for JSON. */
export function jsonFault(
  text: string,
): { readonly message: string; readonly offset: number | undefined } | undefined {
  try {
    JSON.parse(text.replace(/^\uFEFF/, " "));
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // `Expected ',' in JSON at position 7 (line 1 column 8)`, or `Unexpected token 'x', "{x" is not valid JSON`.
    const [, at] = / at position (\d+)/.exec(error.message) ?? [];
    const end = text.trimEnd().length;
    const offset = at === undefined ? undefined : Number(at);
    if (error.message.startsWith("Unexpected end") || (offset !== undefined && offset >= end))
      return {
        message: "the JSON ends too early: a bracket or a quote is not closed",
        offset: end,
      };
    const reason = error.message.replace(/(?: in JSON)? at position .*$|, (?:\.{3})?".*$/s, "");
    return { message: `it is not JSON: ${reason}`, offset };
  }
}
