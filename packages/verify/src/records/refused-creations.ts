import type { VerifiedOperation } from "../description/verified-api.ts";

/** How often a run tries to create records for other cases, if the service has refused all. */
const mostRefusals = 5;

/**
 * The creations that a service has always refused. Without them, each case that needs such a record would try it
 * again, with several inputs.
 */
export class RefusedCreations {
  readonly #refusals = new Map<string, number>();

  /** True if another attempt is as useless as those before. */
  isUseless({ id }: VerifiedOperation): boolean {
    return (this.#refusals.get(id) ?? 0) >= mostRefusals;
  }

  /** Records an attempt. After one that succeeded, the operation is always tried. */
  note({ id }: VerifiedOperation, isMade: boolean): void {
    this.#refusals.set(id, isMade ? -Infinity : (this.#refusals.get(id) ?? 0) + 1);
  }
}
