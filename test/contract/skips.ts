import { nameOf } from "./coverage.ts";
import type { Delivery } from "./coverage.ts";

/** A delivery that is known to fail. */
export interface Skip extends Delivery {
  readonly reason: string;
}

/**
 * Known gaps. The test of a skip still runs and is expected to fail, so that a skip which is no
 * longer needed fails.
 */
export const skips: readonly Skip[] = [];

/** The skip of a delivery, if it has one. */
export function skipOf(delivery: Delivery): Skip | undefined {
  return skips.find((skip) => nameOf(skip) === nameOf(delivery));
}
