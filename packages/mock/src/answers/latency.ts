import type { Random } from "../random.ts";

/** A range of milliseconds, including both ends. */
export interface LatencyRange {
  readonly from: number;
  readonly to: number;
}

/** The longest delay of a timer: 31 bits of milliseconds, some 24 days. */
const longest = 0x7fff_ffff;

/**
 * Parses a latency: milliseconds as a number or as text, or a range such as `200..800`.
 *
 * @throws {TypeError} when it is neither, ends before it begins, or is longer than a timer can wait.
 */
export function parseLatency(value: unknown): LatencyRange {
  const range = rangeOf(value);
  if (range === undefined || range.to > longest || range.from > range.to)
    throw new TypeError(latencyForm);
  return range;
}

/** The format of a latency, for messages. */
export const latencyForm = 'must be milliseconds, such as 200, or a range, such as "200..800"';

function rangeOf(value: unknown): LatencyRange | undefined {
  if (typeof value === "number") return value >= 0 ? { from: value, to: value } : undefined;
  if (typeof value !== "string") return undefined;
  const match = /^(\d+(?:\.\d+)?)(?:\.\.(\d+(?:\.\d+)?))?$/.exec(value);
  if (match === null) return undefined;
  const from = Number(match[1]);
  return { from, to: match[2] === undefined ? from : Number(match[2]) };
}

/** Returns a random number of milliseconds in a range. */
export function takesFrom({ from, to }: LatencyRange, random: Random): number {
  return from === to ? from : Math.round(from + random.next() * (to - from));
}
