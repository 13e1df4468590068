import { fault, pause } from "./faults.ts";
import {
  BASE,
  Problem,
  badParam,
  conflict,
  enumParam,
  ifMatchHolds,
  ifNoneMatchHit,
  intParam,
  mediaType,
  notFound,
  readJson,
  textParam,
} from "./http.ts";
import type { Ctx, FieldError, Reply } from "./http.ts";
import * as store from "./store.ts";
import type { Bike, BikeInput } from "./store.ts";
import {
  LINE,
  byCodePoints,
  int,
  invalid,
  list,
  notes,
  nullable,
  num,
  object,
  oneOf,
  str,
  unknownMembers,
  validate,
} from "./validate.ts";
import type { Fields } from "./validate.ts";

const CODE = /^[A-Za-z0-9][A-Za-z0-9-]{1,19}$/;
const TAG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const KINDS = ["city", "cargo", "electric"];
const STATUSES = ["available", "rented", "maintenance", "retired"];

const specFields: Fields = {
  wheelInches: { check: nullable(num(10, 32, 0.5)), fallback: null },
  frameCm: { check: nullable(int(30, 70)), fallback: null },
  colour: { check: nullable(str(1, 30)), fallback: null },
};

const bikeFields: Fields = {
  code: { check: str(2, 20, CODE), required: true },
  model: { check: str(1, 80, LINE), required: true },
  kind: { check: oneOf(KINDS), required: true },
  hourlyRateCents: { check: int(0, 100000), required: true },
  stationId: { check: nullable(str(1, 40)), fallback: null },
  batteryPercent: { check: nullable(int(0, 100)), fallback: null },
  tags: { check: list(8, str(1, 20, TAG)), fallback: [] },
  notes: { check: nullable(notes(500)), fallback: null },
  specs: {
    check: object(specFields),
    fallback: { wheelInches: null, frameCm: null, colour: null },
  },
};

export function bikeView(b: Bike): Record<string, unknown> {
  return {
    id: b.id,
    code: b.code,
    model: b.model,
    kind: b.kind,
    status: b.status,
    hourlyRateCents: b.hourlyRateCents,
    stationId: b.stationId,
    batteryPercent: b.batteryPercent,
    tags: b.tags,
    notes: b.notes,
    specs: b.specs,
    openRepairs: store.openRepairs(b.id),
    repairCostCents: b.repairCostCents,
    rentalCount: b.rentalCount,
    odometerMeters: b.odometerMeters,
    hasSheet: b.sheet !== null,
    retiredReason: b.retiredReason,
    createdAt: store.iso(b.createdAt),
    updatedAt: store.iso(b.updatedAt),
  };
}

export function etagOf(b: Bike): string {
  return `"v${b.version}"`;
}

export function ownBike(ctx: Ctx): Bike {
  const b = store.bikes.get(ctx.params["bikeId"] ?? "");
  if (!b || b.owner !== ctx.owner) throw notFound("bike");
  return b;
}

function bikeReply(status: number, b: Bike, headers: Record<string, string> = {}): Reply {
  return { status, headers: { ETag: etagOf(b), ...headers }, json: bikeView(b) };
}

/** Rules that need more than one member or other records. */
function checkInput(input: BikeInput, owner: string, patching = false): void {
  const errs: FieldError[] = [];
  if (input.kind === "electric" && input.batteryPercent === null) {
    errs.push({ pointer: "/batteryPercent", message: "is needed for electric bikes" });
  }
  if (input.kind !== "electric" && input.batteryPercent !== null) {
    errs.push({ pointer: "/batteryPercent", message: "is for electric bikes only" });
  }
  if (input.stationId !== null) {
    const st = store.stations.get(input.stationId);
    const foreignAllowed = patching && fault("patch-accepts-foreign-station");
    if (!st || (st.owner !== owner && !foreignAllowed))
      errs.push({ pointer: "/stationId", message: "is not a station" });
  }
  if (errs.length) throw invalid(errs);
}

