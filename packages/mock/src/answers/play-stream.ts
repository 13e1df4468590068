import { eventFieldsOf } from "@openapi-packages/runtime/internals";
import { withEventFields } from "@openapi-packages/runtime";
import type { EventFields } from "@openapi-packages/runtime";
import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { Clock } from "../clock.ts";
import type { Random } from "../random.ts";
import { takesFrom } from "./latency.ts";
import type { LatencyRange } from "./latency.ts";
import { untilLeft } from "./until-left.ts";

/** The pace of a stream of examples, and its start and end. */
export interface PlayOptions {
  /** The interval between two items, in milliseconds. */
  readonly interval: LatencyRange;
  readonly clock: Clock;
  readonly random: Random;
  /** Ends the stream when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** The id of the item after which to begin. An unknown id begins with the first item. */
  readonly lastEventId?: string | undefined;
  /**
   * Returns the id of an item. Default: the item's own, such as `event_id` or `id`, if all are different; else
   * its number from 1.
   */
  readonly idOf?: (item: unknown, index: number) => string;
}

/**
 * Sends the items one after the other: the first at once, the others at the interval. Each gets its id as that
 * of an event (WHATWG HTML, 9.2.6), so that a client can resume after it; texts and other primitives get none.
 * Leaving the iteration clears the timer.
 */
export function playStream(
  items: Iterable<unknown>,
  { interval, clock, random, signal, lastEventId, idOf }: PlayOptions,
): AsyncIterable<unknown> {
  return untilLeft(async function* play(left) {
    const identified = withIds([...items], idOf);
    const known =
      lastEventId === undefined ? -1 : identified.findIndex(({ id }) => id === lastEventId);
    for (const [index, { item, id }] of identified.slice(known + 1).entries()) {
      if (index > 0) await clock.wait(takesFrom(interval, random), left);
      yield withId(item, id);
    }
  }, signal);
}

interface IdentifiedItem {
  readonly item: unknown;
  readonly id: string;
}

function withIds(items: readonly unknown[], idOf: PlayOptions["idOf"] = ownId): IdentifiedItem[] {
  const identified = items.map((item, index) => ({ item, id: idOf(item, index) }));
  // The chunks of one message may share its id.
  if (new Set(identified.map(({ id }) => id)).size === identified.length) return identified;
  return items.map((item, index) => ({ item, id: String(index + 1) }));
}

/** Attaches an id to a copy of an item, because the item may be part of several streams. */
function withId(item: unknown, id: string): unknown {
  if (Array.isArray(item)) return withEventFields([...item], fieldsOf(item, id));
  return isObject(item) ? withEventFields({ ...item }, fieldsOf(item, id)) : item;
}

const fieldsOf = (item: object, id: string): EventFields => ({ ...eventFieldsOf(item), id });

const idNames = ["event_id", "eventId", "id", "message_id", "sequence_number"];

function ownId(item: unknown, index: number): string {
  const given = eventFieldsOf(item)?.id;
  if (given !== undefined) return given;
  const own = isObject(item) ? idNames.map((name) => getMember(item, name)).find(isId) : undefined;
  return own === undefined ? String(index + 1) : String(own);
}

/** The id of an event is a single line without NUL. */
const isId = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && /^[^\r\n\0]+$/.test(value));
