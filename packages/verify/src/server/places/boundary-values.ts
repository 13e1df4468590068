import {
  allowedTypes,
  arrayMember,
  greatest,
  least,
  matchesText,
  member,
  memberPlaces,
  numbersOf,
  type AppliedSchema,
  type Json,
} from "@openapi-packages/description";
import type { InputPlace } from "./input-places.ts";
import { textOfLength } from "./text-of-length.ts";
import { longestText, ofLength } from "./text-violations.ts";

/** A value at a bound of its schema. The checker decides whether it is valid. */
export interface BoundaryValue {
  /** A part of the case's identifier: `length-40`. */
  readonly kind: string;
  readonly value: Json;
  /** JSON pointer of the bound. */
  readonly pointer: string;
  /** Valid values beside the bound, if a service that takes them has to take the value as well. */
  readonly inside?: readonly Json[];
}

/** The largest value outside of the body, in bytes: servers limit the whole head, often to 8 KiB. */
const longestInHead = 2048;

/** The longest list that is sent. */
const longestList = 200;

/** Returns the values at the bounds of a place: the smallest and largest ones, and sizes of none and one. */
export function boundaryValues({ schemas, value, in: location }: InputPlace): BoundaryValue[] {
  if (typeof value === "string")
    return lengths(schemas, value, location !== "header").filter(
      (one) => location === "body" || encodeURIComponent(String(one.value)).length <= longestInHead,
    );
  if (typeof value === "number") return numbersAt(schemas, value);
  if (Array.isArray(value)) return counts(schemas, value as readonly Json[]);
  return typeof value === "object" && value !== null
    ? memberCounts(schemas, value as { readonly [name: string]: Json })
    : [];
}

/**
 * Returns the sizes to try between two bounds. Sizes beyond them are invalid, see `violations`.
 *
 * @param largest the largest size to try
 */
function sizes(
  schemas: readonly AppliedSchema[],
  keywords: readonly [fewest: string, most: string],
  largest: number,
): { readonly size: number; readonly inside: number | undefined; readonly pointer: string }[] {
  const fewest = greatest(numbersOf(schemas, keywords[0]));
  const most = least(numbersOf(schemas, keywords[1]));
  const rule = most?.pointer ?? fewest?.pointer;
  if (rule === undefined) return [];
  const all = new Map<number, string>([
    [0, fewest?.pointer ?? rule],
    [1, fewest?.pointer ?? rule],
  ]);
  if (fewest !== undefined) all.set(fewest.value, fewest.pointer);
  if (most !== undefined) all.set(most.value, most.pointer);
  const isInvalidCase = (size: number): boolean =>
    size === (fewest?.value ?? 0) - 1 || size === (most?.value ?? Infinity) + 1;
  return [...all]
    .filter(([size]) => size <= largest && !isInvalidCase(size))
    .map(([size, pointer]) => ({
      size,
      inside: insideOf(size, fewest?.value, most?.value),
      pointer,
    }))
    .toSorted((one, other) => one.size - other.size);
}

/** Returns the size beside a bound; `undefined` if the size is no bound, or the only one. */
function insideOf(size: number, fewest = 0, most = Infinity): number | undefined {
  const beside = size === most ? size - 1 : size === fewest ? size + 1 : undefined;
  return beside !== undefined && beside >= fewest && beside <= most && beside > 0
    ? beside
    : undefined;
}

/** A character beyond the Basic Multilingual Plane, which takes two UTF-16 units and four bytes of UTF-8. */
const supplementary = "\u{1f600}";

function lengths(
  schemas: readonly AppliedSchema[],
  value: string,
  isUnicode: boolean,
): BoundaryValue[] {
  const found = sizes(schemas, ["minLength", "maxLength"], longestText).flatMap(
    ({ size, inside, pointer }): BoundaryValue[] => {
      const text = textAt(schemas, value, size);
      if (text === undefined) return [];
      const beside = inside === undefined ? undefined : textAt(schemas, value, inside);
      const own = beside === undefined ? {} : { inside: textsLike(beside) };
      return [{ kind: `length-${size}`, value: text, pointer, ...own }];
    },
  );
  const most = least(numbersOf(schemas, "maxLength"));
  const isFree = schemas.every(
    ({ json: schema }) =>
      ["format", "enum", "const"].every((keyword) => member(schema, keyword) === undefined) &&
      isMatched(member(schema, "pattern")),
  );
  // JSON Schema counts characters (2020-12 validation, section 6.3.1), not encoded units.
  if (most !== undefined && most.value > 0 && most.value < longestText && isFree && isUnicode)
    found.push({
      kind: `length-${most.value}-of-characters-beyond-U+FFFF`,
      value: supplementary.repeat(most.value),
      pointer: most.pointer,
      // So many of them are few enough in bytes, too.
      ...(most.value >= 4 && {
        inside: textsLike(supplementary.repeat(Math.floor(most.value / 4))),
      }),
    });
  return found;
}

