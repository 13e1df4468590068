import { isFault, slowDisk } from "./faults.ts";
import { read } from "./call.ts";
import type { Answer, Call } from "./call.ts";
import {
  anyText,
  calendarDate,
  checked,
  integer,
  nullable,
  oneOf,
  record,
  text,
} from "./checks.ts";
import { now } from "./dates.ts";
import { conflict, invalid, notFound } from "./refusals.ts";
import { newId, plants, workOrders } from "./store.ts";
import type { WorkOrder } from "./store.ts";

type OrderInput = Pick<WorkOrder, "plant_id" | "task" | "due_on"> & Partial<WorkOrder>;

interface Transition {
  to: WorkOrder["state"];
  reason?: string | null;
}

const newOrder = record(
  {
    plant_id: anyText,
    task: oneOf(["repot", "prune", "move", "treat"]),
    due_on: calendarDate,
    priority: integer(1, 5),
    assignee: nullable(text(1, 60)),
  },
  ["plant_id", "task", "due_on"],
);

const transition = record(
  { to: oneOf(["in_progress", "done", "cancelled"]), reason: nullable(text(1, 200)) },
  ["to"],
);

const following: Record<WorkOrder["state"], string[]> = {
  open: ["in_progress", "cancelled"],
  in_progress: ["done", "cancelled"],
  done: isFault("finished-order-reopened") ? ["in_progress"] : [],
  cancelled: [],
};

function ownOrder(call: Call, isAnyones = false): WorkOrder {
  const order = workOrders.get(call.path.workOrderId ?? "");
  if (order === undefined || (order.owner !== call.user && !isAnyones))
    throw notFound("work order");
  return order;
}

function shownOrder(order: WorkOrder): object {
  const isBare = order.state === "cancelled" && isFault("cancelled-order-shape");
  return isBare ? { ...order, completed_at: undefined } : order;
}

function nextNumber(user: string): number {
  const numbers = [...workOrders.values()]
    .filter(({ owner }) => owner === user)
    .map(({ number }) => number);
  return Math.max(0, ...numbers) + 1;
}

export async function createWorkOrder(call: Call): Promise<Answer> {
  const input = checked<OrderInput>(call.json(), newOrder);
  if (plants.get(input.plant_id)?.owner !== call.user)
    throw invalid([{ field: "/plant_id", problem: "names none of your plants" }]);
  const number = nextNumber(call.user);
  if (isFault("order-number-twice")) await slowDisk();
  const time = now();
  const order: WorkOrder = {
    id: newId("wo"),
    owner: call.user,
    number,
    plant_id: input.plant_id,
    task: input.task,
    state: "open",
    due_on: input.due_on,
    priority: input.priority ?? 3,
    assignee: input.assignee ?? null,
    cancel_reason: null,
    completed_at: null,
    created_at: time,
    updated_at: time,
  };
  workOrders.set(order.id, order);
  return {
    status: 201,
    headers: { Location: `/v1/work-orders/${order.id}` },
    body: shownOrder(order),
  };
}

export function getWorkOrder(call: Call): Answer {
  return read(shownOrder(ownOrder(call)));
}

export function transitionWorkOrder(call: Call): Answer {
  const order = ownOrder(call, isFault("foreign-order-advanced"));
  const { to, reason = null } = checked<Transition>(call.json(), transition);
  if (to === "cancelled" && reason === null)
    throw invalid([{ field: "/reason", problem: "is required to cancel" }]);
  if (to !== "cancelled" && reason !== null)
    throw invalid([{ field: "/reason", problem: "is for cancelling only" }]);
  if (!following[order.state].includes(to))
    throw conflict(`A work order that is ${order.state} cannot become ${to}.`);
  const time = now();
  Object.assign(order, {
    state: to,
    cancel_reason: reason,
    completed_at: to === "done" ? time : null,
    updated_at: time,
  });
  return { status: 200, body: shownOrder(order) };
}
