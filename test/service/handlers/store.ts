import { randomUUID } from "node:crypto";
import type { Asset, Assistant } from "@genai-app/contract";
import { systemClock, type Clock } from "../clock.ts";
import { Runs, type Model } from "../runs.ts";
import { SignedUrls } from "../signed-urls.ts";

/** An asset with its contents, once uploaded. */
export interface StoredAsset {
  record: Asset;
  bytes?: Uint8Array;
}

/** The state of the service, passed to each handler. */
export interface Store {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly organizationId: string;
  /** By id. */
  readonly assistants: Map<string, Assistant>;
  readonly runs: Runs;
  /** The assets of each bucket, by id and name. */
  readonly buckets: Map<string, Map<string, StoredAsset>>;
  readonly signedUrls: SignedUrls;
  /** The origin of the service's URLs, without a trailing slash. */
  readonly origin: () => string;
}

/** The options of a store. */
export interface StoreOptions {
  readonly organizationId: string;
  /** The ids of the existing buckets. */
  readonly bucketIds: readonly string[];
  readonly model: Model;
  /** The key that URLs are signed with. */
  readonly secret: string;
  readonly origin: () => string;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
}

/** Creates a store in memory. */
export function createStore(options: StoreOptions): Store {
  const { organizationId, bucketIds, model, secret, origin, clock = systemClock } = options;
  return {
    clock,
    newId: randomUUID,
    organizationId,
    assistants: new Map(),
    runs: new Runs(clock, randomUUID, model),
    buckets: new Map(bucketIds.map((id) => [id, new Map()])),
    signedUrls: new SignedUrls(secret, () => clock.now()),
    origin,
  };
}
