import { fault, pause } from "./faults.ts";
import {
  BASE,
  Problem,
  badParam,
  conflict,
  enumParam,
  intParam,
  notFound,
  param,
  readJson,
  textParam,
} from "./http.ts";
import type { Ctx, FieldError, Reply } from "./http.ts";
import { checkDock } from "./bikes.ts";
import { minutesOf, priceOf, speedOf, vatOf } from "./pricing.ts";
import * as store from "./store.ts";
import type { Rental } from "./store.ts";
import {
  LINE,
  byCodePoints,
  instant,
  int,
  invalid,
  object,
  parseInstant,
  str,
  validate,
} from "./validate.ts";

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/u;
const MAX_ACTIVE_PER_RIDER = 2;
const LONGEST = 30 * 24 * 3600 * 1000;

type StartInput = { bikeId: string; riderName: string; riderEmail: string; startedAt: number };
type EndInput = { endedAt: number; stationId: string; distanceMeters: number };

const startInput = object({
  bikeId: { check: str(1, 40), required: true },
  riderName: { check: str(1, 80, LINE), required: true },
  riderEmail: { check: str(5, 120, EMAIL), required: true },
  startedAt: { check: instant, required: true },
});

function endInput() {
  return object({
    endedAt: { check: instant, required: true },
    stationId: { check: str(1, 40), required: true },
    distanceMeters: {
      check: int(fault("negative-distance-accepted") ? -1000000 : 0, 1000000),
      required: true,
    },
  });
}

function rentalView(r: Rental): Record<string, unknown> {
  return {
    id: r.id,
    bikeId: r.bikeId,
    bikeCode: r.bikeCode,
    riderName: r.riderName,
    riderEmail: r.riderEmail,
    status: r.status,
    startedAt: store.iso(r.startedAt),
    endedAt: r.endedAt === null ? null : store.iso(r.endedAt),
    startStationId: r.startStationId,
    endStationId: r.endStationId,
    hourlyRateCents: r.hourlyRateCents,
    distanceMeters: r.distanceMeters,
    billedMinutes: r.billedMinutes,
    priceCents: r.priceCents,
    vatCents: r.vatCents,
    averageKmh: r.averageKmh,
    createdAt: store.iso(r.createdAt),
  };
}

function ownRental(ctx: Ctx): Rental {
  const r = store.rentals.get(ctx.params["rentalId"] ?? "");
  if (!r || r.owner !== ctx.owner) throw notFound("rental");
  return r;
}

// ---- starting ---------------------------------------------------------

const KEY = /^[A-Za-z0-9_-]{8,64}$/;
const answers = new Map<string, { body: string; reply: Reply }>();

function canonical(v: unknown): string {
  if (Array.isArray(v)) return `[${v.map(canonical).join(",")}]`;
  if (typeof v === "object" && v !== null) {
    const o = v as Record<string, unknown>;
    return `{${Object.keys(o)
      .toSorted()
      .map((k) => `${JSON.stringify(k)}:${canonical(o[k])}`)
      .join(",")}}`;
  }
  return JSON.stringify(v);
}

export function startRental(ctx: Ctx): Reply {
  const raw = readJson(ctx);
  const key = ctx.req.headers["idempotency-key"] as string | undefined;
  if (key !== undefined && !KEY.test(key))
    throw badParam("Idempotency-Key", "has to have 8 to 64 letters, digits, _ or -.");
  const input = validate<StartInput>(raw, startInput);
  const slot = fault("idempotency-keys-shared") ? `${key}` : `${ctx.owner} ${key}`;
  const body = canonical(raw);
  if (key !== undefined) {
    const earlier = answers.get(slot);
    if (earlier) {
      if (earlier.body !== body && !fault("idempotency-body-not-compared")) {
        throw new Problem(422, "idempotency_key_reused", "The key was used with another content.");
      }
      return {
        ...earlier.reply,
        headers: { ...earlier.reply.headers, "Idempotency-Replayed": "true" },
      };
    }
  }
  const bike = store.bikes.get(input.bikeId);
  if (!bike || bike.owner !== ctx.owner)
    throw invalid([{ pointer: "/bikeId", message: "is not a bike" }]);
  if (bike.status !== "available") throw conflict("wrong_state", `The bike is ${bike.status}.`);
  if (fault("refused-start-leaves-bike-rented")) bike.status = "rented";
  let active = 0;
  for (const r of store.rentals.values()) {
    if (
      r.owner === ctx.owner &&
      r.status === "active" &&
      r.riderEmail.toLowerCase() === input.riderEmail.toLowerCase()
    )
      active++;
  }
  if (active >= MAX_ACTIVE_PER_RIDER)
    throw conflict("rider_limit", `The rider has ${active} active rentals already.`);

  const r: Rental = {
    id: store.nextId("rt"),
    owner: ctx.owner,
    bikeId: bike.id,
    bikeCode: bike.code,
    riderName: input.riderName,
    riderEmail: input.riderEmail,
    status: "active",
    startedAt: input.startedAt,
    endedAt: null,
    startStationId: bike.stationId,
    endStationId: null,
    hourlyRateCents: bike.hourlyRateCents,
    distanceMeters: null,
    billedMinutes: null,
    priceCents: null,
    vatCents: null,
    averageKmh: null,
    createdAt: Date.now(),
  };
  store.rentals.set(r.id, r);
  bike.status = "rented";
  bike.stationId = null;
  bike.rentalCount++;
  store.touch(bike);
  const reply: Reply = {
    status: 201,
    headers: { Location: `${BASE}/rentals/${r.id}` },
    json: rentalView(r),
  };
  if (key !== undefined) answers.set(slot, { body, reply });
  return reply;
}

