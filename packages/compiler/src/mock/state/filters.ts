import type { Parameter } from "@openapi-packages/description/model/api-model";
import type { OperationView } from "./operation-view.ts";
import { pagingNames } from "./pages.ts";
import { matchesText } from "@openapi-packages/description/patterns/pattern-plan";
import { isScalar, type Shape, type Shapes } from "./shapes.ts";
import type { FilterDescriptor } from "@openapi-packages/mock/description";
import { timeFilter } from "./time-filters.ts";
import { nounOf, plainName, wordsOf } from "./words.ts";

const prefixes = /^(?:(.+)_)?(?:prefix|starts_with)$/;
const suffixes = /^(?:(.+)_)?(?:postfix|suffix|ends_with)$/;
const searches = new Set(["q", "query", "search", "filter", "keyword", "term", "text"]);
const sorts = new Set(["sort", "order_by", "sort_by", "ordering"]);
/** Names that sort only with documented values: `order` may also be a filter. */
const closedSorts = new Set([
  "order",
  "direction",
  "sort_order",
  "sort_direction",
  "sort_dir",
  "dir",
]);
/** Bounds of a member with the parameter's name: `price_min`, `min_price`, `price[gte]`. */
const least = /^(?:(?:min|from|since|after)_(.+)|(.+)_(?:gte|min|from|since|after))$/;
const most = /^(?:(?:max|to|until|before)_(.+)|(.+)_(?:lte|max|to|until|before))$/;

/** A description by which an item must have each of several values, and one that leaves it open. */
const needsAll =
  /\b(?:all|every|each) (?:of )?(?:these|those|them)\b|\b(?:all|each) of the\b|\ball the (?:given|listed|named|passed|provided|requested|specified)\b/i;
const needsAny = /\b(?:any|one|some|either)(?: one)? of\b/i;

/** Returns the filters among a list's query parameters, in their order. */
export function filtersOf(view: OperationView, item: Shape, shapes: Shapes): FilterDescriptor[] {
  const parameters = queryParameters(view);
  if (parameters.length === 0) return [];
  const members = new Map([...item.properties.keys()].map((one) => [plainName(one), one]));
  const list = { item, members, description: view.operation.description ?? "" };
  return parameters.flatMap((parameter) => filterOf(parameter, list, shapes) ?? []);
}

interface ListedItem {
  readonly item: Shape;
  /** Its members by their plain names. */
  readonly members: ReadonlyMap<string, string>;
  /** The description of the operation that lists them. */
  readonly description: string;
}

function filterOf(
  { name: parameter, schema, description = "" }: Parameter,
  list: ListedItem,
  shapes: Shapes,
): FilterDescriptor | undefined {
  const { item, members } = list;
  const shape = shapes.described(schema);
  const name = plainName(parameter);
  const own = memberOf(name, shape, list, shapes);
  if (own !== undefined) {
    const compared = shapes.of(item.properties.get(own));
    const isFit = isEqualTest(shape, compared, shapes);
    const isList =
      shape.items === undefined && /comma[- ]separated|separated by commas?/i.test(description);
    const separated = isList ? { separator: "," } : {};
    const isSeveral = compared.items !== undefined && (shape.items !== undefined || isList);
    const isAll = isSeveral && needsAll.test(description);
    const every = isAll && !needsAny.test(description) ? ({ needsAll: true } as const) : {};
    return isFit ? { parameter, member: own, test: "equals", ...separated, ...every } : undefined;
  }
  for (const [test, pattern] of [
    ["prefix", prefixes],
    ["suffix", suffixes],
  ] as const) {
    const match = pattern.exec(name);
    if (match === null) continue;
    const member = members.get(match[1] ?? "name") ?? members.get("key");
    return member === undefined ? undefined : { parameter, member, test };
  }
  const isText = shape.types.has("string") && shape.values === undefined;
  if (searches.has(name) && isText) return { parameter, test: "search" };
  const isSort =
    sorts.has(name) || (closedSorts.has(name) && valuesOf(shape, shapes) !== undefined);
  if (isSort && !isNumeric(shape)) return { parameter, test: "sort" };
  return (
    boundFilter(parameter, shape, list, shapes) ??
    timeFilter({ parameter, description }, shape, list, shapes)
  );
}

const isNumeric = ({ types }: Shape): boolean => types.has("integer") || types.has("number");

/** True for a text of a decimal number, such as a price of "12.50". */
function isDecimal({ types, format, pattern }: Shape): boolean {
  if (!types.has("string")) return false;
  if (format === "decimal") return true;
  const isOf = (text: string): boolean =>
    pattern !== undefined && matchesText(pattern, text) === true;
  return ["12.50", "12.5", "12.500"].some(isOf) && !["a", "2025-01-01", "1:1"].some(isOf);
}

