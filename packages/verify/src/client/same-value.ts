import { escapePointerToken } from "@openapi-packages/runtime/internals";

/** The first difference between two values. */
export interface Difference {
  /** Its JSON pointer; empty for the whole value. */
  readonly pointer: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/**
 * Compares what a client returned or sent with what is expected, by meaning: a `Date` equals its text, a `Blob`
 * its bytes, and an `undefined` member is absent.
 */
export const differenceOf = async (
  expected: unknown,
  actual: unknown,
): Promise<Difference | undefined> => compare(await plain(expected), await plain(actual), "");

/** Returns the first `Date` in a value, where the answer has a text; `undefined` if there is none. */
export function dateIn(expected: unknown, actual: unknown, pointer = ""): Difference | undefined {
  if (actual instanceof Date)
    return typeof expected === "string" ? { pointer, expected, actual } : undefined;
  if (typeof expected !== "object" || expected === null) return undefined;
  if (typeof actual !== "object" || actual === null) return undefined;
  for (const [name, own] of Object.entries(expected)) {
    const given: unknown = Reflect.get(actual, name);
    const found = dateIn(own, given, `${pointer}/${escapePointerToken(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True if a value is one of those by which clients represent no body. */
export async function isNothing(value: unknown): Promise<boolean> {
  const given = await plain(value);
  return (
    given === undefined ||
    given === null ||
    given === "" ||
    (given instanceof Bytes && given.hex === "")
  );
}

/** Bytes that are compared by their values. */
export class Bytes {
  readonly hex: string;
  /** The name of the file; `undefined` if they are none. */
  readonly name: string | undefined;

  constructor(bytes: Uint8Array, name?: string) {
    this.hex = Buffer.from(bytes).toString("hex");
    this.name = name;
  }

  get text(): string {
    return Buffer.from(this.hex, "hex").toString();
  }
}

async function plain(value: unknown): Promise<unknown> {
  if (typeof value === "bigint")
    return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date || value instanceof Bytes) return value;
  if (value instanceof Blob || value instanceof Response)
    return new Bytes(
      new Uint8Array(await value.arrayBuffer()),
      value instanceof File ? value.name : undefined,
    );
  if (value instanceof ArrayBuffer) return new Bytes(new Uint8Array(value));
  if (ArrayBuffer.isView(value))
    return new Bytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  if (value instanceof ReadableStream) return plain(new Response(value));
  if (Symbol.asyncIterator in value)
    return plain(await Array.fromAsync(value as AsyncIterable<unknown>));
  if (Array.isArray(value)) return Promise.all(value.map(plain));
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  const made = await Promise.all(
    entries.map(async ([name, member]) => [name, await plain(member)]),
  );
  return Object.fromEntries(made) as unknown;
}

function compare(expected: unknown, actual: unknown, pointer: string): Difference | undefined {
  const difference = { pointer, expected, actual };
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return difference;
    const longer = Math.max(expected.length, actual.length);
    return firstOf(
      Array.from({ length: longer }, (_, index) => String(index)),
      expected,
      actual,
      pointer,
    );
  }
  if (isRecord(expected) && isRecord(actual)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return firstOf([...names], expected, actual, pointer);
  }
  return isSameScalar(expected, actual) ? undefined : difference;
}

function firstOf(
  names: readonly string[],
  expected: object,
  actual: object,
  pointer: string,
): Difference | undefined {
  for (const name of names) {
    const own = (value: object): unknown =>
      Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    const found = compare(own(expected), own(actual), `${pointer}/${escapePointerToken(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isRecord = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof Bytes);

function isSameScalar(expected: unknown, actual: unknown): boolean {
  if (Object.is(expected, actual) || (expected === 0 && actual === 0)) return true;
  if (actual instanceof Date)
    return expected instanceof Date
      ? expected.getTime() === actual.getTime()
      : typeof expected === "string" && Date.parse(expected) === actual.getTime();
  if (expected instanceof Date) return isSameScalar(actual, expected);
  if (expected instanceof Bytes && actual instanceof Bytes && !isNamedAlike(expected, actual))
    return false;
  if (expected instanceof Bytes || actual instanceof Bytes) {
    const [one, other] = [expected, actual].map((value) =>
      value instanceof Bytes
        ? value.hex
        : typeof value === "string"
          ? Buffer.from(value).toString("hex")
          : undefined,
    );
    return one !== undefined && one === other;
  }
  return false;
}

/** False for files of different names: what is sent as a part has the name of its file (RFC 7578, section 4.2). */
const isNamedAlike = (one: Bytes, other: Bytes): boolean =>
  one.name === undefined || other.name === undefined || one.name === other.name;

/** Formats a value for a message: short, on one line. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value instanceof Bytes) {
    const file = value.name === undefined ? "" : `a file called ${shown(value.name)} with `;
    return `${file}the bytes of ${shown(value.text)}`;
  }
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
