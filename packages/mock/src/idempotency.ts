import { jsonText } from "./state/json-text.ts";
import type { AnyResult } from "@openapi-packages/runtime";
import type { Answer } from "@openapi-packages/runtime/server";
import {
  idempotencyHeaderOf,
  idempotencyKeyOf,
  keyRefusal,
  payloadText,
} from "@openapi-packages/runtime/internals";
import type { HttpRequest } from "@openapi-packages/runtime/server";
import type { MockExample, MockOperation } from "./description.ts";
import type { MockLimits } from "./limits.ts";
import { copyOf, isJson } from "./state/record.ts";
import { StreamItems } from "./stream-of.ts";

/** The limits for stored keys. */
type Limits = Pick<MockLimits, "idempotencyKeys" | "idempotencyBytes">;

/** A request that was sent with a key, and its answer once it is known. */
interface Entry {
  readonly payload: Promise<string>;
  answer: Answer<AnyResult> | undefined;
  bytes: number;
}

/** A request to carry out once. */
export interface KeyedRequest {
  readonly mock: MockOperation;
  readonly key: string;
  readonly request: HttpRequest;
  readonly principal: unknown;
  readonly body: unknown;
  /** The answers of the operation. */
  readonly examples: readonly MockExample[];
}

const commonName = "idempotency-key";

/** Returns the header of an operation's keys: the one that is documented or found, or `Idempotency-Key`. */
const headerOf = ({ operation, idempotencyKey }: MockOperation): string =>
  (idempotencyKey ?? idempotencyHeaderOf(operation) ?? commonName).toLowerCase();

/**
 * Returns the idempotency key of a request.
 *
 * @throws {RequestFailure} 400 for an empty key
 */
export const mockKeyOf = (mock: MockOperation, request: HttpRequest): string | undefined =>
  idempotencyKeyOf(request, headerOf(mock));

/**
 * Repeats the first answer to a request that is sent again with its key
 * (draft-ietf-httpapi-idempotency-key-header, section 2.6). A key belongs to an operation and a caller. A
 * refused request has changed nothing and is processed again, and so is a stream that is not from an example.
 */
export class IdempotencyKeys {
  readonly #limits: Limits;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  /**
   * Carries a request out, or returns the stored answer of the same request.
   *
   * @throws {RequestFailure} 422 when the key was sent with another request, 409 while that request is in
   * progress. If the operation documents the status, its answer is returned instead.
   */
  async once(
    keyed: KeyedRequest,
    run: () => Answer<AnyResult> | Promise<Answer<AnyResult>>,
  ): Promise<Answer<AnyResult>> {
    const { mock, key, principal } = keyed;
    const id = JSON.stringify([mock.operation.operationId, principal ?? null, key]);
    const payload = payloadText(keyed.request.url, keyed.body);
    const known = this.#entries.get(id);
    if (known !== undefined) return this.#again(known, await payload, keyed);
    const entry: Entry = { payload, answer: undefined, bytes: 0 };
    this.#entries.set(id, entry);
    try {
      const answer = await run();
      const isKept = await this.#keep(id, entry, answer);
      if (!isKept) this.#remove(id, entry);
      return answer;
    } catch (error) {
      this.#remove(id, entry);
      throw error;
    }
  }

  async #again(
    { payload, answer }: Entry,
    text: string,
    { mock, examples }: KeyedRequest,
  ): Promise<Answer<AnyResult>> {
    if ((await payload) !== text) return refused(mock, examples, 422);
    return answer ?? refused(mock, examples, 409);
  }

  /** @returns true if the answer can be repeated */
  async #keep(id: string, entry: Entry, answer: Answer<AnyResult>): Promise<boolean> {
    const { body } = answer;
    const isRepeatable = body instanceof StreamItems || body instanceof Blob || isJson(body);
    if (answer.status >= 400 || !isRepeatable) return false;
    const bytes = id.length + (await entry.payload).length + sizeOf(body);
    const { idempotencyBytes, idempotencyKeys } = this.#limits;
    if (bytes > idempotencyBytes || this.#entries.get(id) !== entry) return false;
    entry.answer = isJson(body) ? { ...answer, body: copyOf(body) } : answer;
    entry.bytes = bytes;
    this.#bytes += bytes;
    for (const [first, oldest] of this.#entries) {
      if (this.#bytes <= idempotencyBytes && this.#entries.size <= idempotencyKeys) break;
      if (oldest !== entry) this.#remove(first, oldest);
    }
    return true;
  }

  #remove(id: string, entry: Entry): void {
    if (this.#entries.get(id) !== entry) return;
    this.#entries.delete(id);
    this.#bytes -= entry.bytes;
  }
}

function sizeOf(body: unknown): number {
  if (body instanceof Blob) return body.size;
  return jsonText(body instanceof StreamItems ? body.items : (body ?? null)).length;
}

function refused(
  mock: MockOperation,
  examples: readonly MockExample[],
  status: 409 | 422,
): Answer<AnyResult> {
  const own = examples.find((one) => one.status === status);
  if (own !== undefined && Object.hasOwn(mock.operation.responses, String(status))) return own;
  throw keyRefusal(headerOf(mock), status);
}
