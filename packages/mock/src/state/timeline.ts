import type { LifecycleDescriptor } from "../description.ts";

/** A change of a record at a time after its lifecycle began. */
export interface Turn {
  readonly after: number;
  /** The number of the step. Default: an event is sent. */
  readonly step?: number;
  readonly event?: unknown;
}

/**
 * Returns all changes of a lifecycle, in order. The events are distributed over it: the first is sent at the
 * first step after the start, the last at the end.
 */
export function timelineOf(
  { steps }: LifecycleDescriptor,
  events: readonly unknown[],
): readonly Turn[] {
  const turns: Turn[] = [];
  let after = 0;
  for (const [index, { lasts }] of steps.entries()) {
    if (index > 0) turns.push({ after, step: index });
    if (lasts === undefined) break;
    after += lasts;
  }
  const first = turns[0];
  const last = turns.at(-1);
  if (first === undefined || last === undefined) return [];
  for (const [index, event] of events.entries()) {
    const share = events.length === 1 ? 1 : index / (events.length - 1);
    turns.push({ after: Math.round(first.after + (last.after - first.after) * share), event });
  }
  return turns.toSorted((left, right) => left.after - right.after);
}
