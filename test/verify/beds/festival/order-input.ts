import type { Request } from "express";
import { Checks } from "./checks.ts";
import { faulty } from "./faults.ts";
import { badParameter } from "./problems.ts";
import { jsonOf } from "./requests.ts";
import { categories, screenings } from "./store.ts";
import type { Category, OrderLine, Screening } from "./store.ts";
import type { User } from "./users.ts";

const mostTickets = 8;

const percentages: Record<Category, number> = { adult: 100, student: 85, child: 50 };

interface Wanted {
  category: Category;
  quantity: number;
}

export interface OrderInput {
  screening: Screening;
  lines: OrderLine[];
  tickets: number;
  total: number;
  note: string | undefined;
}

function pricedLine({ category, quantity }: Wanted, price: number): OrderLine {
  const hundredths = price * percentages[category];
  const unitPrice = Math.floor((hundredths + 50) / 100);
  const amount = faulty("order-rounded-late")
    ? Math.floor((hundredths * quantity + 50) / 100)
    : unitPrice * quantity;
  return { category, quantity, unitPrice, amount };
}

function linesOf(checks: Checks, value: unknown): Wanted[] {
  const most = faulty("order-category-twice") ? mostTickets : categories.length;
  const lines = checks.list(value, "/lines", 1, most).map((line, index) => {
    const path = `/lines/${String(index)}`;
    const { category, quantity } = checks.object(line, path, ["category", "quantity"]);
    return {
      category: checks.oneOf(category, `${path}/category`, categories),
      quantity: checks.integer(quantity, `${path}/quantity`, 1, mostTickets),
    };
  });
  const named = new Set(lines.map(({ category }) => category));
  if (named.size < lines.length && !faulty("order-category-twice"))
    checks.refuse("/lines", "names a category twice");
  return lines;
}

function screeningNamed(checks: Checks, id: string, user: User): Screening | undefined {
  const screening = screenings.get(id);
  if (screening?.organisation === user.organisation) return screening;
  if (!faulty("order-screening-unknown-500"))
    checks.refuse("/screeningId", "is no screening of the organisation");
  return undefined;
}

/** What the body orders, with its prices. */
export function orderInputOf(request: Request, user: User): OrderInput {
  const checks = new Checks();
  const value = checks.object(jsonOf(request), "", ["screeningId", "lines", "note"]);
  const id = checks.text(value["screeningId"], "/screeningId", { most: 40 });
  const screening = screeningNamed(checks, id, user);
  const wanted = linesOf(checks, value["lines"]);
  const note = checks.optional(value["note"], (text) => checks.text(text, "/note", { most: 200 }));
  const tickets = wanted.reduce((sum, { quantity }) => sum + quantity, 0);
  if (tickets > mostTickets && !faulty("order-limit-by-line"))
    checks.refuse("/lines", `has more than ${String(mostTickets)} tickets`);
  checks.finish();
  const lines = wanted.map((line) => pricedLine(line, screening!.price));
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return { screening: screening!, lines, tickets, total, note };
}

/** The key under which a repetition of the order is known; nothing where there is none. */
export function repetitionKeyOf(request: Request, user: User): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(key))
    throw badParameter("Idempotency-Key", "must have 1 to 64 letters, digits, - or _");
  return `${user.name} ${key}`;
}
