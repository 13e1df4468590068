import { nearestName } from "@openapi-packages/description/names/nearest-name";
import { shownValue } from "@openapi-packages/description/text/shown-value";
import type { Option } from "./option.ts";

/** Joins alternative names: `a, b or c`. */
export function alternatives(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}

/** An invalid value of an option. */
export interface WrongValue {
  /** Its path within the option's value: the index of an item or the name of an entry. */
  readonly path: readonly string[];
  /** A predicate with the allowed values and this one: `is a boolean, not 1`. */
  readonly message: string;
}

/** Finds invalid values of an option; `value` has the form that a configuration has. */
export function wrongValues(option: Option, value: unknown): readonly WrongValue[] {
  switch (option.type) {
    case "list":
      return isTexts(value) ? [] : [wrong("is a list of strings", value)];
    case "choices":
      return wrongChoices(option, value);
    case "booleanOrList":
      if (typeof value === "boolean" || isTexts(value)) return [];
      return [wrong("is true, false or a list of strings", value)];
    case "entries":
      return wrongEntries(option, value);
    default: {
      const message = wrongPlain(option, value);
      return message === undefined ? [] : [{ path: [], message }];
    }
  }
}

function wrongPlain(option: Option, value: unknown): string | undefined {
  switch (option.type) {
    case "boolean":
      return typeof value === "boolean" ? undefined : `is true or false, not ${shownValue(value)}`;
    case "text":
      return wrongText(option, value);
    case "number":
      return wrongNumber(option, value);
    case "milliseconds":
      return wrongMilliseconds(value);
    case "duration":
      return durationMilliseconds(value) === undefined
        ? `is a time, such as 90s or 5m, not ${shownValue(value)}`
        : undefined;
    case "choice":
      return wrongChoice(option.values, value);
    default:
      return undefined;
  }
}

/** The option type with the given `type`. */
type OptionOf<Type extends Option["type"]> = Extract<Option, { readonly type: Type }>;

function wrongText(option: OptionOf<"text">, value: unknown): string | undefined {
  const { example, negatedHelp } = option;
  if (value === "" && example !== undefined) return `is empty; it looks like ${example}`;
  if (typeof value === "string" || (value === false && negatedHelp !== undefined)) return undefined;
  return `is a string${negatedHelp === undefined ? "" : " or false"}, not ${shownValue(value)}`;
}

function wrongNumber(option: OptionOf<"number">, value: unknown): string | undefined {
  const { minimum, maximum, unit = "a number" } = option;
  const isInside = Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  return isInside && typeof value === "number"
    ? undefined
    : `is ${unit} from ${minimum} to ${maximum}, not ${shownValue(value)}`;
}

/** A range of milliseconds such as `200..800`. Seven digits fit a timer: 10,000 seconds at most. */
const millisecondsPattern = /^(\d{1,7})\.\.(\d{1,7})$/;

function wrongMilliseconds(value: unknown): string | undefined {
  if (typeof value === "number" && /^\d{1,7}$/.test(String(value))) return undefined;
  const [, from, to] = millisecondsPattern.exec(String(value)) ?? [];
  if (typeof value !== "string" || from === undefined)
    return `is milliseconds, such as 200 or 200..800, not ${shownValue(value)}`;
  return Number(from) > Number(to) ? `starts with the lower number: ${to}..${from}` : undefined;
}

const unitMilliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Converts a time such as `90s` to milliseconds; `undefined` if it is invalid or too long for a timer. */
export function durationMilliseconds(value: unknown): number | undefined {
  const [, count, unit] = /^(\d{1,7})(ms|s|m|h)$/.exec(String(value)) ?? [];
  if (typeof value !== "string" || count === undefined || unit === undefined) return undefined;
  const milliseconds = Number(count) * unitMilliseconds[unit as keyof typeof unitMilliseconds];
  return milliseconds > 0 && milliseconds < 2 ** 31 ? milliseconds : undefined;
}

function wrongChoice(values: readonly string[], value: unknown): string | undefined {
  if (typeof value === "string" && values.includes(value)) return undefined;
  return `is ${alternatives(values)}, not ${shownValue(value)}${didYouMean(value, values)}`;
}

function wrongChoices(option: OptionOf<"choices">, value: unknown): readonly WrongValue[] {
  const { values, itemProblem, listProblem } = option;
  if (!Array.isArray(value))
    return listProblem === undefined
      ? [wrong(`is a list of ${alternatives(values)}`, value)]
      : [{ path: [], message: listProblem(value) }];
  const problemOf = itemProblem ?? ((one: unknown) => wrongChoice(values, one));
  return Array.from<unknown, WrongValue[]>(value, (one, index) => {
    const message = problemOf(one);
    return message === undefined ? [] : [{ path: [String(index)], message }];
  }).flat();
}

function wrongEntries(option: OptionOf<"entries">, value: unknown): readonly WrongValue[] {
  if (!isObject(value)) return [wrong("is an object with a value for each name", value)];
  return Object.entries(value).flatMap(([name, one]) => {
    const message = wrongEntry(option, one);
    return message === undefined ? [] : [{ path: [name], message }];
  });
}

function wrongEntry({ of, values = [] }: OptionOf<"entries">, value: unknown): string | undefined {
  if (of === "choice") return wrongChoice(values, value);
  const isText = typeof value === "string" && value !== "";
  switch (of) {
    case "number":
      return typeof value === "number" && /^\d{1,15}$/.test(String(value))
        ? undefined
        : `is a whole number, not ${shownValue(value)}`;
    case "texts":
      if (isText || (isTexts(value) && value.length > 0 && !value.includes(""))) return undefined;
      return "is a non-empty string or a list of them";
    case "text":
      return isText ? undefined : `is a string, not ${shownValue(value)}`;
  }
}

function wrong(right: string, value: unknown): WrongValue {
  return { path: [], message: `${right}, not ${shownValue(value)}` };
}

/** Suggests the name most similar to a value: `; did you mean port?`. Without a similar name it is empty. */
export function didYouMean(value: unknown, names: Iterable<string>, prefix = ""): string {
  const nearest = typeof value === "string" ? nearestName(value, names) : undefined;
  return nearest === undefined ? "" : `; did you mean ${prefix}${nearest}?`;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** True for an object that is not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
