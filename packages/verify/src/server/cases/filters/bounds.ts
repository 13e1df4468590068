import type { FilterDescriptor } from "@openapi-packages/mock/description";
import { getMember } from "@openapi-packages/runtime/internals";
import type { Json, JsonObject, Parameter } from "@openapi-packages/description";
import { wordsOf } from "@openapi-packages/compiler/mock/state/words";
import type { FilterTest } from "./filter-test.ts";
import { asParameter, formatOf, itemSchema, type ListPlace } from "./list-place.ts";

const second = 1000;
const day = 86_400 * second;

/** The words of parameters whose own value is within the bound. */
const inclusive = ["gte", "lte", "min", "max"];

/** A member that has bounds: its values as numbers, and what they are as values of the parameter. */
interface Measure {
  of(item: JsonObject): number | undefined;
  shown(number: number): Json;
  /** The distance from which a value is certainly beyond another. */
  readonly slack: number;
}

/**
 * Tests of a least or most value of a member, such as `min_price` or `created_before`. Whether the bound itself is
 * within is certain by some words only; times are rounded, so that they have to be apart.
 */
export function boundTests(
  place: ListPlace,
  { member = "", parameter, test }: FilterDescriptor,
  described: Parameter,
  items: readonly JsonObject[],
): FilterTest[] {
  const words = wordsOf(parameter);
  // `since` or `to` may be about any time of a record.
  if (!wordsOf(member).some((word) => words.includes(word))) return [];
  const measure = measureOf(place, member, described);
  const known = items.flatMap((item) => measure?.of(item) ?? []).toSorted((a, b) => a - b);
  if (measure === undefined || known.length === 0) return [];
  const sign = test === "from" ? 1 : -1;
  const bound = boundFor(known, sign, measure.slack);
  const value = asParameter(place, described, measure.shown(bound));
  if (value === undefined) return [];
  const asked = { parameter, member, measure, sign };
  const isWithin = words.some((word) => inclusive.includes(word)) && measure.slack === 0;
  const beyond = (item: JsonObject): number | undefined => {
    const own = measure.of(item);
    return own === undefined ? undefined : (own - bound) * sign;
  };
  return [
    {
      parameter,
      value,
      member,
      excludes: (item) => (beyond(item) ?? 0) < -measure.slack,
      includes: (item) => {
        const distance = beyond(item) ?? -1;
        return distance > measure.slack || (isWithin && distance === 0);
      },
    },
    ...zoneTests(place, asked, described, known),
  ];
}

const hour = 3600 * second;

/**
 * Tests a bound that is written in another time zone: the outermost item is an hour within it, and beyond it if the
 * offset is not looked at.
 */
function zoneTests(
  place: ListPlace,
  { parameter, member, measure, sign }: ZonedBound,
  described: Parameter,
  known: readonly number[],
): FilterTest[] {
  const outermost = sign > 0 ? known.at(-1) : known[0];
  const isTime = formatOf(place, described.schema.json) === "date-time" && measure.slack < hour;
  if (!isTime || outermost === undefined) return [];
  const bound = Math.floor((outermost - sign * hour) / second) * second;
  const offset = sign > 0 ? 9 : -9;
  const local = new Date(bound + offset * hour).toISOString().slice(0, 19);
  const value = asParameter(place, described, `${local}${sign > 0 ? "+" : "-"}09:00`);
  if (value === undefined) return [];
  const within = (item: JsonObject): number => ((measure.of(item) ?? bound) - bound) * sign;
  return [
    {
      parameter,
      value,
      member,
      excludes: (item) => within(item) < -measure.slack,
      includes: (item) => within(item) > measure.slack,
    },
  ];
}

/** A bound whose time is written with an offset. */
interface ZonedBound {
  readonly parameter: string;
  readonly member: string;
  readonly measure: Measure;
  /** 1 for a least value, -1 for a most one. */
  readonly sign: number;
}

/** Returns a bound that is a value in the middle and excludes others, else one that excludes all. */
function boundFor(sorted: readonly number[], sign: number, slack: number): number {
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const middle = [...new Set(sorted)].at(sign > 0 ? -2 : 1) ?? first;
  const isTelling = sign > 0 ? first < middle - slack : last > middle + slack;
  const other = sign > 0 ? last : first;
  if (isTelling) return middle;
  return slack === 0 && first !== last
    ? other
    : other + sign * Math.max(1, 2 * day * Number(slack > 0));
}

function measureOf(place: ListPlace, member: string, { schema }: Parameter): Measure | undefined {
  const format = formatOf(place, itemSchema(place, member));
  const asked = formatOf(place, schema.json);
  const isTime = (one: unknown): boolean => one === "date" || one === "date-time";
  if (isTime(format) !== isTime(asked)) return undefined;
  if (isTime(format)) {
    const text = (time: number): string =>
      new Date(time)
        .toISOString()
        .replace(/\.\d+Z$/, "Z")
        .slice(0, asked === "date" ? 10 : undefined);
    return {
      of: (item) => {
        const time = Date.parse(String(getMember(item, member)));
        return Number.isNaN(time) ? undefined : time;
      },
      shown: text,
      slack: format === "date" || asked === "date" ? day : 2 * second,
    };
  }
  return {
    of: (item) => {
      const value = getMember(item, member);
      return typeof value === "number" ? value : undefined;
    },
    shown: (number) => number,
    slack: 0,
  };
}
