import { setMember } from "../members.ts";
import type { JsonObject } from "../members.ts";

/** The parts of `JSON` that ECMAScript has since 2025, and older runtimes lack. */
const exact = JSON as typeof JSON & { readonly rawJSON?: (text: string) => object };

/** Matches a text that may contain an integer beyond 2^53. Most have none, and are parsed as usual. */
const longNumber = /\d{16}/;

const integer = /^-?\d+$/;

/** What a reviver is told of a primitive value. */
interface Source {
  readonly source?: string;
}

/**
 * Parses JSON in which an integer beyond 2^53 becomes a `bigint`, so that it keeps its digits. A runtime
 * that does not tell the source text of a number parses as `JSON.parse`: there the number is refused where it is
 * converted (see `int64`). An integer beyond 64 bits becomes a `bigint` only if a double would change it.
 *
 * @throws {SyntaxError} if the text is not JSON
 */
export function parseExact(text: string): unknown {
  return longNumber.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
}

function exactInteger(_: string, value: unknown, context?: Source): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const { source = "" } = context ?? {};
  if (!integer.test(source)) return value;
  const whole = BigInt(source);
  const isInt64 = BigInt.asIntN(64, whole) === whole;
  return isInt64 || !Number.isFinite(value) || BigInt(value) !== whole ? whole : value;
}

/**
 * Replaces each `bigint` in a value of JSON, at any depth, by what `JSON.stringify` writes as its digits. The
 * value itself is not changed; it is returned as it is if it contains none.
 *
 * @throws {TypeError} for a `bigint` where the runtime has no `JSON.rawJSON`
 */
export function rawIntegers(value: unknown): unknown {
  if (typeof value === "bigint") return rawInteger(value);
  if (Array.isArray(value)) return listOf(value);
  if (typeof value !== "object" || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  let result: JsonObject | undefined;
  for (const [name, member] of Object.entries(value)) {
    const raw = rawIntegers(member);
    if (raw === member) continue;
    result ??= { ...value };
    setMember(result, name, raw);
  }
  return result ?? value;
}

function listOf(list: readonly unknown[]): unknown {
  let result: unknown[] | undefined;
  for (const [index, item] of list.entries()) {
    const raw = rawIntegers(item);
    if (raw === item) continue;
    result ??= [...list];
    result[index] = raw;
  }
  return result ?? list;
}

function rawInteger(value: bigint): object {
  if (exact.rawJSON) return exact.rawJSON(String(value));
  throw new TypeError(
    `${value} cannot be written: it is beyond 2^53, and this runtime has no JSON.rawJSON, as Node 22, Chromium 114, Firefox 135 and Safari 18.4 have`,
  );
}
