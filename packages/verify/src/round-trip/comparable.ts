import { isObject } from "@openapi-packages/runtime/internals";

/** Bytes of a body or file, as they are compared. */
export interface ComparableBytes {
  readonly bytes: string;
  /** The name of a file. */
  readonly name?: string;
}

/**
 * A value that can be compared by its members: files and binary data as their bytes, streams as their items, `undefined`
 * left out, as no wire has it.
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

/** True if two comparable values are the same; the order of members counts for nothing, and -0 is 0. */
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

/** How a receiver reads what it gets. */
export interface Reading {
  /** Objects may arrive with more members than they were sent with: those that have a default. */
  readonly mayHaveMore: boolean;
  /** Nothing tells a value from a list of it alone, and empty lists and objects are not written: parameters, forms. */
  readonly isText: boolean;
  /** Texts may arrive as what else they may be: `"1"` as a number, where the schema allows both. */
  readonly isLoose?: boolean;
}

/**
 * The places in which a value arrived otherwise than it was sent, as JSON pointers; `""` stands for the whole.
 *
 * @param reading how the receiver reads what it gets
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

/** True of lists and objects in which there is no value at any level. */
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
