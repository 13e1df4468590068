import { withValueAt } from "../records/places.ts";
import type { Leaf } from "./leaves.ts";
import type { LostTrip } from "./trips.ts";

/** A change at one place of a value. */
export interface Change {
  readonly pointer: readonly string[];
  readonly value: unknown;
}

/** A changed value that was lost, with as few changes as possible. */
export interface LostVariation {
  readonly changes: readonly Change[];
  readonly lost: LostTrip;
}

/** Applies changes to a value, outer places first. */
export function changed(base: unknown, changes: readonly Change[]): unknown {
  return changes.reduce<unknown>((value, one) => withValueAt(value, one.pointer, one.value), base);
}

/**
 * Yields rounds of changes in which each place takes each of its values once. Places change together, so that
 * there are few rounds. Lists and objects whose parts change too have separate rounds.
 */
export function* rounds(leaves: readonly Leaf[]): Generator<readonly Change[]> {
  const inner = leaves.filter((leaf) => !leaves.some((other) => isAbove(leaf, other)));
  const most = Math.max(0, ...inner.map(({ values }) => values.length));
  for (let round = 0; round < most; round += 1)
    yield inner.map(({ pointer, values }, index) => ({
      pointer,
      value: values[(round + index) % values.length],
    }));
  for (const { pointer, values } of leaves.filter((leaf) => !inner.includes(leaf)))
    for (const value of values) yield [{ pointer, value }];
}

const isAbove = ({ pointer }: Leaf, other: Leaf): boolean =>
  other.pointer.length > pointer.length &&
  pointer.every((token, index) => other.pointer[index] === token);

/** Removes changes as long as the value is still lost without them. */
export async function fewestChanges(
  found: LostVariation,
  send: (changes: readonly Change[]) => Promise<LostTrip | undefined>,
): Promise<LostVariation> {
  let best = found;
  for (
    let size = Math.ceil(best.changes.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let start = 0; start < best.changes.length && best.changes.length > 1;) {
      const changes = best.changes.filter((_, index) => index < start || index >= start + size);
      const lost = changes.length === 0 ? undefined : await send(changes);
      if (lost === undefined) start += size;
      else best = { changes, lost };
    }
  }
  return best;
}