function checkCode(code: string, owner: string, self: Bike | null, exact = false): void {
  for (const b of store.bikes.values()) {
    if (b.owner !== owner || b === self) continue;
    const same = exact ? b.code === code : b.code.toLowerCase() === code.toLowerCase();
    if (same) throw conflict("duplicate_code", `There is a bike ${b.code} already.`);
  }
}

export function checkDock(stationId: string): void {
  const st = store.stations.get(stationId)!;
  const limit = fault("station-holds-one-more") ? st.capacity + 1 : st.capacity;
  if (store.docked(stationId) >= limit)
    throw conflict("station_full", `Station ${st.name} has no free dock.`);
}

/** Conflicts of a change of an existing bike. */
function checkChange(b: Bike, input: BikeInput, exactCode = false): void {
  if (b.status === "retired") throw conflict("wrong_state", "A retired bike cannot be changed.");
  if (b.status === "rented" && input.stationId !== null)
    throw conflict("wrong_state", "A rented bike cannot be docked.");
  checkCode(input.code, b.owner, b, exactCode);
  if (input.stationId !== null && input.stationId !== b.stationId) checkDock(input.stationId);
}

function checkIfMatch(ctx: Ctx, b: Bike): void {
  const header = ctx.req.headers["if-match"];
  if (header !== undefined && !ifMatchHolds(header, etagOf(b))) {
    throw new Problem(412, "precondition_failed", "The bike has been changed since.");
  }
}

export function listBikes(ctx: Ctx): Reply {
  const status = enumParam(ctx, "status", STATUSES);
  const kind = enumParam(ctx, "kind", KINDS);
  const stationId = textParam(ctx, "stationId", 40);
  const tag = textParam(ctx, "tag", 20);
  const minRate = intParam(ctx, "minRateCents", 0, 100000);
  const maxRate = intParam(ctx, "maxRateCents", 0, 100000);
  const q = textParam(ctx, "q", 50);
  const words = q
    ?.toLowerCase()
    .split(/\s+/)
    .filter((w) => w !== "");
  if (words && words.length === 0) throw badParam("q", "has no word.");
  const sort =
    enumParam(ctx, "sort", [
      "code",
      "-code",
      "hourlyRateCents",
      "-hourlyRateCents",
      "odometerMeters",
      "-odometerMeters",
    ]) ?? "code";
  const page = intParam(ctx, "page", 1, 100000) ?? 1;
  let pageSize = intParam(ctx, "pageSize", 1, fault("page-size-over-maximum") ? 1e9 : 50) ?? 10;
  pageSize = Math.min(pageSize, 50);

  const found = [...store.bikes.values()].filter((b) => {
    if (b.owner !== ctx.owner) return false;
    if (status !== undefined ? b.status !== status : b.status === "retired") return false;
    if (kind !== undefined && b.kind !== kind) return false;
    if (stationId !== undefined && b.stationId !== stationId) return false;
    if (tag !== undefined && !b.tags.includes(tag)) return false;
    if (minRate !== undefined && b.hourlyRateCents < minRate) return false;
    if (
      maxRate !== undefined &&
      (fault("max-rate-exclusive") ? b.hourlyRateCents >= maxRate : b.hourlyRateCents > maxRate)
    )
      return false;
    if (words) {
      const texts = [b.code, b.model, b.notes ?? ""].map((t) => t.toLowerCase());
      if (!words.every((w) => texts.some((t) => t.includes(w)))) return false;
    }
    return true;
  });

  const down = sort.startsWith("-") ? -1 : 1;
  const key = sort.replace("-", "") as "code" | "hourlyRateCents" | "odometerMeters";
  const tieDown = key === "hourlyRateCents" && fault("rate-sort-reverses-ties") ? down : 1;
  found.sort((a, b) => {
    const d =
      key === "code" ? byCodePoints(a.code.toLowerCase(), b.code.toLowerCase()) : a[key] - b[key];
    return d !== 0 ? d * down : byCodePoints(a.id, b.id) * tieDown;
  });

  const items = found.slice((page - 1) * pageSize, page * pageSize);
  const links: string[] = [];
  const linkTo = (n: number, rel: string) => {
    const params = new URLSearchParams(ctx.query);
    params.set("page", String(n));
    links.push(`<${BASE}/bikes?${params}>; rel="${rel}"`);
  };
  if (page > 1) linkTo(page - 1, "prev");
  const more = fault("next-link-on-last-page")
    ? items.length === pageSize
    : page * pageSize < found.length;
  if (more) linkTo(page + 1, "next");
  return {
    status: 200,
    headers: links.length ? { Link: links.join(", ") } : {},
    json: { items: items.map(bikeView), page, pageSize, total: found.length },
  };
}

