import { getMember, isObject } from "@openapi-packages/runtime/internals";
import type { JsonObject } from "@openapi-packages/runtime/internals";
import type { FilterDescriptor } from "../description.ts";
import { textOf } from "./record.ts";
import type { MockRecord } from "./record.ts";

/** Filters and sorts records by a query. */
export function filtered(
  records: readonly MockRecord[],
  filters: readonly FilterDescriptor[],
  query: JsonObject | undefined,
): readonly MockRecord[] {
  if (query === undefined) return records;
  const tests: ((value: JsonObject) => boolean)[] = [];
  const sorts: Sort[] = [];
  for (const filter of filters) {
    const wanted = getMember(query, filter.parameter);
    if (wanted === undefined || wanted === null) continue;
    if (filter.test === "sort") sorts.push({ filter, wanted: textOf(wanted) });
    else tests.push(testOf(filter, wanted));
  }
  const matching =
    tests.length === 0
      ? records
      : records.filter(({ value }) => tests.every((test) => test(value)));
  return sorts.length === 0 ? matching : sorted(matching, sorts);
}

function testOf(
  { member, test, separator, needsAll }: FilterDescriptor,
  wanted: unknown,
): (value: JsonObject) => boolean {
  const given = (Array.isArray(wanted) ? wanted : [wanted]).map(textOf);
  const texts =
    separator === undefined
      ? given
      : given.flatMap((text) => text.split(separator).map((one) => one.trim()));
  const [text = ""] = texts;
  const own = (value: JsonObject): unknown => getMember(value, member ?? "");
  switch (test) {
    case "equals":
      return needsAll === true
        ? (value) => texts.every((one) => valuesOf(own(value)).includes(one))
        : (value) => valuesOf(own(value)).some((one) => texts.includes(one));
    case "prefix":
      return (value) => valuesOf(own(value)).some((one) => one.startsWith(text));
    case "suffix":
      return (value) => valuesOf(own(value)).some((one) => one.endsWith(text));
    case "search": {
      const part = text.toLowerCase();
      return (value) => hasText(member === undefined ? value : own(value), part);
    }
    case "from":
      return (value) => compared(own(value), wanted) >= 0;
    case "until":
      return (value) => compared(own(value), wanted) <= 0;
    case "sort":
      return () => true;
  }
}

/** Returns the value, or the items of a list, as texts. */
function valuesOf(value: unknown): readonly string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
}

function hasText(value: unknown, part: string): boolean {
  if (Array.isArray(value)) return value.some((item) => hasText(item, part));
  if (isObject(value)) return Object.values(value).some((member) => hasText(member, part));
  return typeof value === "string" && value.toLowerCase().includes(part);
}

/** Numbers below this count seconds since 1970, if they are compared with dates. */
const leastMilliseconds = 1e11;

/** Compares times and numbers; `NaN` if they are not comparable. */
function compared(value: unknown, wanted: unknown): number {
  const left = measureOf(value);
  const right = measureOf(wanted);
  if (left === undefined || right === undefined) return NaN;
  if (left.isTime === right.isTime) return left.number - right.number;
  return inMilliseconds(left) - inMilliseconds(right);
}

interface Measure {
  readonly number: number;
  readonly isTime: boolean;
}

function measureOf(value: unknown): Measure | undefined {
  if (typeof value === "number") return { number: value, isTime: false };
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  if (Number.isFinite(number)) return { number, isTime: false };
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : { number: time, isTime: true };
}

const inMilliseconds = ({ number, isTime }: Measure): number =>
  isTime || Math.abs(number) >= leastMilliseconds ? number : number * 1000;

interface Sort {
  readonly filter: FilterDescriptor;
  readonly wanted: string;
}

/** Sorts records. A parameter may name the member, the direction, or both: `-created_at`, `name:desc`, `asc`. */
function sorted(records: readonly MockRecord[], sorts: readonly Sort[]): readonly MockRecord[] {
  let isDescending = false;
  let member: string | undefined;
  for (const { filter, wanted } of sorts) {
    const [, sign, name = "", direction] =
      /^([-+]?)([^\s:,]*?)(?:[\s:._-]+(asc|desc)\w*)?(?:,.*)?$/i.exec(wanted) ?? [];
    const isDirection = /^(asc|desc)(ending)?$/i.test(name);
    if (isDirection) isDescending = /^desc/i.test(name);
    else if (sign === "-" || direction?.toLowerCase() === "desc") isDescending = true;
    const found = isDirection ? filter.member : memberNamed(records, name);
    member = isDirection ? (member ?? found) : (found ?? member);
  }
  const by = member;
  // The records are already in the order of their creation.
  const ordered =
    by === undefined
      ? [...records]
      : records.toSorted((one, other) => inOrder(one.value[by], other.value[by]));
  return isDescending ? ordered.toReversed() : ordered;
}

/** Returns the member that a sort parameter refers to: `created` may mean `created_at`. */
function memberNamed(records: readonly MockRecord[], name: string): string | undefined {
  const value = records[0]?.value ?? {};
  return [name, `${name}_at`, `${name}At`].find((one) => Object.hasOwn(value, one));
}

function inOrder(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  const left = one === undefined || one === null ? "" : textOf(one);
  const right = other === undefined || other === null ? "" : textOf(other);
  return left < right ? -1 : left > right ? 1 : 0;
}
