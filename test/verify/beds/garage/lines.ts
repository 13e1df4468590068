// Lines of job orders, which take parts from the stock.
import { setTimeout as pause } from "node:timers/promises";
import { fault } from "./faults.ts";
import {
  conflict,
  empty,
  json,
  notFound,
  parseJson,
  requireContent,
  type Answer,
  type Call,
} from "./http.ts";
import { findOrder, isWorkable } from "./orders.ts";
import { divideHalfUp, type Line } from "./store.ts";
import { checkBody, type Shapes } from "./validate.ts";

const SHAPES: Shapes = {
  quantity: { kind: "int", required: true, min: 1, max: 1000 },
  discountPercent: { kind: "int", fallback: 0, min: 0, max: 100 },
};

const MAX_LINES = 20;

export function lineView(line: Line) {
  const { partNumber, name, quantity, unitPriceCents, discountPercent } = line;
  const totalCents = divideHalfUp(quantity * unitPriceCents * (100 - discountPercent), 100);
  return { partNumber, name, quantity, unitPriceCents, discountPercent, totalCents };
}

export async function putLine(call: Call): Promise<Answer> {
  const order = findOrder(call);
  const part = call.workshop.parts.get(call.params.partNumber);
  if (!part) throw notFound("part");
  const { quantity, discountPercent } = checkBody<Line>(
    parseJson(requireContent(call, "application/json")),
    SHAPES,
  );
  if (!isWorkable(order))
    throw conflict(`The lines of a job order that is ${order.status} cannot be changed.`);
  const existing = order.lines.find((line) => line.partNumber === part.partNumber);
  if (!existing && order.lines.length >= MAX_LINES)
    throw conflict(`A job order has at most ${MAX_LINES} lines.`);
  const before = existing && !fault("line-change-takes-all") ? existing.quantity : 0;
  const left = part.stock - (quantity - before);
  if (left < 0) throw conflict(`Only ${part.stock} of this part are in stock.`);
  if (fault("line-stock-race")) await pause(25);
  part.stock = left;
  if (existing) {
    existing.quantity = quantity;
    existing.discountPercent = discountPercent;
    if (fault("line-price-refreshed")) existing.unitPriceCents = part.unitPriceCents;
    return json(200, lineView(existing));
  }
  const { partNumber, name, unitPriceCents } = part;
  const line: Line = { partNumber, name, quantity, unitPriceCents, discountPercent };
  order.lines.push(line);
  return json(201, lineView(line));
}

export function removeLine(call: Call): Answer {
  const order = findOrder(call);
  const index = order.lines.findIndex((line) => line.partNumber === call.params.partNumber);
  if (index < 0) throw notFound("line");
  const locked = fault("line-remove-after-done")
    ? order.status === "invoiced" || order.status === "cancelled"
    : !isWorkable(order);
  if (locked) throw conflict(`The lines of a job order that is ${order.status} cannot be changed.`);
  const [line] = order.lines.splice(index, 1) as [Line];
  call.workshop.parts.get(line.partNumber)!.stock += line.quantity;
  return empty(204);
}
