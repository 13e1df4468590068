import { boundOf, typesOf, type ValuePlace } from "./value-places.ts";

/** A number at the end of what its schema allows. */
export interface ExtremeNumber {
  /** For a message: `the largest int32`. */
  readonly what: string;
  readonly value: number | bigint;
  /** The largest part by which it may come back changed. */
  readonly tolerance: number;
}

/** The limits of a format: OpenAPI's registry, and IEEE 754. */
interface Limits {
  readonly name: string;
  readonly values: readonly (number | bigint)[];
  readonly tolerance: number;
}

const ofIntegers: Readonly<Record<string, Limits>> = {
  int32: { name: "int32", values: [2 ** 31 - 1, -(2 ** 31)], tolerance: 0 },
  // The first one is beyond what a double holds exactly.
  int64: { name: "int64", values: [2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)], tolerance: 0 },
};

/** Integers that every double holds exactly (RFC 8259, section 6). */
const safeIntegers: Limits = {
  name: "integers",
  values: [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  tolerance: 0,
};

const ofNumbers: Readonly<Record<string, Limits>> = {
  float: {
    name: "float",
    values: [3.402_823_466_385_288_6e38, -3.402_823_466_385_288_6e38],
    tolerance: 1e-6,
  },
  // Far beyond a float, but not so large that a sum of it is infinite.
  double: {
    name: "double",
    values: [1.234_567_890_123_456_7e300, -1.234_567_890_123_456_7e300],
    tolerance: 1e-12,
  },
};

/** Numbers with two decimals, which amounts of money have too, and more digits than a float holds. */
const plainNumbers: Limits = {
  name: "numbers with decimals",
  values: [123_456_789.25, -123_456_789.25],
  tolerance: 1e-9,
};

/** Programs that ask whether there is a value often take it for none. */
const zero: ExtremeNumber = { what: "zero", value: 0, tolerance: 0 };

function limitsOf({ schemas }: ValuePlace): Limits {
  const formats = schemas.map(({ format }) => String(format));
  const isWhole = typesOf(schemas).has("integer");
  const known = formats
    .map((format) => (isWhole ? ofIntegers[format] : ofNumbers[format]))
    .find((one) => one !== undefined);
  return known ?? (isWhole ? safeIntegers : plainNumbers);
}

/** Returns the numbers to try at a place: zero, and those at the limits of its format, or at its own bounds. */
export function extremeNumbers(place: ValuePlace): ExtremeNumber[] {
  const { name, values, tolerance } = limitsOf(place);
  const { schemas } = place;
  const lower =
    boundOf(schemas, "minimum", Math.max) ?? boundOf(schemas, "exclusiveMinimum", Math.max);
  const upper =
    boundOf(schemas, "maximum", Math.min) ?? boundOf(schemas, "exclusiveMaximum", Math.min);
  const within = values.filter((one) =>
    one < 0 ? lower === undefined || one >= lower : upper === undefined || one <= upper,
  );
  const largest = boundOf(schemas, "maximum", Math.min);
  const isLarge = largest !== undefined && largest > 2 ** 31 && Number.isInteger(largest);
  // A format of 64 bits is often stored in 32, in which an allowed number may not fit either.
  const own = tolerance === 0 && isLarge && !values.includes(largest) ? [largest] : [];
  const extremes = [...within, ...own].map((value) => ({
    what: `${value.toLocaleString("en", { maximumSignificantDigits: 20 })} of ${name}`,
    value,
    tolerance,
  }));
  const isZeroWithin = (lower ?? 0) <= 0 && (upper ?? 0) >= 0;
  return [...(isZeroWithin ? [zero] : []), ...extremes];
}

/** True if a number came back as it was sent, within what its schema promises. */
export function isSameNumber(sent: number | bigint, shown: unknown, tolerance: number): boolean {
  if (typeof shown !== "number" && typeof shown !== "bigint") return false;
  if (tolerance === 0 || typeof sent === "bigint") return BigInt(sent) === asInteger(shown);
  return Math.abs(Number(sent) - Number(shown)) <= tolerance * Math.abs(Number(sent));
}

const asInteger = (value: number | bigint): bigint | undefined =>
  typeof value === "bigint" ? value : Number.isInteger(value) ? BigInt(value) : undefined;
