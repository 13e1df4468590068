import { fault } from "./faults.ts";
import { BASE, conflict, enumParam, notFound, readJson } from "./http.ts";
import type { Ctx, Reply } from "./http.ts";
import { ownBike } from "./bikes.ts";
import * as store from "./store.ts";
import type { Repair } from "./store.ts";
import {
  LINE,
  byCodePoints,
  date,
  int,
  nullable,
  object,
  oneOf,
  str,
  validate,
} from "./validate.ts";

const PRIORITIES = ["low", "normal", "high"];
const MAX_OPEN = 5;

const repairInput = object({
  title: { check: str(1, 120, LINE), required: true },
  details: { check: nullable(str(1, 1000)), fallback: null },
  priority: { check: oneOf(PRIORITIES), fallback: "normal" },
  dueOn: { check: nullable(date), fallback: null },
});

function repairView(r: Repair): Record<string, unknown> {
  return {
    id: r.id,
    bikeId: r.bikeId,
    title: r.title,
    details: r.details,
    priority: r.priority,
    dueOn: r.dueOn,
    status: r.status,
    costCents: r.costCents,
    openedAt: store.iso(r.openedAt),
    closedAt: r.closedAt === null ? null : store.iso(r.closedAt),
  };
}

function ownRepair(ctx: Ctx): Repair {
  const r = store.repairs.get(ctx.params["repairId"] ?? "");
  if (!r || r.owner !== ctx.owner) throw notFound("repair");
  return r;
}

export function listRepairs(ctx: Ctx): Reply {
  const b = ownBike(ctx);
  const status = enumParam(ctx, "status", ["open", "done"]);
  const found = [...store.repairs.values()]
    .filter((r) => r.bikeId === b.id && (status === undefined || r.status === status))
    .toSorted(
      (x, y) =>
        PRIORITIES.indexOf(y.priority) - PRIORITIES.indexOf(x.priority) ||
        x.openedAt - y.openedAt ||
        byCodePoints(x.id, y.id),
    );
  return { status: 200, json: { items: found.map(repairView), total: found.length } };
}

export function openRepair(ctx: Ctx): Reply {
  const b = ownBike(ctx);
  const input = validate<Pick<Repair, "title" | "details" | "priority" | "dueOn">>(
    readJson(ctx),
    repairInput,
  );
  if (b.status !== "available" && b.status !== "maintenance")
    throw conflict("wrong_state", `The bike is ${b.status}.`);
  if (store.openRepairs(b.id) >= MAX_OPEN)
    throw conflict("repair_limit", `The bike has ${MAX_OPEN} open repairs already.`);
  const r: Repair = {
    ...input,
    id: store.nextId("rp"),
    owner: ctx.owner,
    bikeId: b.id,
    status: "open",
    costCents: null,
    openedAt: Date.now(),
    closedAt: null,
  };
  store.repairs.set(r.id, r);
  b.status = "maintenance";
  const version = b.version;
  store.touch(b);
  if (fault("etag-same-after-repair-opened")) b.version = version;
  return { status: 201, headers: { Location: `${BASE}/repairs/${r.id}` }, json: repairView(r) };
}

export function getRepair(ctx: Ctx): Reply {
  return { status: 200, json: repairView(ownRepair(ctx)) };
}

export function closeRepair(ctx: Ctx): Reply {
  let r = store.repairs.get(ctx.params["repairId"] ?? "")!;
  if (!r || !fault("close-repair-of-other-operator")) r = ownRepair(ctx);
  const lax = fault("close-repair-without-cost");
  const input = validate<{ costCents: number }>(
    readJson(ctx),
    object({ costCents: { check: int(0, 1000000), required: !lax, fallback: 0 } }),
  );
  if (r.status === "done") throw conflict("wrong_state", "The repair is done already.");
  r.status = "done";
  r.costCents = input.costCents;
  r.closedAt = Math.max(Date.now(), r.openedAt);
  const b = store.bikes.get(r.bikeId);
  if (b) {
    b.repairCostCents += r.costCents;
    if (store.openRepairs(b.id) === 0 || fault("first-closed-repair-frees-bike"))
      b.status = "available";
    store.touch(b);
  }
  return { status: 200, json: repairView(r) };
}
