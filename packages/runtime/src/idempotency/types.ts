import type { AnyResult } from "../result.ts";
import type { Exchange } from "../server/hooks.ts";
import type { Answer } from "../server/types.ts";

/** A request to carry out once. */
export interface KeyedRequest {
  readonly exchange: Exchange;
  /** What the security verifier returned. */
  readonly principal: unknown;
  /** What the handler is called with. */
  readonly input: { readonly body?: unknown };
}

/** Calls a handler once for each idempotency key; see `idempotencyKeys`. */
export interface IdempotencyGuard {
  once(
    keyed: KeyedRequest,
    run: () => Answer<AnyResult> | Promise<Answer<AnyResult>>,
  ): Answer<AnyResult> | Promise<Answer<AnyResult>>;
}

/** What is stored of a request. It has no text of the request, only digests. */
export interface IdempotencyRecord {
  /** The digest of the request's target and body. */
  readonly payload: string;
  /** The handler's answer; left out while the request is in progress. */
  readonly answer?: Answer<AnyResult>;
}

/** Where the answers of keys are stored. Its methods may return promises. */
export interface IdempotencyStore {
  /**
   * Stores a record, unless there is one, in one step, as `SET … NX` of Redis does. A store decides how long it
   * keeps records, also of requests whose process has ended.
   *
   * @returns the record that was there; `undefined` if the given one was stored
   */
  add(
    id: string,
    record: IdempotencyRecord,
  ): IdempotencyRecord | undefined | Promise<IdempotencyRecord | undefined>;
  /** Replaces a record by the one with its answer. */
  set(id: string, record: IdempotencyRecord): unknown;
  /** Removes the record of a request that is to be carried out again. */
  delete(id: string): unknown;
}
