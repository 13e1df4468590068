import { isObject } from "@openapi-packages/runtime/internals";

/** Bytes of a body or file, for comparison. */
export interface ComparableBytes {
  readonly bytes: string;
  /** The name of the file. */
  readonly name?: string;
}

/**
 * Returns a value for comparison by members: files and binary data become bytes, streams lists of items, and
 * `undefined` is removed.
 */
export async function comparable(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return bytesOf(new Uint8Array(await value.arrayBuffer()), value);
  if (value instanceof Uint8Array) return bytesOf(value);
  if (value instanceof Date) return { date: value.getTime() };
  if (Array.isArray(value)) return Promise.all(value.map((item) => comparable(item)));
  if (typeof value !== "object" || value === null) return value;
  if (Symbol.asyncIterator in value)
    return { items: await itemsOf(value as AsyncIterable<unknown>) };
  if (value instanceof ReadableStream) return bytesOf(await new Response(value).bytes());
  const members = isObject(value) ? Object.entries(value) : [];
  const present = members.filter(([, member]) => member !== undefined);
  const pairs = present.map(async ([name, member]) => [name, await comparable(member)] as const);
  return new Map(await Promise.all(pairs));
}

/** True if two comparable values are equal. The order of members does not matter, and -0 equals 0. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isEqual(item, other[index]))
    );
  if (one instanceof Map)
    return (
      other instanceof Map &&
      one.size === other.size &&
      [...one].every(([name, member]) => other.has(name) && isEqual(member, other.get(name)))
    );
  if (!isObject(one) || !isObject(other)) return false;
  return isEqual(new Map(Object.entries(one)), new Map(Object.entries(other)));
}

/** How a receiver may read a value differently. */
export interface Reading {
  /** Objects may gain members that have a default. */
  readonly mayHaveMore: boolean;
  /**
   * A value and a list of one item look the same, and empty lists and objects are not written: parameters,
   * forms.
   */
  readonly isText: boolean;
  /** Texts may become other types that the schema allows: `"1"` a number. */
  readonly isLoose?: boolean;
}

/**
 * Returns the JSON pointers of places that arrived differently; `""` for the whole value.
 *
 * @param reading how the receiver reads values
 */
export function differences(
  one: unknown,
  other: unknown,
  reading: Reading,
  pointer = "",
): string[] {
  if (isEqual(one, other)) return [];
  if (reading.isText && isEmpty(one) && other === undefined) return [];
  if (reading.isText && reading.isLoose === true && isScalar(one) && String(one) === String(other))
    return [];
  const isListOfOne = reading.isText && Array.isArray(other) && other.length === 1;
  if (isListOfOne && isEqual(one, other[0])) return [];
  if (one instanceof Map && other instanceof Map) {
    const names = new Set([
      ...one.keys(),
      ...(reading.mayHaveMore ? [] : other.keys()),
    ] as string[]);
    return [...names].flatMap((name) =>
      differences(one.get(name), other.get(name), reading, `${pointer}/${name}`),
    );
  }
  const areLists = Array.isArray(one) && Array.isArray(other) && one.length === other.length;
  if (!areLists) return [pointer];
  return one.flatMap((item, index) =>
    differences(item, other[index], reading, `${pointer}/${index}`),
  );
}

const isScalar = (value: unknown): boolean => value === null || typeof value !== "object";

/** True for lists and objects without any value at any level. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isEmpty);
  return value instanceof Map && [...value.values()].every(isEmpty);
}

function bytesOf(bytes: Uint8Array, blob?: Blob): ComparableBytes {
  const text = Buffer.from(bytes).toString("base64");
  return blob instanceof File ? { bytes: text, name: blob.name } : { bytes: text };
}

async function itemsOf(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream) items.push(await comparable(item));
  return items;
}
