import { isFault } from "./faults.ts";
import { read } from "./call.ts";
import type { Answer, Call } from "./call.ts";
import { checked, decimal, instant, nullable, positive, record, text } from "./checks.ts";
import { now, parseInstant } from "./dates.ts";
import { pageOf } from "./paging.ts";
import { isClosed, ownPlant } from "./plants.ts";
import { badRequest, conflict, invalid, notFound } from "./refusals.ts";
import { newId, nextSeq, plants, waterings } from "./store.ts";
import type { Plant, Watering } from "./store.ts";

interface WateringInput {
  liters: number;
  watered_at?: string;
  moisture?: number | null;
  ph?: number | null;
  note?: string | null;
}

interface Kept {
  plantId: string;
  input: string;
  answer: Answer;
}

/** First answers by user and Idempotency-Key. */
const firstAnswers = new Map<string, Kept>();

const reading = record(
  {
    liters: positive(1000),
    watered_at: instant,
    moisture: nullable(decimal(0, 100)),
    ph: nullable(decimal(0, 14)),
    note: nullable(text(0, 500)),
  },
  ["liters"],
);

const earliest = Date.UTC(2000, 0, 1);
const skew = 5 * 60_000;

function plantToList(call: Call): Plant {
  if (!isFault("foreign-waterings-listed")) return ownPlant(call);
  const plant = plants.get(call.path.plantId ?? "");
  if (plant === undefined) throw notFound("plant");
  return plant;
}

function shownWatering({ seq, ...watering }: Watering): object {
  return watering;
}

function litersOf(found: Watering[]): number {
  const sum = found.reduce((total, { liters }) => total + liters, 0);
  return isFault("total-liters-unrounded") ? sum : Math.round(sum * 1000) / 1000;
}

export function listWaterings(call: Call): Answer {
  const plant = plantToList(call);
  const from = call.query.instant("from") ?? -Infinity;
  const to = call.query.instant("to") ?? Infinity;
  const found = (waterings.get(plant.id) ?? []).filter(({ watered_at }) => {
    const time = Date.parse(watered_at);
    return time >= from && (isFault("range-end-included") ? time <= to : time < to);
  });
  const order = {
    key: ({ watered_at }: Watering) => Date.parse(watered_at),
    seq: ({ seq }: Watering) => seq,
    isDescending: true,
  };
  const page = pageOf(
    found,
    order,
    JSON.stringify([call.user, plant.id, String(from), String(to)]),
    call.query,
  );
  return read({ ...page, items: page.items.map(shownWatering), total_liters: litersOf(found) });
}

function inputOf(call: Call): WateringInput {
  const input = checked<WateringInput>(call.json(), reading);
  const time =
    input.watered_at === undefined ? Date.now() : (parseInstant(input.watered_at) ?? NaN);
  if (!(time >= earliest && time <= Date.now() + skew))
    throw invalid([{ field: "/watered_at", problem: "must lie between the year 2000 and now" }]);
  return input;
}

/** The same instant in UTC. */
function inUtc(time: string): string {
  const local = isFault("offset-dropped") ? time.replace(/[+-]\d\d:\d\d$/, "Z") : time;
  return new Date(parseInstant(local) ?? NaN).toISOString();
}

function keyOf(call: Call): string | undefined {
  const key = call.header("idempotency-key");
  if (key !== undefined && !/^[A-Za-z0-9_-]{8,64}$/.test(key))
    throw badRequest("The Idempotency-Key must have 8 to 64 letters, digits, - or _.");
  if (key === undefined) return undefined;
  return isFault("idempotency-key-across-users") ? key : `${call.user} ${key}`;
}

function sameAs(kept: Kept, plantId: string, input: string): Answer {
  const isSame = kept.input === input || isFault("idempotency-body-unchecked");
  if (kept.plantId !== plantId || !isSame)
    throw conflict("The Idempotency-Key was used for another request.");
  return { ...kept.answer, headers: { ...kept.answer.headers, "Idempotent-Replayed": "true" } };
}

function refuseClosed(plant: Plant): void {
  const isShut = isFault("composted-plant-watered") ? plant.status === "sold" : isClosed(plant);
  if (isShut) throw conflict("A plant that is sold or composted is not watered any more.");
}

export function addWatering(call: Call): Answer {
  const plant = ownPlant(call);
  const key = keyOf(call);
  const input = inputOf(call);
  const canonical = JSON.stringify(Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const kept = key === undefined ? undefined : firstAnswers.get(key);
  if (kept !== undefined) return sameAs(kept, plant.id, canonical);
  refuseClosed(plant);
  const time = now();
  const watering: Watering = {
    id: newId("wat"),
    seq: nextSeq(),
    plant_id: plant.id,
    liters: input.liters,
    watered_at: input.watered_at === undefined ? time : inUtc(input.watered_at),
    moisture: input.moisture ?? null,
    ph: input.ph ?? null,
    note: input.note ?? null,
    created_at: time,
  };
  waterings.get(plant.id)?.push(watering);
  const answer = {
    status: 201,
    headers: { "Idempotent-Replayed": "false" },
    body: shownWatering(watering),
  };
  if (key !== undefined) firstAnswers.set(key, { plantId: plant.id, input: canonical, answer });
  return answer;
}
