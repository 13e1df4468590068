/** A position in a text. Line and column start at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A JSON number (RFC 8259, section 6), string (section 7) or literal name (section 3). */
const scalar =
  /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;
const space = /[ \t\n\r]*/y;

/**
 * Returns the position of the first syntax error in JSON. `JSON.parse` only reports it for some errors.
 *
 * @returns the position of the first invalid token, or the end of a valid text
 */
export function syntaxPosition(text: string): TextPosition {
  const lines = text.slice(0, errorOffset(text)).split(/\r\n|\n|\r/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** The tokens that may come next: a value, a value or the end of its list, and so on. */
type Expected = "value" | "value or ]" | "name or }" | "name" | ":" | "after value";

function errorOffset(text: string): number {
  /** The closing brackets of the open ones. */
  const open: string[] = [];
  let expected: Expected = "value";
  let offset = skip(space, text, 0);
  while (offset < text.length) {
    const next = take(text, offset, expected, open);
    if (next === undefined) return offset;
    expected = next.expected;
    offset = skip(space, text, next.end);
    if (expected === "after value" && open.length === 0) return offset;
  }
  return offset;
}

/**
 * Reads one token.
 *
 * @returns `undefined` when it is invalid there
 */
function take(
  text: string,
  offset: number,
  expected: Expected,
  open: string[],
): { end: number; expected: Expected } | undefined {
  const character = text.charAt(offset);
  const end = offset + 1;
  const closes = expected === "after value" || expected.endsWith(` ${character}`);
  if (closes && character === open.at(-1)) {
    open.pop();
    return { end, expected: "after value" };
  }
  if (expected === "after value") {
    if (character !== ",") return undefined;
    return { end, expected: open.at(-1) === "}" ? "name" : "value" };
  }
  if (expected === ":") return character === ":" ? { end, expected: "value" } : undefined;
  const isName = expected.startsWith("name");
  if (isName && character !== '"') return undefined;
  if (character === "{" || character === "[") {
    open.push(character === "{" ? "}" : "]");
    return { end, expected: character === "{" ? "name or }" : "value or ]" };
  }
  const scalarEnd = skip(scalar, text, offset);
  if (scalarEnd === offset) return undefined;
  return { end: scalarEnd, expected: isName ? ":" : "after value" };
}

function skip(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return offset + (pattern.exec(text)?.[0].length ?? 0);
}