/** Returns the values of a parameter or, for a list, of its items; `undefined` if any is allowed. */
const valuesOf = ({ values, items }: Shape, shapes: Shapes): Shape["values"] =>
  values ?? (items === undefined ? undefined : shapes.of(items).values);

/** Returns the member that a parameter names: by its own name, or one of them in the singular and the other a list. */
function memberOf(
  name: string,
  shape: Shape,
  { item, members }: ListedItem,
  shapes: Shapes,
): string | undefined {
  const own = members.get(name);
  if (own !== undefined) return own;
  const single = shape.items === undefined ? undefined : members.get(nounOf(name));
  if (single !== undefined) return single;
  return [...members].find(
    ([plain, member]) =>
      plain !== name &&
      nounOf(plain) === name &&
      shapes.of(item.properties.get(member)).items !== undefined,
  )?.[1];
}

/** Returns the filter of a bound of a member, such as `min_price` or `due_before`. */
function boundFilter(
  parameter: string,
  shape: Shape,
  { item, members }: ListedItem,
  shapes: Shapes,
): FilterDescriptor | undefined {
  const name = plainName(parameter);
  for (const [test, pattern] of [
    ["from", least],
    ["until", most],
  ] as const) {
    const match = pattern.exec(name);
    const noun = match?.[1] ?? match?.[2];
    if (noun === undefined) continue;
    const called = [noun, `${noun}_at`, `${noun}_on`, `${noun}_date`]
      .map((one) => members.get(one))
      .find((one) => one !== undefined);
    const member = called ?? onlyEnding(members, noun);
    const own = shapes.of(member === undefined ? undefined : item.properties.get(member));
    const isTime = (one: Shape): boolean => one.format === "date" || one.format === "date-time";
    const isAmount = isDecimal(own) && (isDecimal(shape) || isNumeric(shape));
    const isSame =
      (isNumeric(shape) && isNumeric(own)) || (isTime(shape) && isTime(own)) || isAmount;
    return member !== undefined && isSame ? { parameter, member, test } : undefined;
  }
  return undefined;
}

/** Returns the only member whose name ends with a noun, as `hourly_rate_cents` does, which `max_rate_cents` bounds. */
function onlyEnding(members: ReadonlyMap<string, string>, noun: string): string | undefined {
  const [only, ...others] = [...members].filter(([plain]) => plain.endsWith(`_${noun}`));
  return others.length === 0 ? only?.[1] : undefined;
}

/** True if a parameter's values, or the items of its list, may equal a member's value. */
function isEqualTest(parameter: Shape, member: Shape, shapes: Shapes): boolean {
  const one = parameter.items === undefined ? parameter : shapes.of(parameter.items);
  const compared = member.items === undefined ? member : shapes.of(member.items);
  if (!isScalar(compared) || compared.types.has("object") || one.types.has("object")) return false;
  // A parameter with a value such as `all`, which the member cannot have, does not compare values.
  const { values } = one;
  return (
    values === undefined || values.every((value) => compared.values?.includes(value) !== false)
  );
}

/** Returns the members of a list's answer that repeat a query parameter. */
export function echoesOf(
  view: OperationView,
  answer: Shape,
  at: string,
): Record<string, string> | undefined {
  const entries = queryParameters(view).flatMap(({ name }): [string, string][] =>
    answer.properties.has(name) && at !== `/${name}` ? [[name, name]] : [],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * Returns the members of a record that are left out unless a query parameter asks for them, such as
 * `include_steps`.
 */
export function includesOf(
  { operation }: OperationView,
  record: Shape,
  shapes: Shapes,
): Record<string, string> | undefined {
  const members = new Map([...record.properties.keys()].map((one) => [plainName(one), one]));
  const entries = operation.parameters.flatMap(
    ({ name, in: location, schema }): [string, string][] => {
      const [verb = "", ...rest] = wordsOf(name);
      const member = members.get(rest.join("_"));
      const isBoolean = shapes.described(schema).types.has("boolean");
      const isIt = location === "query" && isBoolean && ["include", "with"].includes(verb);
      return isIt && member !== undefined ? [[member, name]] : [];
    },
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Returns the query parameters of a list, except those for paging. */
function queryParameters({ operation }: OperationView): Parameter[] {
  const { pagination, parameters } = operation;
  const declared = new Set(Object.values(pagination?.request ?? {}));
  return parameters.filter(
    ({ name, in: location }) =>
      location === "query" && !declared.has(name) && !pagingNames.has(plainName(name)),
  );
}
