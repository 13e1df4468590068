import type { FilterDescriptor } from "@openapi-packages/mock/description";
import { getMember } from "@openapi-packages/runtime/internals";
import type { Json, JsonObject, Parameter } from "@openapi-packages/description";
import { sentencesOf } from "../../../description/said.ts";
import { verbStem, wordsOf } from "@openapi-packages/compiler/mock/state/words";
import type { FilterTest } from "./filter-test.ts";
import { asParameter, formatOf, itemSchema, type ListPlace } from "./list-place.ts";

const second = 1000;
const day = 86_400 * second;

/** The words of parameters whose own value is within the bound. */
const inclusive = ["gte", "lte", "min", "max"];

/** Words that describe any bound, whatever it is of. */
const anyTime = new Set("at by date day from id in is of on the time to until".split(" "));

/** What descriptions say of a bound that is itself within, or beyond. */
const saysInclusive =
  /\binclusive(?:ly)?\b|\b(?:or|and) (?:(?:a|an) )?(?:equal|later|earlier|newer|older|after|before|better|higher|lower|more|less)\b|\bon or (?:after|before)\b|\bat (?:least|most)\b|\b(?:no|not) (?:later|earlier|more|less) than\b|\bup to and including\b/i;
const saysExclusive =
  /\bexclusive(?:ly)?\b|\b(?:non-|not )inclusive\b|\bnot (?:at|on|including) (?:it|that|this)\b|(?<!\b(?:or|not|on|at) )\bbefore (?:this|that|the given) (?:date|day|instant|moment|time)\b(?! or\b| \()|\bstrictly (?:before|after|later|earlier|more|less|greater)\b|\b(?:at|on|of|with) (?:exactly )?(?:this|that|the) (?:very |exact |same )?(?:date|day|instant|moment|time|value) (?:itself )?(?:is|are) (?:not|never|excluded|left out)\b/i;

/** A sentence of nothing but what is beyond: "Earlier than this", "Only results before this". */
const onlyBeyond =
  /^(?:(?:only |just |all )?(?:the |those |ones )?(?:\w+ )?(?:that (?:are|were|is) |which (?:are|were) |whose \w+ (?:is|are|was) )?(?:strictly )?)(?<!\b(?:no|none|not|nothing|never|or|without|excludes?|hides?|skips?|omits?|ignores?) )(?:(?:earlier|later|older|newer|less|more|greater|lower|higher|longer|shorter) than|before|after) (?:this|that)(?: (?:date|day|instant|moment|time|value))?[.;]?$/i;

/** That items which lack the member are not within any bound: "enrolments without a score do not match". */
const leavesOut =
  /\b(?:without|unrated|lacking|have no|has no)\b[^.;]*\b(?:do(?:es)? not match|don't match|never match|(?:is|are) (?:left out|excluded|not (?:listed|included)))\b|\bun\w+ ones are left out\b/i;

/** True for times, of which zero is none that a request would ask for. */
const isDated = (bound: number, { shown }: Measure): boolean => typeof shown(bound) === "string";

/** A member that has bounds: its values as numbers, and what they are as values of the parameter. */
interface Measure {
  of(item: JsonObject): number | undefined;
  shown(number: number): Json;
  /** The distance from which a value is certainly beyond another. */
  readonly slack: number;
  /** True if the parameter tells a value from all others: a day from days, and no time in seconds from one in milliseconds. */
  isExact(number: number): boolean;
  /** True if the numbers are days of UTC. Default: false. */
  readonly isOfDays?: true;
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
  const said = [...words, ...wordsOf(described.description).filter((word) => !anyTime.has(word))];
  const stems = new Set(said.map(verbStem));
  const isPlain = wordsOf(member).every((word) => anyTime.has(word));
  const isOfList = words.every((word) => anyTime.has(word)) && describesBy(place, member);
  if (!isPlain && !isOfList && !wordsOf(member).some((word) => stems.has(verbStem(word))))
    return [];
  const measure = measureOf(place, member, described);
  const known = items.flatMap((item) => measure?.of(item) ?? []).toSorted((a, b) => a - b);
  if (measure === undefined || known.length === 0) return [];
  const sign = test === "from" ? 1 : -1;
  const bound = boundFor(known, sign, measure);
  const asked = { parameter, member, measure, sign };
  const isWithin = isBoundWithin(described, words, measure);
  // Of records that were all made today, only the day itself tells whether it is within.
  const own = measure.isOfDays && !known.includes(bound) ? known.slice(0, 1) : [];
  // Zero is easily taken for no bound, of which items without the member tell.
  const zero =
    sign > 0 && leavesOut.test(described.description) && !isDated(bound, measure) ? [0] : [];
  return [
    ...[bound, ...own, ...zero].flatMap((one) => testsOf(place, asked, described, one, isWithin)),
    ...zoneTests(place, asked, described, known),
  ];
}

/** True if the description of a list names a member of its items: `Latest checked_at first`. */
const describesBy = ({ operation }: ListPlace, name: string): boolean =>
  (operation.model.description ?? "").split(/[^\w$]+/).includes(name);

function testsOf(
  place: ListPlace,
  { parameter, member, measure, sign }: Bounded,
  described: Parameter,
  bound: number,
  isWithin: boolean | undefined,
): FilterTest[] {
  const value = asParameter(place, described, measure.shown(bound));
  if (value === undefined) return [];
  const isEqual = (distance: number): boolean => distance === 0 && measure.isExact(bound);
  const beyond = (item: JsonObject): number | undefined => {
    const own = measure.of(item);
    return own === undefined ? undefined : (own - bound) * sign;
  };
  const isLeftOut = (item: JsonObject): boolean =>
    leavesOut.test(described.description) && getMember(item, member) === null;
  return [
    {
      parameter,
      value,
      member,
      excludes: (item) => {
        if (isLeftOut(item)) return true;
        const distance = beyond(item) ?? Infinity;
        return distance < -measure.slack || (isWithin === false && isEqual(distance));
      },
      includes: (item) => {
        const distance = beyond(item) ?? -1;
        return distance > measure.slack || (isWithin === true && isEqual(distance));
      },
    },
  ];
}

/** Returns whether a bound is itself within, as its description or its name says; `undefined` if neither does. */
function isBoundWithin(
  { description }: Parameter,
  words: readonly string[],
  { slack }: Measure,
): boolean | undefined {
  const said = description.replaceAll(/\s+/g, " ");
  const isBeyond = sentencesOf(description).some((one) => onlyBeyond.test(one));
  if (saysExclusive.test(said) || isBeyond) return false;
  if (saysInclusive.test(said)) return true;
  return slack === 0 && words.some((word) => inclusive.includes(word)) ? true : undefined;
}

const hour = 3600 * second;

/**
 * Tests a bound that is written in another time zone: the outermost item is an hour within it, and beyond it if the
 * offset is not looked at.
 */
function zoneTests(
  place: ListPlace,
  { parameter, member, measure, sign }: Bounded,
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

/** A bound of a member. */
interface Bounded {
  readonly parameter: string;
  readonly member: string;
  readonly measure: Measure;
  /** 1 for a least value, -1 for a most one. */
  readonly sign: number;
}

/**
 * Returns a bound that is a value in the middle and excludes others, if possible one that the parameter tells from all
 * others; else one that excludes all.
 */
function boundFor(
  sorted: readonly number[],
  sign: number,
  { slack, isExact }: Pick<Measure, "slack" | "isExact">,
): number {
  const [first = 0, last = 0] = [sorted[0], sorted.at(-1)];
  const values = [...new Set(sorted)];
  const middles = sign > 0 ? values.slice(0, -1).toReversed() : values.slice(1);
  const telling = middles.filter((one) => (sign > 0 ? first < one - slack : last > one + slack));
  const middle = telling.find((one) => isExact(one)) ?? telling[0];
  if (middle !== undefined) return middle;
  const other = sign > 0 ? last : first;
  return slack === 0 && first !== last
    ? other
    : other + sign * Math.max(1, 2 * day * Number(slack > 0));
}

/** True if a description says that whole days are compared, which begin and end in UTC, and whether the day itself is within. */
function saysDays({ api, operation }: ListPlace, { description }: Parameter): boolean {
  const said = description.replaceAll(/\s+/g, " ");
  const others = sentencesOf(operation.model.description, api.description.model.description);
  const isUtc = /\bUTC\b/.test(said) || others.some((one) => daysInUtc.test(one));
  const isClear = saysExclusive.test(said) !== saysInclusive.test(said);
  return isUtc && isClear && /\bdays?\b/i.test(said);
}

const daysInUtc = /\b(?:days?|dates)\b[^.;]*\bUTC\b/i;

/** Measures the days of times. */
const daysOf = (member: string): Measure => ({
  of: (item) => {
    const time = Date.parse(String(getMember(item, member)));
    return Number.isNaN(time) ? undefined : Math.floor(time / day);
  },
  shown: (number) => new Date(number * day).toISOString().slice(0, 10),
  isExact: () => true,
  slack: 0,
  isOfDays: true,
});

function measureOf(place: ListPlace, member: string, described: Parameter): Measure | undefined {
  const { schema } = described;
  const format = formatOf(place, itemSchema(place, member));
  const asked = formatOf(place, schema.json);
  const isTime = (one: unknown): boolean => one === "date" || one === "date-time";
  if (isTime(format) !== isTime(asked)) return undefined;
  if (format === "date-time" && asked === "date" && saysDays(place, described))
    return daysOf(member);
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
      isExact: (time) => format === asked && time % second === 0,
      slack: format === "date" || asked === "date" ? day : 2 * second,
    };
  }
  return numbersOf(member);
}

/** Measures numbers, and decimal numbers in texts, which are asked for with as many decimals as they have. */
function numbersOf(member: string): Measure {
  let decimals: number | undefined;
  return {
    of: (item) => {
      const value = getMember(item, member);
      if (typeof value === "number") return value;
      if (typeof value !== "string" || !/^-?\d+(?:\.\d+)?$/.test(value)) return undefined;
      decimals = Math.max(decimals ?? 0, value.split(".")[1]?.length ?? 0);
      return Number(value);
    },
    shown: (number) => (decimals === undefined ? number : number.toFixed(decimals)),
    isExact: () => true,
    slack: 0,
  };
}
