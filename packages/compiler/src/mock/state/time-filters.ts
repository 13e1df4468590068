import type { FilterDescriptor } from "@openapi-packages/mock/description";
import type { Shape, Shapes } from "./shapes.ts";
import { isUse, timesOf } from "./times.ts";
import { plainName, verbStem, wordsOf } from "./words.ts";

const froms = /^(?:(.+)_)?(?:since|after|from|start_time|start|gte|min)$/;
const untils = /^(?:(.+)_)?(?:until|before|to|end_time|end|lte|max)$/;

/** The items of a list, and the description of the operation that lists them. */
interface TimedList {
  readonly item: Shape;
  readonly description: string;
}

/**
 * Returns the filter of a time parameter, such as `since` or `created_before`; `undefined` for a text
 * that is no time, such as the cursor of a page.
 */
export function timeFilter(
  { parameter, description }: { readonly parameter: string; readonly description: string },
  { format, types }: Shape,
  list: TimedList,
  shapes: Shapes,
): FilterDescriptor | undefined {
  const isTime = format === "date-time" || format === "date" || types.has("integer");
  if (!isTime) return undefined;
  const name = plainName(parameter);
  for (const [test, pattern] of [
    ["from", froms],
    ["until", untils],
  ] as const) {
    const match = pattern.exec(name);
    if (match === null) continue;
    const times = timesOf(list.item, shapes).filter(({ member }) => !isUse(member));
    const wanted = match[1] === undefined ? "created" : match[1].replace(/_(at|on|time|date)$/, "");
    const isNumber = types.has("integer");
    const own = times.find(
      (time) => time.role === wanted && (time.format.endsWith("seconds") || !isNumber),
    );
    const described = isNumber ? undefined : describedTime(description, format, list, shapes);
    const isBare = match[1] === undefined;
    const ofList = isBare && !isNumber ? timeOfList(description, format, list, shapes) : undefined;
    const member = (isBare ? described : undefined) ?? own?.member ?? described ?? ofList;
    return member === undefined ? undefined : { parameter, member, test };
  }
  return undefined;
}

/** Words of times that say nothing of what happens at them. */
const anyTime = new Set("at by date datetime day in is of on time timestamp".split(" "));

/** Words of times that a list may be about although its items do not show them. */
const unshown = /\b(?:creat|updat|chang|modif|edit|delet|sync|activ|seen|add)/i;

/**
 * Returns the only time of an item that a description names: `Last day of birth` means `birthDate`, and `before this
 * instant` that of an item with one time, whatever that is called. A time of another format is none, since days and
 * instants are compared by rules of the service's own.
 */
function describedTime(
  description: string,
  format: string | undefined,
  { item }: TimedList,
  shapes: Shapes,
): string | undefined {
  const said = new Set(wordsOf(description).map(verbStem));
  const times = timesIn(item, format, shapes);
  const named = times.filter((name) =>
    wordsOf(name).some((word) => !anyTime.has(word) && said.has(verbStem(word))),
  );
  const isPlain = wordsOf(times[0] ?? "").every((word) => anyTime.has(word));
  const isOnly = times.length === 1 && isPlain && !unshown.test(description);
  const [member, ...others] = isOnly ? times : named;
  return others.length === 0 ? member : undefined;
}

/** Participles that are no other event than that of the time. */
const anyEvent = new Set(
  "nothing including excluding matching beginning starting listed".split(" "),
);

/**
 * Returns the only time of an item where its list is described by it, such as `Latest checked_at first`, unless the
 * parameter is said to be about another event: `Those reported since`.
 */
function timeOfList(
  description: string,
  format: string | undefined,
  { item, description: ofList }: TimedList,
  shapes: Shapes,
): string | undefined {
  const [time, ...others] = timesIn(item, format, shapes);
  const isNamed = time !== undefined && ofList.split(/[^\w$]+/).includes(time);
  const own = new Set(wordsOf(time ?? "").map(verbStem));
  const isOther = wordsOf(description).some(
    (word) => /(?:ed|ing)$/.test(word) && !anyEvent.has(word) && !own.has(verbStem(word)),
  );
  return isNamed && !isOther && others.length === 0 && !unshown.test(description)
    ? time
    : undefined;
}

const timesIn = (item: Shape, format: string | undefined, shapes: Shapes): string[] =>
  [...item.properties]
    .filter(([, schema]) => shapes.of(schema).format === format)
    .map(([name]) => name);
