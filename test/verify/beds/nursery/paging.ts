import { createHash } from "node:crypto";
import { isFault } from "./faults.ts";
import { badRequest } from "./refusals.ts";
import type { Query } from "./query.ts";

type Key = string | number;

export interface Position {
  key: Key;
  seq: number;
}

export interface Order<T> {
  key: (item: T) => Key;
  seq: (item: T) => number;
  isDescending: boolean;
}

export interface Page<T> {
  items: T[];
  total: number;
  next_cursor: string | null;
}

/** UTF-8 sorts as its code points do, unlike the UTF-16 of the language. */
function compareKeys(a: Key, b: Key): number {
  return typeof a === "number" && typeof b === "number"
    ? a - b
    : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

/** By key, up or down, and those with the same key always in the order of their creation. */
function compare(a: Position, b: Position, isDescending: boolean): number {
  const byKey = compareKeys(a.key, b.key);
  return (isDescending ? -byKey : byKey) || a.seq - b.seq;
}

function seal(text: string, scope: string): string {
  return createHash("sha256")
    .update(JSON.stringify(["nursery", scope, text]))
    .digest("hex")
    .slice(0, 16);
}

/** A cursor is good for its scope only: a list of a user with its filters and order. */
export function cursorAt({ key, seq }: Position, scope: string): string {
  const text = JSON.stringify([key, seq]);
  return `${Buffer.from(text).toString("base64url")}.${seal(text, scope)}`;
}

export function positionOf(cursor: string, scope: string): Position {
  const [code = "", sealed] = cursor.split(".");
  const text = Buffer.from(code, "base64url").toString();
  if (
    seal(text, scope) !== sealed ||
    cursor !== `${Buffer.from(text).toString("base64url")}.${sealed}`
  )
    throw badRequest("The cursor is not one of this list with these filters and this order.");
  const [key, seq] = JSON.parse(text);
  return { key, seq };
}

export function limitOf(query: Query): number {
  return query.integer("limit", { min: 1, max: 100 }) ?? 20;
}

/** One page of the items that a list has. */
export function pageOf<T>(items: T[], order: Order<T>, scope: string, query: Query): Page<T> {
  return pageFrom(items, order, scope, { limit: limitOf(query), cursor: query.one("cursor") });
}

export function pageFrom<T>(
  items: T[],
  order: Order<T>,
  scope: string,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Page<T> {
  const at = (item: T): Position => ({ key: order.key(item), seq: order.seq(item) });
  const sorted = items.toSorted((a, b) => compare(at(a), at(b), order.isDescending));
  const start = cursor === undefined ? undefined : positionOf(cursor, scope);
  const rest =
    start === undefined ? sorted : sorted.filter((item) => isAfter(at(item), start, order));
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  const isMore = isFault("cursor-after-last-page") ? shown.length === limit : rest.length > limit;
  return {
    items: shown,
    total: items.length,
    next_cursor: isMore && last !== undefined ? cursorAt(at(last), scope) : null,
  };
}

function isAfter<T>(position: Position, start: Position, { isDescending }: Order<T>): boolean {
  if (isFault("ties-skipped"))
    return compareKeys(position.key, start.key) * (isDescending ? -1 : 1) > 0;
  return compare(position, start, isDescending) > 0;
}
