import { instant } from "./checks.ts";
import type { Check, Issue } from "./checks.ts";
import { faulty } from "./faults.ts";
import { Problem } from "./http.ts";
import type { Call } from "./http.ts";
import type { Kept } from "./store.ts";

/** Reads the parameters of a query and collects what is wrong with them. */
export class Query {
  readonly #call: Call;
  readonly #issues: Issue[] = [];

  constructor(call: Call) {
    this.#call = call;
  }

  all(name: string, check: Check): string[] {
    const values = this.#call.query.getAll(name);
    this.#issues.push(...values.flatMap((value) => check(value, name)));
    return values;
  }

  one(name: string, check: Check): string | undefined {
    const values = this.all(name, check);
    if (values.length > 1) this.#issues.push({ at: name, message: "is given twice" });
    return values[0];
  }

  instant(name: string): number | undefined {
    const value = this.one(name, instant);
    return value === undefined ? undefined : Date.parse(value);
  }

  /** Throws 400 where a parameter that was read is not as described. */
  verify(): void {
    if (this.#issues.length > 0)
      throw new Problem(400, "The query is not as described.", { issues: this.#issues });
  }
}

/** How a list is ordered: by a key, then by the records' numbers. */
export interface Order<Value> {
  /** Names the list too, so that no other list takes its cursors. */
  readonly name: string;
  readonly descending: boolean;
  readonly key: (value: Value) => string | number;
}

type Position = readonly [key: string | number, number: number];

export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface Page<Value> {
  readonly data: Value[];
  readonly page: { readonly total: number; readonly nextCursor: string | null };
}

const limitCheck: Check = (value, at) =>
  /^\d{1,3}$/.test(String(value)) && Number(value) >= 1 && Number(value) <= 100
    ? []
    : [{ at, message: "has to be 1 to 100" }];

const cursorCheck: Check = (value, at) =>
  readCursor(String(value)) === undefined ? [{ at, message: "is no cursor of this list" }] : [];

/** What a cursor says: the order it was made for, and the place of the last item before it. */
function readCursor(cursor: string): { order: string; position: Position } | undefined {
  try {
    const [order, key, number] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const known = typeof key === "string" || typeof key === "number";
    return typeof order === "string" && known && typeof number === "number"
      ? { order, position: [key, number] }
      : undefined;
  } catch {
    return undefined;
  }
}

export function pageRequest(query: Query): PageRequest {
  const limit = query.one("limit", limitCheck);
  return { limit: Number(limit ?? 20), cursor: query.one("cursor", cursorCheck) };
}

function compare([key, number]: Position, [otherKey, otherNumber]: Position): number {
  if (key === otherKey) return number - otherNumber;
  return key < otherKey ? -1 : 1;
}

/** The page of the records that the request asks for. Throws 400 for the cursor of another order. */
export function pageOf<Value>(
  records: readonly Kept<Value>[],
  order: Order<Value>,
  { limit, cursor }: PageRequest,
): Page<Value> {
  const direction = order.descending ? -1 : 1;
  const position = (kept: Kept<Value>): Position => [order.key(kept.value), kept.number];
  const start = cursor === undefined ? undefined : readCursor(cursor);
  if (start !== undefined && start.order !== order.name)
    throw new Problem(400, "The cursor is of a list in another order.", {
      issues: [{ at: "cursor", message: "is no cursor of this list" }],
    });
  const after = (kept: Kept<Value>): boolean => {
    if (start === undefined) return true;
    const distance = direction * compare(position(kept), start.position);
    return faulty("addresses-page-overlaps") && order.name === "addresses"
      ? distance >= 0
      : distance > 0;
  };
  const rest = records
    .toSorted((a, b) => direction * compare(position(a), position(b)))
    .filter(after);
  const shown = rest.slice(0, limit);
  const ofParcels = order.name.startsWith("parcels");
  const last = faulty("parcels-page-skips") && ofParcels ? rest[limit] : shown.at(-1);
  const emptyEnd = faulty("invoices-cursor-at-end") && order.name.startsWith("invoices");
  const nextCursor =
    last === undefined || (rest.length <= limit && !emptyEnd)
      ? null
      : Buffer.from(JSON.stringify([order.name, ...position(last)])).toString("base64url");
  const total = faulty("parcels-total-of-page") && ofParcels ? shown.length : records.length;
  return { data: shown.map((kept) => kept.value), page: { total, nextCursor } };
}