/** Returns a text of a length, which keeps its format unless the length itself is invalid. */
/** True if a pattern, such as `\\S`, allows characters beyond U+FFFF, whatever their number. */
const isMatched = (pattern: Json | undefined): boolean =>
  pattern === undefined ||
  (typeof pattern === "string" &&
    matchesText(pattern, supplementary) === true &&
    matchesText(pattern, supplementary.repeat(longestText)) === true);

function textAt(
  schemas: readonly AppliedSchema[],
  value: string,
  size: number,
): string | undefined {
  const fewest = greatest(numbersOf(schemas, "minLength"))?.value ?? 0;
  return size < fewest ? ofLength(value, size) : textOfLength(schemas, value, size);
}

/** Returns two texts like another that differ in their last characters, since texts may have to be unique. */
function textsLike(text: string): string[] {
  const all = Array.from(text);
  return ["q", "w"].map((last) => [...all.slice(0, -1), last].join(""));
}

function counts(schemas: readonly AppliedSchema[], value: readonly Json[]): BoundaryValue[] {
  const isUnique = schemas.some(({ json: schema }) => member(schema, "uniqueItems") === true);
  const [first] = value;
  const items = (size: number): Json[] =>
    Array.from(
      { length: size },
      (_, index) => value[index] ?? (isUnique ? another(first as Json, index) : (first as Json)),
    );
  return sizes(schemas, ["minItems", "maxItems"], longestList).flatMap(
    ({ size, inside, pointer }) => {
      if (size > value.length && first === undefined) return [];
      const isBeside = inside !== undefined && (inside <= value.length || first !== undefined);
      const own = isBeside ? { inside: [items(inside)] } : {};
      return [{ kind: `items-${size}`, value: items(size), pointer, ...own }];
    },
  );
}

/** Returns an item that differs from the others, if any value is allowed. */
function another(item: Json, index: number): Json {
  if (typeof item === "number") return item + index;
  return typeof item === "string" ? item.slice(0, 6) + index : item;
}

function memberCounts(
  schemas: readonly AppliedSchema[],
  value: { readonly [name: string]: Json },
): BoundaryValue[] {
  const required = schemas.flatMap(({ json: schema }) => arrayMember(schema, "required"));
  const names = Object.keys(value).toSorted(
    (one, other) => Number(required.includes(other)) - Number(required.includes(one)),
  );
  const isOpen = memberPlaces(schemas, "member1").length > 0;
  const own = Object.values(value)[0] as Json;
  return sizes(schemas, ["minProperties", "maxProperties"], 50).flatMap(({ size, pointer }) => {
    if (size < required.length || (size > names.length && !isOpen)) return [];
    const further = Array.from({ length: Math.max(0, size - names.length) }, (_, index) => [
      `member${index + 1}`,
      own,
    ]);
    const kept = names.slice(0, size).map((name) => [name, value[name] as Json]);
    const members = Object.fromEntries([...kept, ...further]) as { [name: string]: Json };
    return [{ kind: `members-${size}`, value: members, pointer }];
  });
}

function numbersAt(schemas: readonly AppliedSchema[], value: number): BoundaryValue[] {
  const types = allowedTypes(schemas);
  const isWhole = types !== undefined && !types.has("number");
  const step = isWhole || Number.isInteger(value) ? 1 : 0.5;
  const lower = greatest(numbersOf(schemas, "minimum"));
  const upper = least(numbersOf(schemas, "maximum"));
  const above = greatest(numbersOf(schemas, "exclusiveMinimum"));
  const below = least(numbersOf(schemas, "exclusiveMaximum"));
  return [
    ...(lower === undefined ? [] : [{ ...lower, kind: "at-minimum", inward: step }]),
    ...(upper === undefined ? [] : [{ ...upper, kind: "at-maximum", inward: -step }]),
    ...(above === undefined
      ? []
      : [
          {
            ...above,
            value: above.value + step,
            kind: "above-exclusive-minimum",
            inward: step,
          },
        ]),
    ...(below === undefined
      ? []
      : [
          {
            ...below,
            value: below.value - step,
            kind: "below-exclusive-maximum",
            inward: -step,
          },
        ]),
  ].map(({ kind, value: own, inward, pointer }) => ({
    kind,
    value: own,
    pointer,
    inside: [own + inward],
  }));
}
