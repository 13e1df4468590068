import { fault } from "./faults.ts";
import { type ApiError, invalid, type Context, type Query } from "./types.ts";
import { isDate, textLength } from "./validate.ts";

const decode = (s: string): string | null => {
  try {
    return decodeURIComponent(s.replaceAll("+", " "));
  } catch {
    return null;
  }
};

export const parseQuery = (search: string): Query => {
  const query: Query = new Map();
  for (const pair of search.split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    if (name === null) continue;
    const value = decode(at < 0 ? "" : pair.slice(at + 1));
    query.set(name, [...(query.get(name) ?? []), value]);
  }
  return query;
};

const bad = (field: string, message: string): ApiError => invalid([{ field, message }]);

export const many = (query: Query, name: string): string[] =>
  (query.get(name) ?? []).map((value) => {
    if (value === null) throw bad(name, "is not properly encoded");
    return value;
  });

export const one = (query: Query, name: string): string | undefined => {
  const values = many(query, name);
  if (values.length > 1) throw bad(name, "must be given once");
  return values[0];
};

export const oneText = (
  query: Query,
  name: string,
  min: number,
  max: number,
): string | undefined => {
  const value = one(query, name);
  if (value !== undefined && (textLength(value) < min || textLength(value) > max)) {
    throw bad(name, `must have ${min} to ${max} characters`);
  }
  return value;
};

export const oneInteger = (
  query: Query,
  name: string,
  min: number,
  max: number,
): number | undefined => {
  const value = one(query, name);
  if (value === undefined) return undefined;
  const n = Number(value);
  if (!/^-?\d+$/.test(value) || n < min || n > max)
    throw bad(name, `must be an integer from ${min} to ${max}`);
  return n;
};

export const oneEnum = (query: Query, name: string, values: string[]): string | undefined => {
  const value = one(query, name);
  if (value !== undefined && !values.includes(value))
    throw bad(name, `must be one of ${values.join(", ")}`);
  return value;
};

export const manyEnum = (query: Query, name: string, values: string[]): string[] =>
  many(query, name).map((value) => {
    if (!values.includes(value)) throw bad(name, `must be one of ${values.join(", ")}`);
    return value;
  });

export const oneDate = (query: Query, name: string): string | undefined => {
  const value = one(query, name);
  if (value !== undefined && !isDate(value)) throw bad(name, "must be a date (YYYY-MM-DD)");
  return value;
};

// Case is ignored character by character, so that a text always contains its own parts.
export const fold = (s: string): string => Array.from(s, (c) => c.toLowerCase()).join("");
export const contains = (text: string, q: string): boolean => fold(text).includes(fold(q));

export type Key = string | number | null;
export type Order<T> = { name: string; key: (item: T) => Key };
type Paged = { id: string };

const compareText = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));
const compareTitle = (a: string, b: string): number =>
  fault("jobs-title-locale-order") ? a.localeCompare(b, "en") : compareText(a, b);

const compare = (a: [Key, string], b: [Key, string], descending: boolean, name: string): number => {
  const [x, y] = [a[0], b[0]];
  let c = 0;
  if (x === null || y === null) {
    c = (x === null ? 1 : 0) - (y === null ? 1 : 0);
    if (c !== 0) return fault("applications-unrated-first") && descending ? -c : c;
  } else if (typeof x === "number" && typeof y === "number") c = x - y;
  else
    c = name === "title" ? compareTitle(String(x), String(y)) : compareText(String(x), String(y));
  if (c !== 0) return descending ? -c : c;
  return compareText(a[1], b[1]);
};

const readCursor = (
  cursor: string,
  scope: string,
  sort: string,
  numeric: boolean,
): [Key, string] => {
  const refused = bad("cursor", "is not a cursor of this list and sort");
  const bytes = Buffer.from(cursor, "base64url");
  if (bytes.toString("base64url") !== cursor) throw refused;
  let parts: unknown;
  try {
    parts = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw refused;
  }
  if (!Array.isArray(parts) || parts.length !== 4 || parts[0] !== scope || parts[1] !== sort)
    throw refused;
  const key = parts[2];
  if (typeof parts[3] !== "string") throw refused;
  if (!(numeric ? key === null || typeof key === "number" : typeof key === "string")) throw refused;
  return [key, parts[3]];
};

const writeCursor = (scope: string, sort: string, key: Key, id: string): string =>
  Buffer.from(JSON.stringify([scope, sort, key, id])).toString("base64url");

export type PageOptions<T> = {
  scope: string;
  orders: Order<T>[];
  defaultSort: string;
  numeric?: string;
};

export const sortNames = <T>(orders: Order<T>[]): string[] =>
  orders.flatMap((o) => [o.name, `-${o.name}`]);

export const page = <T extends Paged>(ctx: Context, items: T[], options: PageOptions<T>) => {
  const { scope, orders } = options;
  const maximum = scope === "candidates" && fault("candidates-limit-100-refused") ? 99 : 100;
  const limit = oneInteger(ctx.query, "limit", 1, maximum) ?? 20;
  const fixed = orders.length === 1;
  const sort =
    (fixed ? undefined : oneEnum(ctx.query, "sort", sortNames(orders))) ?? options.defaultSort;
  const descending = sort.startsWith("-");
  const name = sort.replace("-", "");
  const order = orders.find((o) => o.name === name)!;
  const keyOf = (item: T): [Key, string] => [order.key(item), item.id];
  const cursor = one(ctx.query, "cursor");
  const after =
    cursor === undefined ? null : readCursor(cursor, scope, sort, options.numeric === name);
  const sorted = items.toSorted((a, b) => compare(keyOf(a), keyOf(b), descending, name));
  const rest = after
    ? sorted.filter((item) => compare(keyOf(item), after, descending, name) > 0)
    : sorted;
  const data = rest.slice(0, limit);
  let more = rest.length > limit;
  if (fault("comments-cursor-after-end") && fixed) more = data.length === limit;
  let last = data[data.length - 1];
  if (more && scope === "jobs" && fault("jobs-next-page-skips-one")) last = rest[limit];
  const nextCursor = more ? writeCursor(scope, sort, ...keyOf(last!)) : null;
  const total = scope === "jobs" && fault("jobs-total-counts-page") ? data.length : items.length;
  return { data, meta: { total, nextCursor } };
};
