import { resolvePointer, type Issue } from "@openapi-packages/runtime";
import { parseJson } from "@openapi-packages/runtime/internals";

/** The third argument of a reviver, which TypeScript does not declare yet. */
interface ReviverContext {
  readonly source?: string;
}

/** An integer with so many digits that a double may not hold it. */
const longInteger = /^-?\d{16,}$/;

/**
 * Parses an answer's body. The runtime refuses integers that no double holds, because a client would lose them;
 * a server may send them nevertheless (`format: int64`), and here they are rounded.
 *
 * @throws {SyntaxError} when the text is not JSON
 * @throws {RangeError} when it is nested too deeply, or has a number beyond the range of a double
 */
export function parseAnswer(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof RangeError) || !("pointer" in error)) throw error;
    const value: unknown = JSON.parse(text);
    if (!Number.isFinite(resolvePointer(value, String(error.pointer)))) throw error;
    return value;
  }
}

/**
 * Parses JSON without loss: integers that no double holds become a `bigint`.
 *
 * @throws {SyntaxError} when the text is not JSON
 */
export function parseExactly(text: string): unknown {
  const revive = (_key: string, value: unknown, { source = "" }: ReviverContext = {}): unknown =>
    typeof value === "number" && longInteger.test(source) && !Number.isSafeInteger(value)
      ? BigInt(source)
      : value;
  return JSON.parse(text, revive as (this: unknown, key: string, value: unknown) => unknown);
}

/**
 * Returns the parsed JSON of an answer without loss: integers that no double holds are texts of their digits. They
 * are identifiers, which paths and comparisons then have exactly.
 *
 * @param value the same JSON with rounded integers, which is returned if it has no long ones
 */
export function withoutLoss(value: unknown, body: Uint8Array): unknown {
  if (typeof value !== "object" || value === null) return value;
  const text = new TextDecoder().decode(body);
  return mayRound.test(text) ? withDigits(exactly(body) ?? value) : value;
}

/** A text with more digits in a row than every double holds exactly. */
const mayRound = /\d{16}/;

function withDigits(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(withDigits);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, withDigits(own)]));
}

/**
 * Returns the issues of an answer without those of integers that are no double: validators in
 * JavaScript say that these are no integers.
 *
 * @param body the answer's JSON
 */
export function realIssues(issues: readonly Issue[], body: Uint8Array): readonly Issue[] {
  if (!issues.some(isAboutType)) return issues;
  const value = exactly(body);
  return issues.filter((issue) => {
    const own = isAboutType(issue) ? resolvePointer(value, issue.pointer) : undefined;
    return typeof own !== "bigint";
  });
}

const isAboutType = ({ keyword }: Issue): boolean => keyword === "type" || keyword === "format";

function exactly(body: Uint8Array): unknown {
  try {
    return parseExactly(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
