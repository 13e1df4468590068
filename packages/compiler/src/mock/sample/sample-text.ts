import { member } from "@openapi-packages/description/json/json";
import type { AppliedSchema } from "@openapi-packages/description/model/applied/applied-schemas";
import {
  greatest,
  least,
  numbersOf,
} from "@openapi-packages/description/model/applied/keyword-values";
import { integersOfLength } from "./integer-formats.ts";
import { numberForName, textForName } from "./member-names.ts";
import type { PatternTexts } from "./pattern-text.ts";
import { textOfFormat } from "./text-formats.ts";

/** What selects a text, beside its schemas. */
export interface TextPlace {
  readonly name: string;
  readonly seed: string;
  /** A number from 0; values with different variants should differ. */
  readonly variant: number;
}

/** Yields texts that may conform to all schemas, the most familiar first. */
export function* textCandidates(
  schemas: readonly AppliedSchema[],
  { name, seed, variant }: TextPlace,
  patternTexts: PatternTexts,
): Generator<string> {
  const formats = keywordTexts(schemas, "format");
  const patterns = keywordTexts(schemas, "pattern");
  const ofFormat = formats.flatMap((format) => textOfFormat(format, seed) ?? []);
  const isEncoded = schemas.some(
    ({ json: schema }) => member(schema, "contentEncoding") === "base64",
  );
  const plain = isEncoded ? "SGVsbG8=" : textForName(name, seed);
  const bounds = lengthBounds(schemas);
  const integers = formats.flatMap((format) => integerText(format, bounds, name, variant) ?? []);
  const words = [...ofFormat, plain].flatMap((text) => numbered(text, variant));
  const familiar = [...integers, ...words];
  if (patterns.length === 0 || variant === 0) yield* familiar;
  for (const pattern of patterns) yield* patternTexts.texts(pattern, seed, variant);
  yield* familiar;
  yield* numbered(plain, variant + 1);
  const alphabet = numbered(plain.replace(/[^a-z]/gi, "") || "text", variant);
  for (const text of [...familiar, ...alphabet]) yield fitted(text, bounds);
  yield "";
}

function keywordTexts(schemas: readonly AppliedSchema[], keyword: string): string[] {
  const texts = schemas.map(({ json: schema }) => member(schema, keyword));
  return [...new Set(texts.filter((one) => typeof one === "string"))];
}

/** Returns the digits of an integer of a format; `undefined` for a format that is not of integers. */
function integerText(
  format: string,
  { fewest, most }: LengthBounds,
  name: string,
  variant: number,
): string | undefined {
  const range = integersOfLength(format, fewest, most);
  if (range === undefined) return undefined;
  const wanted = BigInt(Math.max(0, Math.trunc(numberForName(name))));
  const isWithin = range.min <= wanted && wanted <= range.max;
  const number = (isWithin ? wanted : range.min) + BigInt(variant);
  return String(number > range.max ? range.max : number);
}

/** Returns forms of a text with the variant's number in it, at places where most formats allow digits. */
function numbered(text: string, variant: number): string[] {
  if (variant === 0) return [text];
  const number = String(variant + 1);
  const forms = [
    text.replace("example", `example${number}`),
    text.replace(/items\/\w*/, `items/${number}`),
    text.replace(/\d\d(?=Z?$)/, number.padStart(2, "0")),
  ].filter((form) => form !== text);
  return [...forms, `${text} ${number}`, `${number}${text}`, text];
}

interface LengthBounds {
  readonly fewest: number;
  readonly most: number;
}

function lengthBounds(schemas: readonly AppliedSchema[]): LengthBounds {
  return {
    fewest: Math.max(0, greatest(numbersOf(schemas, "minLength"))?.value ?? 0),
    most: least(numbersOf(schemas, "maxLength"))?.value ?? Infinity,
  };
}

/** The longest text that is made. */
const longestText = 100_000;

/** Repeats or cuts a text so that its length, in code points, is within the bounds. */
function fitted(text: string, { fewest, most }: LengthBounds): string {
  if (fewest > longestText) return text;
  const source = text === "" ? "text" : text;
  const characters = Array.from(source);
  while (characters.length < fewest) characters.push(" ", ...Array.from(source));
  const cut = characters.slice(0, Math.max(fewest, Math.min(most, characters.length)));
  if (cut.length > fewest && cut.length > most) return "";
  const end = fewest > source.length ? Math.max(fewest, 0) : cut.length;
  return cut.slice(0, Math.min(end, most)).join("").replace(/ $/, "x");
}
