// Job orders: open -> in_progress -> done -> invoiced, or cancelled.
import { fault } from "./faults.ts";
import {
  BASE,
  conflict,
  json,
  notFound,
  parseJson,
  requireContent,
  type Answer,
  type Call,
} from "./http.ts";
import { lineView } from "./lines.ts";
import { divideHalfUp, newId, now, type Order, type OrderStatus, type Workshop } from "./store.ts";
import { checkBody, refuse, type Shapes } from "./validate.ts";

const CREATE = {
  vehicleId: { kind: "text", required: true },
  title: { kind: "text", required: true, min: 1, max: 200 },
  note: { kind: "text", fallback: "", max: 2000 },
  odometerKm: { kind: "int", min: 0, max: 2000000 },
  labourMinutes: { kind: "int", fallback: 0, min: 0, max: 10000 },
} satisfies Shapes;

const PATCH: Shapes = {
  title: CREATE.title,
  note: CREATE.note,
  labourMinutes: CREATE.labourMinutes,
  status: { kind: "text", oneOf: ["open", "in_progress", "done", "cancelled"] },
};

export function findOrder(call: Call): Order {
  const order = call.workshop.orders.get(call.params.orderId);
  if (!order) throw notFound("job order");
  return order;
}

export function isWorkable(order: Order): boolean {
  return order.status === "open" || order.status === "in_progress";
}

export function amounts(workshop: Workshop, order: Order) {
  const vatPercent = fault("order-vat-live") ? workshop.settings.vatPercent : order.vatPercent;
  const labourCents = divideHalfUp(order.labourMinutes * order.hourlyRateCents, 60);
  const netCents = order.lines.reduce((sum, line) => sum + lineView(line).totalCents, labourCents);
  const taxCents = fault("order-tax-floor")
    ? Math.floor((netCents * vatPercent) / 100)
    : divideHalfUp(netCents * vatPercent, 100);
  return { vatPercent, labourCents, netCents, taxCents, totalCents: netCents + taxCents };
}

export function orderView(workshop: Workshop, order: Order) {
  const { id, number, vehicleId, title, note, odometerKm, labourMinutes, hourlyRateCents, status } =
    order;
  const slot = order.appointment;
  return {
    id,
    number,
    vehicleId,
    title,
    note,
    odometerKm,
    status,
    labourMinutes,
    hourlyRateCents,
    lines: order.lines.map(lineView),
    appointment: slot && { bay: slot.bay, startsAt: slot.startsAt, endsAt: slot.endsAt },
    ...amounts(workshop, order),
    createdAt: order.createdAt,
    finishedAt: order.finishedAt,
    invoicedAt: order.invoicedAt,
  };
}

export function createOrder(call: Call): Answer {
  const fields = checkBody<Omit<Order, "odometerKm"> & { odometerKm?: number }>(
    parseJson(requireContent(call, "application/json")),
    CREATE,
  );
  const { workshop } = call;
  const vehicle = workshop.vehicles.get(fields.vehicleId);
  if (!vehicle) {
    refuse([{ in: "body", field: "/vehicleId", message: "is not a vehicle of the workshop" }]);
    throw new Error("unreachable");
  }
  const odometerKm: number = fields.odometerKm ?? vehicle.odometerKm;
  if (odometerKm < vehicle.odometerKm && !fault("order-odometer-lower-accepted")) {
    refuse([
      { in: "body", field: "/odometerKm", message: `must be at least ${vehicle.odometerKm}` },
    ]);
  }
  if (!fault("vehicle-odometer-not-raised"))
    vehicle.odometerKm = Math.max(vehicle.odometerKm, odometerKm);
  const order: Order = {
    id: newId("ord"),
    number: workshop.nextNumber++,
    vehicleId: vehicle.id,
    title: fields.title,
    note: fields.note,
    odometerKm,
    labourMinutes: fields.labourMinutes,
    hourlyRateCents: workshop.settings.hourlyRateCents,
    vatPercent: workshop.settings.vatPercent,
    status: "open",
    lines: [],
    appointment: null,
    invoice: null,
    createdAt: now(),
    finishedAt: null,
    invoicedAt: null,
  };
  workshop.orders.set(order.id, order);
  return json(201, orderView(workshop, order), { Location: `${BASE}/orders/${order.id}` });
}

export function getOrder(call: Call): Answer {
  return json(200, orderView(call.workshop, findOrder(call)));
}

const NEXT: Record<OrderStatus, OrderStatus[]> = {
  open: ["in_progress", "cancelled"],
  in_progress: ["done", "cancelled"],
  done: [],
  invoiced: [],
  cancelled: [],
};

function checkMove(order: Order, to: OrderStatus, labourMinutes: number): void {
  const allowed =
    fault("order-open-to-done") && order.status === "open"
      ? [...NEXT.open, "done"]
      : NEXT[order.status];
  if (!allowed.includes(to)) throw conflict(`A job order cannot go from ${order.status} to ${to}.`);
  if (to === "done" && order.lines.length === 0 && labourMinutes === 0) {
    throw conflict("A job order without lines and labour cannot be done.");
  }
}

function cancel(workshop: Workshop, order: Order): void {
  order.appointment = null;
  if (fault("order-cancel-keeps-stock")) return;
  for (const line of order.lines) workshop.parts.get(line.partNumber)!.stock += line.quantity;
}

export function updateOrder(call: Call): Answer {
  const order = findOrder(call);
  const patch = checkBody<Partial<Order>>(
    parseJson(requireContent(call, "application/merge-patch+json")),
    PATCH,
    true,
  );
  const { status, ...rest } = patch;
  if (!isWorkable(order) && (rest.title !== undefined || rest.labourMinutes !== undefined)) {
    throw conflict(`Only the note of a job order that is ${order.status} can be changed.`);
  }
  if (fault("order-half-applied")) Object.assign(order, rest);
  const moves = status !== undefined && status !== order.status;
  if (moves) checkMove(order, status, rest.labourMinutes ?? order.labourMinutes);
  Object.assign(order, rest);
  if (moves) {
    order.status = status;
    if (status === "done") order.finishedAt = now();
    if (status === "cancelled") cancel(call.workshop, order);
  }
  return json(200, orderView(call.workshop, order));
}
