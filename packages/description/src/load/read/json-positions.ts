import { isSpace, stringEnd } from "./json-text.ts";
import { Lines, type Position } from "./lines.ts";

/**
 * Finds the positions of members in a JSON text. It scans only the objects and lists on the path to a place.
 */
export class JsonPositions {
  readonly #text: string;
  readonly #lines: Lines;
  /** The members of the objects and the items of the lists scanned so far, by start offset. */
  readonly #children = new Map<number, ReadonlyMap<string, Child>>();

  /** @param text valid JSON */
  constructor(text: string) {
    this.#text = text;
    this.#lines = new Lines(text);
  }

  /** Returns the position of a member's key or of an item, or of the nearest ancestor that exists. */
  locate(parts: readonly string[]): Position {
    let value = this.#skipSpace(0);
    let offset = 0;
    for (const part of parts) {
      const child = this.#childrenAt(value).get(part);
      if (child === undefined) break;
      ({ offset, value } = child);
    }
    return this.#lines.positionAt(offset);
  }

  #childrenAt(start: number): ReadonlyMap<string, Child> {
    const known = this.#children.get(start);
    if (known !== undefined) return known;
    const children = new Map<string, Child>();
    this.#children.set(start, children);
    const isObject = this.#text[start] === "{";
    if (!isObject && this.#text[start] !== "[") return children;
    const end = isObject ? "}" : "]";
    let at = this.#skipSpace(start + 1);
    for (let index = 0; this.#text[at] !== end; index += 1) {
      const offset = at;
      let name = String(index);
      if (isObject) {
        const keyEnd = stringEnd(this.#text, at);
        name = JSON.parse(this.#text.slice(at, keyEnd)) as string;
        // Skip the colon.
        at = this.#skipSpace(this.#skipSpace(keyEnd) + 1);
      }
      if (!children.has(name)) children.set(name, { offset, value: at });
      at = this.#skipSpace(this.#skipValue(at));
      if (this.#text[at] === ",") at = this.#skipSpace(at + 1);
    }
    return children;
  }

  #skipSpace(start: number): number {
    let at = start;
    while (isSpace(this.#text.charCodeAt(at))) at += 1;
    return at;
  }

  #skipValue(start: number): number {
    const text = this.#text;
    let depth = 0;
    let at = start;
    do {
      const code = text.charCodeAt(at);
      if (code === quote) {
        at = stringEnd(text, at);
        continue;
      }
      // This bit is the only difference between the brackets of objects and those of lists.
      const bracket = code | 0x20;
      if (bracket === openBrace) depth += 1;
      else if (bracket === closeBrace) depth -= 1;
      else if (depth === 0) return this.#skipScalar(at);
      at += 1;
    } while (depth > 0);
    return at;
  }

  #skipScalar(start: number): number {
    let at = start;
    while (/[\w.+-]/.test(this.#text.charAt(at))) at += 1;
    return at;
  }
}

interface Child {
  /** The offset of the key or the item. */
  readonly offset: number;
  /** The offset of the value. */
  readonly value: number;
}

const quote = 0x22;
const openBrace = 0x7b;
const closeBrace = 0x7d;
