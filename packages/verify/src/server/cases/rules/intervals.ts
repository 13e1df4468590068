import { getMember, isObject } from "@openapi-packages/runtime/internals";
import { wordsOf } from "@openapi-packages/compiler/mock/state/words";
import { valuesAt, withValueAt } from "../../../records/places.ts";

const starts = new Set(["start", "starts", "begin", "begins", "from"]);
const ends = new Set(["end", "ends", "to", "until", "till"]);

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How long the units are that the names of durations end with, in milliseconds. */
const units: Readonly<Record<string, number>> = {
  seconds: second,
  minutes: minute,
  hours: hour,
  days: day,
};

/** The time that a body says that something takes, and how to say another one. */
export interface Interval {
  /** The start and the end, in milliseconds. */
  readonly from: number;
  readonly to: number;
  /** The least difference that makes another time, in milliseconds. */
  readonly step: number;
  /** False if the body says when it starts alone, and something else how long it takes. */
  readonly isFree: boolean;
  /** Returns the body with another start and end; `undefined` if they cannot be written in it. */
  at(from: number, to: number): unknown;
}

/** A form in which times are written. */
interface Notation {
  readonly step: number;
  read(text: string): number;
  write(time: number): string | undefined;
}

const notations: readonly (readonly [RegExp, Notation])[] = [
  [
    /^\d{4}-\d\d-\d\dt\d\d:\d\d/i,
    {
      step: minute,
      read: Date.parse,
      write: (time) => new Date(time).toISOString().replace(".000Z", "Z"),
    },
  ],
  [
    /^\d{4}-\d\d-\d\d$/,
    { step: day, read: Date.parse, write: (time) => new Date(time).toISOString().slice(0, 10) },
  ],
  [
    /^\d\d:\d\d$/,
    {
      step: minute,
      read: (text) => Date.parse(`1970-01-01T${text}Z`),
      write: (time) =>
        time < 0 || time >= day ? undefined : new Date(time).toISOString().slice(11, 16),
    },
  ],
];

/**
 * Reads the time that something takes from the body that creates it: a start with an end, or with a duration in seconds,
 * minutes, hours or days; a start alone if the answer shows the end. They are members of the body, or of one of its members.
 *
 * @param shown what the answer shows of the record
 */
export function intervalIn(body: unknown, shown: unknown): Interval | undefined {
  if (!isObject(body)) return undefined;
  const inner = Object.keys(body).filter((name) => isObject(getMember(body, name)));
  for (const scope of [[], ...inner.map((name) => [name])]) {
    const found = intervalAt(body, scope, shown);
    if (found !== undefined) return found;
  }
  return undefined;
}

function intervalAt(body: unknown, scope: readonly string[], shown: unknown): Interval | undefined {
  const [own] = valuesAt(body, scope);
  const [start, notation] = timeIn(own, starts) ?? [];
  if (start === undefined || notation === undefined) return undefined;
  const { step } = notation;
  const textAt = (value: unknown, name: string): string =>
    String(valuesAt(value, [...scope, name])[0]);
  const from = notation.read(textAt(body, start));
  const startingAt = (time: number): unknown => {
    const text = notation.write(time);
    return text === undefined ? undefined : withValueAt(body, [...scope, start], text);
  };
  const [end] = timeIn(own, ends) ?? [];
  if (end !== undefined)
    return ordered({
      from,
      to: notation.read(textAt(body, end)),
      step,
      isFree: true,
      at(earlier, later) {
        const text = notation.write(later);
        return text && withValueAt(startingAt(earlier), [...scope, end], text);
      },
    });
  const [name, unit] = durationIn(own) ?? [];
  if (name !== undefined && unit !== undefined)
    return ordered({
      from,
      to: from + Number(textAt(body, name)) * unit,
      step: Math.max(step, unit),
      isFree: true,
      at: (earlier, later) =>
        withValueAt(startingAt(earlier), [...scope, name], Math.round((later - earlier) / unit)),
    });
  const [shownEnd, ofEnd] = timeIn(valuesAt(shown, scope)[0], ends) ?? [];
  if (shownEnd === undefined || ofEnd?.step !== step) return undefined;
  const to = notation.read(textAt(shown, shownEnd));
  return ordered({ from, step, to, isFree: false, at: startingAt });
}

const ordered = (interval: Interval): Interval | undefined =>
  interval.to - interval.from >= 2 * interval.step ? interval : undefined;

/** Returns the one member that is a time and has such a word in its name, with its notation. */
function timeIn(value: unknown, words: ReadonlySet<string>): [string, Notation] | undefined {
  if (!isObject(value)) return undefined;
  const found = Object.entries(value).flatMap(([name, own]): [string, Notation][] => {
    const known = notations.find(([pattern]) => typeof own === "string" && pattern.test(own));
    return known !== undefined && wordsOf(name).some((word) => words.has(word))
      ? [[name, known[1]]]
      : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the one number whose name ends with a unit of time, with the unit in milliseconds. */
function durationIn(value: unknown): [string, number] | undefined {
  if (!isObject(value)) return undefined;
  const found = Object.entries(value).flatMap(([name, own]): [string, number][] => {
    const unit = units[wordsOf(name).at(-1) ?? ""];
    return unit !== undefined && Number.isInteger(own) ? [[name, unit]] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}