// ---- reading ----------------------------------------------------------

function readCursor(raw: string): { startedAt: number; id: string } {
  const m = /^(-?\d{1,15})~(rt_\d{6,})$/.exec(Buffer.from(raw, "base64url").toString("latin1"));
  if (!m || writeCursor(Number(m[1]), m[2] ?? "") !== raw)
    throw badParam("cursor", "is not one of this service.");
  return { startedAt: Number(m[1]), id: m[2] ?? "" };
}

function writeCursor(startedAt: number, id: string): string {
  return Buffer.from(`${startedAt}~${id}`, "latin1").toString("base64url");
}

function timeParam(ctx: Ctx, name: string): number | undefined {
  const raw = param(ctx, name);
  if (raw === undefined) return undefined;
  const t = parseInstant(raw);
  if (t === null) throw badParam(name, "has to be a date-time with an offset.");
  return t;
}

export function listRentals(ctx: Ctx): Reply {
  const status = enumParam(ctx, "status", ["active", "finished"]);
  const bikeId = textParam(ctx, "bikeId", 40);
  const email = textParam(ctx, "riderEmail", 120)?.toLowerCase();
  const from = timeParam(ctx, "from");
  const to = timeParam(ctx, "to");
  const limit = intParam(ctx, "limit", 1, 100) ?? 10;
  const rawCursor = param(ctx, "cursor");
  const after = rawCursor === undefined ? null : readCursor(rawCursor);

  const found = [...store.rentals.values()]
    .filter((r) => r.owner === ctx.owner)
    .filter((r) => status === undefined || r.status === status)
    .filter((r) => bikeId === undefined || r.bikeId === bikeId)
    .filter((r) => email === undefined || r.riderEmail.toLowerCase() === email)
    .filter((r) => from === undefined || r.startedAt >= from)
    .filter(
      (r) =>
        to === undefined || (fault("rentals-to-inclusive") ? r.startedAt <= to : r.startedAt < to),
    )
    .toSorted((a, b) => b.startedAt - a.startedAt || byCodePoints(a.id, b.id));
  const rest = found.filter((r) => {
    if (!after) return true;
    if (r.startedAt !== after.startedAt) return r.startedAt < after.startedAt;
    return fault("cursor-skips-ties") ? false : byCodePoints(r.id, after.id) > 0;
  });
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return {
    status: 200,
    json: {
      items: items.map(rentalView),
      nextCursor: last && rest.length > items.length ? writeCursor(last.startedAt, last.id) : null,
    },
  };
}

export function getRental(ctx: Ctx): Reply {
  return { status: 200, json: rentalView(ownRental(ctx)) };
}

// ---- ending -----------------------------------------------------------

export async function endRental(ctx: Ctx): Promise<Reply> {
  const r = ownRental(ctx);
  const input = validate<EndInput>(readJson(ctx), endInput());
  const errs: FieldError[] = [];
  if (input.endedAt <= r.startedAt)
    errs.push({ pointer: "/endedAt", message: "has to be after the start" });
  if (input.endedAt - r.startedAt > LONGEST)
    errs.push({ pointer: "/endedAt", message: "is more than 30 days after the start" });
  const station = store.stations.get(input.stationId);
  if (!station || station.owner !== ctx.owner)
    errs.push({ pointer: "/stationId", message: "is not a station" });
  if (errs.length) throw invalid(errs);
  if (r.status !== "active") throw conflict("wrong_state", "The rental is finished already.");
  checkDock(input.stationId);
  if (fault("last-dock-race")) await pause(30);

  const bike = store.bikes.get(r.bikeId)!;
  const ms = input.endedAt - r.startedAt;
  const rate = fault("price-from-current-rate") ? bike.hourlyRateCents : r.hourlyRateCents;
  r.status = "finished";
  r.endedAt = input.endedAt;
  r.endStationId = input.stationId;
  r.distanceMeters = input.distanceMeters;
  r.billedMinutes = minutesOf(ms);
  r.priceCents = priceOf(rate, r.billedMinutes);
  r.vatCents = vatOf(r.priceCents);
  r.averageKmh = speedOf(input.distanceMeters, ms);
  bike.status = "available";
  bike.stationId = input.stationId;
  bike.odometerMeters += input.distanceMeters;
  store.touch(bike);
  return { status: 200, json: rentalView(r) };
}
