import * as fc from "fast-check";
import { integersOfLength } from "@openapi-packages/compiler/mock/sample/integer-formats";
import type { Description } from "@openapi-packages/compiler";
import {
  greatest,
  least,
  member,
  numbersOf,
  type AppliedSchema,
} from "@openapi-packages/description";

/** Where a value is written: HTTP does not allow every text everywhere. */
export type ValuePosition = "json" | "form" | "query" | "path" | "header" | "cookie";

const letters = Array.from("abcdefghijklmnopqrstuvwxyz");
const others = Array.from("ABCXYZ0123456789");
const marks = Array.from(" -_.,:;'\"<>&%+=?#@!()[]{}|~^*$");
const foreign = Array.from("éßŁñ中文\u0301\u05d0\u0639\u200f\u{1f600}\u{1d4b3}");
const controls = ["\n", "\t", "\u0000", "\u007f"];

/** Returns characters (Unicode code points), mostly letters, that shrink to the first of them. */
function characterAt(position: ValuePosition): fc.Arbitrary<string> {
  const plain = [...letters, ...letters, ...letters, ...others];
  // HTTP fields contain visible ASCII (RFC 9110, section 5.5). Characters that separate values in them
  // are left out.
  if (position === "header" || position === "cookie")
    return fc.constantFrom(...plain, "-", "_", ".");
  const all = [...plain, ...marks, ...foreign, ...foreign];
  return fc.constantFrom(...all, ...(position === "json" ? controls : []));
}

/** The most characters of a text beyond the minimum. */
const mostMore = 12;

/** Returns texts for schemas: of their pattern or format if they have one. */
export function texts(
  source: Pick<Description, "textsOf">,
  schemas: readonly AppliedSchema[],
  position: ValuePosition,
): fc.Arbitrary<string> {
  const fewest = greatest(numbersOf(schemas, "minLength"))?.value ?? 0;
  const most = least(numbersOf(schemas, "maxLength"))?.value ?? Infinity;
  for (const { json: schema } of schemas) {
    const pattern = member(schema, "pattern");
    if (typeof pattern === "string") return patternTexts(source, pattern, fewest, most);
  }
  for (const { json: schema } of schemas) {
    const format = member(schema, "format");
    if (typeof format !== "string") continue;
    const known = formatTexts(format) ?? integerTexts(format, fewest, most);
    if (known !== undefined) return known;
  }
  const minLength = position === "path" ? Math.max(1, fewest) : fewest;
  const maxLength = Math.max(minLength, Math.min(most, minLength + mostMore));
  return fc.string({ unit: characterAt(position), minLength, maxLength, size: "max" });
}

/** How many texts of a pattern are made in advance. The others are random. */
const readyTexts = 8;

function patternTexts(
  source: Pick<Description, "textsOf">,
  pattern: string,
  fewest: number,
  most: number,
): fc.Arbitrary<string> {
  const ready: string[] = [];
  for (const text of source.textsOf(pattern)) {
    const length = Array.from(text).length;
    if (length >= fewest && length <= most) ready.push(text);
    if (ready.length === readyTexts) break;
  }
  const byChance = matching(source, pattern);
  const sorted = ready.toSorted((one, other) => one.length - other.length);
  if (sorted.length === 0) return byChance ?? fc.constant("");
  const known = fc.constantFrom(...sorted);
  return byChance === undefined ? known : fc.oneof({ weight: 3, arbitrary: known }, byChance);
}

/** The largest product of the counted repetitions in a pattern for which random texts are made. */
const mostRepeated = 100_000;

/** Random texts by pattern: fast-check takes milliseconds to make those of a class such as `[^/]`. */
const matchingBySource = new WeakMap<object, Map<string, fc.Arbitrary<string> | undefined>>();

/**
 * Returns random texts of a pattern; `undefined` if fast-check does not know the syntax, or the texts
 * would be too long.
 */
function matching(source: object, pattern: string): fc.Arbitrary<string> | undefined {
  const known = matchingBySource.get(source) ?? new Map<string, fc.Arbitrary<string> | undefined>();
  matchingBySource.set(source, known);
  if (!known.has(pattern)) known.set(pattern, makeMatching(pattern));
  return known.get(pattern);
}

function makeMatching(pattern: string): fc.Arbitrary<string> | undefined {
  const counts = Array.from(pattern.matchAll(/\{(\d+)/g), ([, count]) => Number(count) || 1);
  if (counts.reduce((product, one) => product * one, 1) > mostRepeated) return undefined;
  try {
    return fc.stringMatching(new RegExp(pattern, "u"), { maxLength: 200 });
  } catch {
    return undefined;
  }
}

const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 8 });
const time = fc
  .date({ min: new Date(0), max: new Date("2099-12-31T23:59:59Z"), noInvalidDate: true })
  .map((date) => date.toISOString());
const dates = fc.oneof(
  { weight: 6, arbitrary: time.map((text) => text.slice(0, 10)) },
  fc.constantFrom("1970-01-01", "2000-02-29", "9999-12-31", "0001-01-01"),
);
const dateTimes = fc.oneof(
  { weight: 6, arbitrary: time },
  { weight: 2, arbitrary: time.map((text) => text.replace(/\.\d+Z$/, "Z")) },
  fc.constantFrom("1990-12-31T23:59:59+05:30", "2000-02-29T00:00:00.123456Z"),
);

/** Texts of the formats of JSON Schema 2020-12 (validation, section 7.3) and of OpenAPI's registry. */
const byFormat: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: dates,
  "date-time": dateTimes,
  time: time.map((text) => text.slice(11)),
  duration: fc.integer({ min: 1, max: 99 }).map((count) => `PT${count}M`),
  email: word.map((name) => `${name}@example.com`),
  "idn-email": word.map((name) => `${name}@example.com`),
  hostname: word.map((name) => `${name}.example.com`),
  ipv4: fc.integer({ min: 1, max: 254 }).map((last) => `192.0.2.${last}`),
  ipv6: fc.integer({ min: 1, max: 0xffff }).map((last) => `2001:db8::${last.toString(16)}`),
  uri: word.map((name) => `https://example.com/${name}`),
  url: word.map((name) => `https://example.com/${name}`),
  "uri-reference": word.map((name) => `/${name}`),
  uuid: fc.uuid({ version: 4 }),
  byte: fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString("base64")),
  "json-pointer": word.map((name) => `/${name}`),
};

const formatTexts = (format: string): fc.Arbitrary<string> | undefined =>
  Object.hasOwn(byFormat, format) ? byFormat[format] : undefined;

/** Returns the digits of integers, mostly small ones; `undefined` for a format that is not of integers. */
function integerTexts(
  format: string,
  fewest: number,
  most: number,
): fc.Arbitrary<string> | undefined {
  const range = integersOfLength(format, fewest, most);
  if (range === undefined) return undefined;
  const { min, max } = range;
  const first = min < 0n ? 0n : min;
  const small = { min: first, max: first + 1000n < max ? first + 1000n : max };
  return fc
    .oneof({ weight: 5, arbitrary: fc.bigInt(small) }, { weight: 2, arbitrary: fc.bigInt(range) })
    .map(String);
}
