import { isExact } from "./exact-number.ts";
import type { ExactJson } from "./operation-codec.ts";
import { escapePointerToken } from "./json-pointer.ts";

/** The deepest accepted nesting: far deeper than real values, and far from overflowing the stack. */
const maxDepth = 500;

/**
 * Matches texts that may contain a number that changes when it is parsed: an exponent of three digits, or
 * an integer of 16.
 */
const largeNumber = /\d[eE]\+?\d{3}|(?:^|[^\d.])\d{16}/;

/** Well-formed JSON that the runtime refuses. */
export class JsonLimitError extends RangeError {
  /** The place of the refused value (RFC 6901). */
  readonly pointer: string;

  constructor(message: string, pointer: string) {
    super(message);
    this.name = "JsonLimitError";
    this.pointer = pointer;
  }
}

/**
 * Parses untrusted JSON. `JSON.parse` accepts three things that are refused here: deep nesting, which would
 * overflow the stack of validators, handlers and `JSON.stringify`; numbers beyond the range of a double,
 * which become infinite and are written as `null`; and long integers, which become the nearest double (RFC
 * 8259, section 6, allows limits). Of members with the same name the last one counts (ECMA-262,
 * `JSON.parse`).
 *
 * @param parseExact parses long integers without loss, which are not refused then
 * @throws {SyntaxError} if the text is not JSON
 * @throws {JsonLimitError} if it is nested deeper than 500 levels, or has a number beyond 1.8e308 or an
 * integer that no double equals
 */
export function parseJson(text: string, parseExact?: ExactJson["parse"]): unknown {
  const excess = excessOf(text);
  if (excess === "depth")
    throw new JsonLimitError(`must not be deeper than ${maxDepth} levels`, "");
  const value: unknown = (parseExact ?? JSON.parse)(text);
  // Runtimes without `rawJSON` do not tell parsers the digits of a long integer, which is then refused.
  const areExact = parseExact !== undefined && "rawJSON" in JSON;
  if (excess === "number") checkNumbers(text, value, areExact);
  return value;
}

/** @throws {JsonLimitError} if parsing changed a number */
function checkNumbers(text: string, value: unknown, areExact: boolean): void {
  const infinite = infiniteIn(value);
  if (infinite !== undefined)
    throw new JsonLimitError("must be a number between -1.8e308 and 1.8e308", infinite);
  const marked = areExact ? text : markInexact(text);
  const pointer = marked === text ? undefined : infiniteIn(JSON.parse(marked));
  if (pointer !== undefined)
    throw new JsonLimitError(
      "must be a number that a double holds exactly: send larger integers as strings, if the description permits it",
      pointer,
    );
}

const numberToken = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Replaces each integer that parsing would change by a number that is parsed as infinite, so that its place
 * can be found in the parsed value.
 */
function markInexact(text: string): string {
  let marked = "";
  let copied = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) index = endOfString(text, index);
    if (code !== 0x2d && !isDigit(code)) continue;
    numberToken.lastIndex = index;
    const [token = ""] = numberToken.exec(text) ?? [];
    if (!isExact(token, Number(token))) {
      marked += `${text.slice(copied, index)}1e999`;
      copied = index + token.length;
    }
    index += token.length - 1;
  }
  return marked + text.slice(copied);
}

/** Returns the place of the first infinite number in a value. */
function infiniteIn(value: unknown): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : "";
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const pointer = infiniteIn(member);
    if (pointer !== undefined) return `/${escapePointerToken(name)}${pointer}`;
  }
  return undefined;
}

/** Returns which limit the text exceeds: the depth certainly, a number possibly. */
function excessOf(text: string): "depth" | "number" | undefined {
  // Each level takes two characters, so that short texts cannot be too deep. Most requests are that short.
  if (text.length <= 2 * maxDepth) return largeNumber.test(text) ? "number" : undefined;
  let depth = 0;
  let mayBeChanged = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) index = endOfString(text, index);
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxDepth) return "depth";
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (isDigit(code)) {
      const start = index;
      while (isDigit(text.charCodeAt(index + 1))) index += 1;
      const isFraction = text.charCodeAt(start - 1) === 0x2e;
      // Outside of strings, `e` follows a digit only in numbers.
      mayBeChanged ||=
        (index - start >= 15 && !isFraction) || (text.charCodeAt(index + 1) | 0x20) === 0x65;
    }
  }
  return mayBeChanged ? "number" : undefined;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Returns the index of the quotation mark that ends a string: the next unescaped one. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, index: number): boolean {
  let before = index;
  while (json.charCodeAt(before - 1) === 0x5c) before -= 1;
  return (index - before) % 2 === 1;
}
