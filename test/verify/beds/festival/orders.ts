import { isDeepStrictEqual } from "node:util";
import type { Request, Response } from "express";
import { faulty } from "./faults.ts";
import { orderInputOf, repetitionKeyOf } from "./order-input.ts";
import type { OrderInput } from "./order-input.ts";
import { Problem } from "./problems.ts";
import { jsonOf, signedIn } from "./requests.ts";
import { journalled, nextId, orders, screenings } from "./store.ts";
import type { Order } from "./store.ts";
import type { User } from "./users.ts";

interface Repeatable {
  body: unknown;
  orderId: string;
  answer: ReturnType<typeof viewOf>;
}

const repeatable = new Map<string, Repeatable>();

const viewOf = (order: Order) => ({
  id: order.id,
  screeningId: order.screeningId,
  status: order.status,
  lines: order.lines,
  total: order.total,
  note: order.note,
  createdAt: order.createdAt,
});

function orderOf(request: Request, user: User): Order {
  const order = orders.get(String(request.params["orderId"]));
  if (order?.organisation === user.organisation) return order;
  throw new Problem(404, "There is no such order.");
}

function requireSeats({ screening, tickets }: OrderInput): void {
  if (screening.seats - screening.seatsTaken < tickets)
    throw new Problem(409, "The screening has too few seats left.");
}

function booked(input: OrderInput, user: User): Order {
  const { screening, lines, tickets, total, note } = input;
  screening.seatsTaken += tickets;
  const order: Order = {
    id: nextId("order"),
    organisation: user.organisation,
    screeningId: screening.id,
    filmId: screening.filmId,
    status: "booked",
    lines,
    tickets,
    total,
    note: faulty("order-note-lost") ? undefined : note,
    createdAt: new Date().toISOString(),
  };
  orders.set(order.id, order);
  return order;
}

function send(response: Response, { orderId, answer }: Repeatable): void {
  response.status(201).set("Location", `/orders/${orderId}`).json(answer);
}

export async function createOrder(request: Request, response: Response): Promise<void> {
  const user = signedIn(request);
  const key = repetitionKeyOf(request, user);
  const body = jsonOf(request);
  const earlier = key === undefined ? undefined : repeatable.get(key);
  if (earlier !== undefined) {
    if (!isDeepStrictEqual(earlier.body, body))
      throw new Problem(422, "The key was used for another order.");
    send(response, earlier);
    return;
  }
  if (faulty("order-key-race") && key !== undefined) await journalled();
  const input = orderInputOf(request, user);
  requireSeats(input);
  if (faulty("order-oversold")) await journalled();
  const order = booked(input, user);
  const made = { body, orderId: order.id, answer: { ...viewOf(order), note: input.note } };
  if (key !== undefined) repeatable.set(key, made);
  await journalled();
  send(response, made);
}

export function getOrder(request: Request, response: Response): void {
  response.json(viewOf(orderOf(request, signedIn(request))));
}

export function cancelOrder(request: Request, response: Response): void {
  const user = signedIn(request);
  const any = orders.get(String(request.params["orderId"]));
  const order = faulty("order-cancelled-by-others") && any ? any : orderOf(request, user);
  if (order.status === "cancelled") throw new Problem(409, "The order is cancelled already.");
  order.status = "cancelled";
  const screening = screenings.get(order.screeningId);
  if (screening !== undefined && !faulty("screening-seats-not-freed"))
    screening.seatsTaken -= order.tickets;
  response.json(viewOf(order));
}
