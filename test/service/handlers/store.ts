import { randomUUID } from "node:crypto";
import type { Asset, Assistant } from "@genai-app/contract";
import { systemClock, type Clock } from "../clock.ts";
import { Runs, type Model } from "../runs.ts";
import { SignedAddresses } from "../signed-addresses.ts";

/** An asset with its bytes, once they are there. */
export interface StoredAsset {
  record: Asset;
  bytes?: Uint8Array;
}

/** What the handlers work on. It is handed to each of them. */
export interface Store {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly organizationId: string;
  /** By id. */
  readonly assistants: Map<string, Assistant>;
  readonly runs: Runs;
  /** The assets of each bucket, by id and name. */
  readonly buckets: Map<string, Map<string, StoredAsset>>;
  readonly addresses: SignedAddresses;
  /** Where clients reach the service, without a slash at the end. */
  readonly origin: () => string;
}

/** What a store is made of. */
export interface StoreOptions {
  readonly organizationId: string;
  /** The ids of the buckets that are there. */
  readonly bucketIds: readonly string[];
  readonly model: Model;
  /** What addresses are signed with. */
  readonly secret: string;
  readonly origin: () => string;
  /** Left out: the machine's. */
  readonly clock?: Clock;
}

/** A store that keeps all in memory. */
export function createStore(options: StoreOptions): Store {
  const { organizationId, bucketIds, model, secret, origin, clock = systemClock } = options;
  return {
    clock,
    newId: randomUUID,
    organizationId,
    assistants: new Map(),
    runs: new Runs(clock, randomUUID, model),
    buckets: new Map(bucketIds.map((id) => [id, new Map()])),
    addresses: new SignedAddresses(secret, () => clock.now()),
    origin,
  };
}
