import { idempotencyHeaderOf } from "../idempotency/key-header.ts";
import { idempotencyKeyOf } from "../idempotency/key-of.ts";
import { keyRefusal } from "../idempotency/key-refusal.ts";
import { memoryStore } from "../idempotency/memory-store.ts";
import { payloadText } from "../idempotency/payload-text.ts";
import type { IdempotencyGuard, IdempotencyStore, KeyedRequest } from "../idempotency/types.ts";
import { isObject } from "../members.ts";
import type { AnyResult } from "../result.ts";
import type { Answer } from "./types.ts";

export { memoryStore, type MemoryStoreOptions } from "../idempotency/memory-store.ts";
export type * from "../idempotency/types.ts";

/** Options of {@link idempotencyKeys}. */
export interface IdempotencyOptions {
  /**
   * Returns who sends a request, such as the id of its account: a key belongs to a caller, so that nobody gets
   * the answer to another.
   */
  readonly caller: (keyed: KeyedRequest) => string;
  /** Where answers are stored. Default: in the memory of this process. */
  readonly store?: IdempotencyStore;
}

/**
 * Repeats the first answer to a request that is sent again with its key, for the operations that describe a
 * header `Idempotency-Key` or `X-Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). With another
 * payload the answer is 422, and 409 while the first request is in progress. A key belongs to an operation and
 * a caller. Where a handler throws, answers 408, 425, 429 or 5xx, or streams, the request is carried out again;
 * all other answers are repeated.
 */
export function idempotencyKeys({
  caller,
  store = memoryStore(),
}: IdempotencyOptions): IdempotencyGuard {
  return {
    once(keyed, run) {
      const { operation, request } = keyed.exchange;
      const header = operation && idempotencyHeaderOf(operation);
      const key = header && idempotencyKeyOf(request, header);
      if (!header || !key) return run();
      const owner: unknown = caller(keyed);
      // All callers without a name would get the answers of each other.
      if (typeof owner !== "string")
        throw new TypeError(
          `idempotencyKeys: \`caller\` must return a string, not ${String(owner)}`,
        );
      return once(store, keyed, [header, owner, key], run);
    },
  };
}

async function once(
  store: IdempotencyStore,
  { exchange: { operationId, request }, input }: KeyedRequest,
  [header, caller, key]: readonly [header: string, caller: string, key: string],
  run: Parameters<IdempotencyGuard["once"]>[1],
): Promise<Answer<AnyResult>> {
  const id = await digestOf(JSON.stringify([operationId, caller, key]));
  const payload = await digestOf(await payloadText(request.url, input.body));
  const known = await store.add(id, { payload });
  if (known !== undefined) {
    if (known.payload !== payload) throw keyRefusal(header, 422);
    if (known.answer === undefined) throw keyRefusal(header, 409);
    return known.answer;
  }
  let kept: Answer<AnyResult> | undefined;
  try {
    const answer = await run();
    if (isRepeatable(answer)) kept = copyOf({ ...answer }) as Answer<AnyResult>;
    return answer;
  } finally {
    await (kept === undefined ? store.delete(id) : store.set(id, { payload, answer: kept }));
  }
}

/** A failure may pass, and a stream is read once. */
const isRepeatable = ({ status, body }: Answer<AnyResult>): boolean =>
  status < 500 && ![408, 425, 429].includes(status) && !(Symbol.asyncIterator in Object(body));

/** Copies lists and plain objects, so that nobody changes them. A copy of an instance would lose its methods. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isObject(value) || ![Object.prototype, null].includes(Object.getPrototypeOf(value)))
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copyOf(member)]));
}

async function digestOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