export function createBike(ctx: Ctx): Reply {
  const raw = readJson(ctx);
  const input = validate<BikeInput>(raw, object(bikeFields));
  checkInput(input, ctx.owner);
  if (fault("new-bike-loses-empty-battery")) input.batteryPercent = input.batteryPercent || null;
  checkCode(input.code, ctx.owner, null);
  if (input.stationId !== null) checkDock(input.stationId);
  const now = Date.now();
  const b: Bike = {
    ...input,
    id: store.nextId("bk"),
    owner: ctx.owner,
    status: "available",
    retiredReason: null,
    rentalCount: 0,
    odometerMeters: 0,
    repairCostCents: 0,
    createdAt: now,
    updatedAt: now,
    version: 1,
    sheet: null,
  };
  store.bikes.set(b.id, b);
  return bikeReply(fault("create-bike-answers-200") ? 200 : 201, b, {
    Location: `${BASE}/bikes/${b.id}`,
  });
}

export function getBike(ctx: Ctx): Reply {
  const b = ownBike(ctx);
  const header = ctx.req.headers["if-none-match"];
  if (header !== undefined && ifNoneMatchHit(header, etagOf(b)))
    return { status: 304, headers: { ETag: etagOf(b) } };
  return bikeReply(200, b);
}

export async function replaceBike(ctx: Ctx): Promise<Reply> {
  const b = ownBike(ctx);
  const input = validate<BikeInput>(readJson(ctx), object(bikeFields));
  checkInput(input, ctx.owner);
  checkChange(b, input);
  if (ctx.req.headers["if-match"] === undefined)
    throw new Problem(428, "precondition_required", "A replacement needs If-Match.");
  checkIfMatch(ctx, b);
  if (fault("replacements-race")) await pause(30);
  if (fault("replace-keeps-notes")) input.notes = input.notes ?? b.notes;
  Object.assign(b, input);
  store.touch(b);
  const reply = bikeReply(200, b);
  if (fault("replaced-rate-as-string"))
    reply.json = { ...bikeView(b), hourlyRateCents: String(b.hourlyRateCents) };
  return reply;
}

function merge(target: unknown, patch: unknown): unknown {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return patch;
  const out: Record<string, unknown> =
    typeof target === "object" && target !== null && !Array.isArray(target) ? { ...target } : {};
  for (const [k, v] of Object.entries(patch)) {
    if (v === null) delete out[k];
    else out[k] = merge(out[k], v);
  }
  return out;
}

