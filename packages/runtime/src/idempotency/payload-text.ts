import { rawIntegers } from "../conversion/exact-json.ts";
import { isObject } from "../members.ts";

/**
 * Returns a text that is equal for requests with the same target and body. The order of members does not
 * matter; files are compared by their bytes.
 */
export async function payloadText(target: string, body: unknown): Promise<string> {
  return `${target} ${await textOf(body)}`;
}

async function textOf(value: unknown): Promise<string> {
  if (value instanceof Blob) return `${value.type} ${await digestOf(value)}`;
  if (value instanceof Uint8Array) return textOf(new Blob([value as Uint8Array<ArrayBuffer>]));
  if (Array.isArray(value)) return `[${(await Promise.all(value.map(textOf))).join(",")}]`;
  // A body that is read as it arrives cannot be compared in advance.
  if (!isObject(value) || "toJSON" in value || Symbol.asyncIterator in value)
    return JSON.stringify(rawIntegers(value)) ?? "";
  const names = Object.keys(value).toSorted();
  const members = names.map(async (name) => `${JSON.stringify(name)}:${await textOf(value[name])}`);
  return `{${(await Promise.all(members)).join(",")}}`;
}

/**
 * Returns the size of a file and a hash (FNV-1a) of its bytes: enough to distinguish uploads, but not
 * cryptographically secure.
 */
async function digestOf(blob: Blob): Promise<string> {
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(await blob.arrayBuffer()))
    hash = Math.imul(hash ^ byte, 0x01000193);
  return `${blob.size} ${hash | 0}`;
}
