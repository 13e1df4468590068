import { isObject } from "../members.ts";
import { checkNumbers } from "../number-options.ts";
import type { IdempotencyRecord, IdempotencyStore } from "./types.ts";

/** Options of a store in memory. A request whose answer was removed is carried out again. */
export interface MemoryStoreOptions {
  /** How long an answer is kept after its request, in milliseconds. Default: 86 400 000, a day. */
  readonly lifetime?: number;
  /** The most keys that are kept; of more, the oldest answered ones are removed. Default: 10 000. */
  readonly maxKeys?: number;
  /** The most bytes that answers take, as far as they can be counted; of more, the oldest are removed. Default: 64 MiB. */
  readonly maxBytes?: number;
  /** Returns the time in milliseconds since 1970. Default: the clock of the machine. */
  readonly now?: () => number;
}

interface Entry {
  readonly record: IdempotencyRecord;
  readonly end: number;
  readonly bytes: number;
}

/**
 * Keeps the answers of one process. A service of several processes needs a store that they share.
 *
 * @throws {TypeError} when an option is not a number from its range
 */
export function memoryStore(options: MemoryStoreOptions = {}): IdempotencyStore {
  checkNumbers({ ...options }, { lifetime: [0], maxKeys: [1], maxBytes: [0] });
  const {
    lifetime = 86_400_000,
    maxKeys = 10_000,
    maxBytes = 67_108_864,
    now = Date.now,
  } = options;
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const remove = (id: string): void => {
    bytes -= entries.get(id)?.bytes ?? 0;
    entries.delete(id);
  };
  const trim = (): void => {
    for (const [id, { record, end }] of entries) {
      if (end > now() && entries.size <= maxKeys && bytes <= maxBytes) break;
      if (record.answer !== undefined) remove(id);
    }
  };
  return {
    add(id, record) {
      trim();
      const known = entries.get(id);
      if (known === undefined) entries.set(id, { record, end: now() + lifetime, bytes: 0 });
      return known?.record;
    },
    set(id, record) {
      const { end, bytes: before } = entries.get(id) ?? { end: now() + lifetime, bytes: 0 };
      const entry = { record, end, bytes: bytesOf(record) };
      entries.set(id, entry);
      bytes += entry.bytes - before;
      trim();
    },
    delete: remove,
  };
}

/** Two bytes a character and eight for all else: an estimate that grows with what is kept. */
function bytesOf(value: unknown): number {
  if (typeof value === "string") return 2 * value.length;
  if (value instanceof Blob) return value.size;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (!isObject(value) && !Array.isArray(value)) return 8;
  let bytes = 8;
  for (const [name, member] of Object.entries(value)) bytes += 2 * name.length + bytesOf(member);
  return bytes;
}