export function updateBike(ctx: Ctx): Reply {
  const b = ownBike(ctx);
  const type = "application/merge-patch+json";
  const patch = readJson(ctx, type, { "Accept-Patch": type });
  const errs: FieldError[] = [];
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) {
    throw invalid([{ pointer: "", message: "has to be an object" }]);
  }
  unknownMembers(patch, Object.keys(bikeFields), "", errs);
  const specs = (patch as { specs?: unknown }).specs;
  if (typeof specs === "object" && specs !== null && !Array.isArray(specs))
    unknownMembers(specs, Object.keys(specFields), "/specs", errs);
  if (errs.length) throw invalid(errs);

  const current: BikeInput = {
    code: b.code,
    model: b.model,
    kind: b.kind,
    hourlyRateCents: b.hourlyRateCents,
    stationId: b.stationId,
    batteryPercent: b.batteryPercent,
    tags: b.tags,
    notes: b.notes,
    specs: b.specs,
  };
  if (fault("patch-resets-tags")) current.tags = [];
  if (fault("patch-replaces-specs") && specs)
    current.specs = { wheelInches: null, frameCm: null, colour: null };
  const input = validate<BikeInput>(merge(current, patch), object(bikeFields));
  checkInput(input, ctx.owner, true);
  if (fault("refused-patch-half-applied") && b.status !== "retired") {
    b.model = input.model;
    b.hourlyRateCents = input.hourlyRateCents;
  }
  checkChange(b, input, fault("patch-code-unique-by-case"));
  if (!fault("patch-ignores-if-match")) checkIfMatch(ctx, b);
  Object.assign(b, input);
  store.touch(b);
  return bikeReply(200, b);
}

export function deleteBike(ctx: Ctx): Reply {
  const b = ownBike(ctx);
  for (const r of store.rentals.values()) {
    if (r.bikeId === b.id)
      throw conflict("bike_in_use", "The bike has rentals; it can only be retired.");
  }
  checkIfMatch(ctx, b);
  store.bikes.delete(b.id);
  if (!fault("deleted-bike-leaves-repairs")) {
    for (const r of store.repairs.values()) if (r.bikeId === b.id) store.repairs.delete(r.id);
  }
  return { status: 204 };
}

export function retireBike(ctx: Ctx): Reply {
  const b = ownBike(ctx);
  const input = validate<{ reason: string }>(
    readJson(ctx),
    object({ reason: { check: str(1, 200, LINE), required: true } }),
  );
  const ok =
    b.status === "available" || (b.status === "maintenance" && fault("retire-from-maintenance"));
  if (!ok)
    throw conflict(
      "wrong_state",
      `The bike is ${b.status}; only an available bike can be retired.`,
    );
  b.status = "retired";
  b.retiredReason = input.reason;
  b.stationId = null;
  store.touch(b);
  return bikeReply(200, b);
}

// ---- handover sheets --------------------------------------------------

const SHEET_TYPES: Record<string, string> = { "text/plain": "txt", "text/markdown": "md" };
const SHEET_LIMIT = 16384;

export function putSheet(ctx: Ctx): Reply {
  const b = ownBike(ctx);
  const type = mediaType(ctx, Object.keys(SHEET_TYPES));
  if (ctx.bodySize > SHEET_LIMIT)
    throw new Problem(413, "too_large", `A sheet may have at most ${SHEET_LIMIT} bytes.`);
  const errs: FieldError[] = [];
  if (ctx.bodySize === 0) errs.push({ pointer: "", message: "is empty" });
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(ctx.body);
  } catch {
    errs.push({ pointer: "", message: "is not UTF-8" });
  }
  if (errs.length) throw invalid(errs);
  if (b.status === "retired") throw conflict("wrong_state", "A retired bike cannot be changed.");
  const isNew = b.sheet === null || fault("replaced-sheet-answers-201");
  b.sheet = { mediaType: type, bytes: ctx.body };
  store.touch(b);
  return {
    status: isNew ? 201 : 200,
    json: { bikeId: b.id, mediaType: type, bytes: ctx.body.length },
  };
}

export function getSheet(ctx: Ctx): Reply {
  const b = fault("sheet-of-other-operator")
    ? store.bikes.get(ctx.params["bikeId"] ?? "")
    : ownBike(ctx);
  if (!b) throw notFound("bike");
  if (!b.sheet) throw notFound("sheet");
  return {
    status: 200,
    headers: {
      "Content-Type": `${b.sheet.mediaType}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${b.code}.${SHEET_TYPES[b.sheet.mediaType]}"`,
    },
    bytes: b.sheet.bytes,
  };
}
