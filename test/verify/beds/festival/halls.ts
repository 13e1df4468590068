import type { Request, Response } from "express";
import { faulty } from "./faults.ts";
import { queryOf, singleInteger } from "./requests.ts";
import { halls } from "./store.ts";

export function listHalls(request: Request, response: Response): void {
  const least = singleInteger(queryOf(request), "minSeats", 0, 10_000) ?? 0;
  const items = [...halls.values()]
    .filter(({ seats }) => (faulty("halls-seats-boundary") ? seats > least : seats >= least))
    .toSorted((left, right) => (left.id < right.id ? -1 : 1));
  response.set("Cache-Control", "public, max-age=3600").json({ items, total: items.length });
}
