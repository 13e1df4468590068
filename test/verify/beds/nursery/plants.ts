import { isFault, slowDisk } from "./faults.ts";
import { readTagged } from "./call.ts";
import type { Answer, Call } from "./call.ts";
import { meetConditions, tagOf } from "./conditions.ts";
import { now } from "./dates.ts";
import { forgetCount } from "./greenhouses.ts";
import { newPlantOf, patchOf } from "./plant-input.ts";
import type { PlantPatch } from "./plant-input.ts";
import { conflict, notFound } from "./refusals.ts";
import { latestUser } from "./users.ts";
import { newId, nextSeq, photos, plants, watches, waterings, workOrders } from "./store.ts";
import type { Location, Plant } from "./store.ts";

export function ownPlant(call: Call): Plant {
  const plant = plants.get(call.path.plantId ?? "");
  if (plant?.owner !== call.user) throw notFound("plant");
  return plant;
}

export function isClosed({ status }: Plant): boolean {
  return status === "sold" || status === "composted";
}

/** A plant as callers see it. */
export function shown({ seq, ...plant }: Plant): object {
  return { ...plant, photo_names: [...(photos.get(plant.id)?.keys() ?? [])] };
}

function plantTag(plant: Plant): string {
  if (isFault("tag-by-second")) return tagOf([plant.id, plant.updated_at.slice(0, 19)]);
  return tagOf(shown(plant));
}

export async function createPlant(call: Call): Promise<Answer> {
  const input = newPlantOf(call);
  if (isFault("user-mixed-up")) await slowDisk();
  const time = now();
  const plant: Plant = {
    id: newId("plt"),
    seq: nextSeq(),
    owner: isFault("user-mixed-up") ? latestUser() : call.user,
    greenhouse_id: input.greenhouse_id,
    species_code: input.species_code,
    name: input.name,
    status: "seedling",
    quantity: input.quantity,
    sown_on: input.sown_on ?? null,
    target_ph: input.target_ph ?? null,
    note: isFault("empty-note-nulled") ? input.note || null : (input.note ?? null),
    location: locationOf(input.location),
    tags: input.tags ?? [],
    created_at: time,
    updated_at: time,
  };
  plants.set(plant.id, plant);
  waterings.set(plant.id, []);
  photos.set(plant.id, new Map());
  forgetCount(plant.greenhouse_id);
  const base = isFault("location-without-base") ? "" : "/v1";
  return {
    status: 201,
    headers: { Location: `${base}/plants/${plant.id}`, ETag: plantTag(plant) },
    body: shown(plant),
  };
}

function locationOf(
  input: { bench: string; row?: number | null } | null | undefined,
): Location | null {
  return input ? { bench: input.bench, row: input.row ?? null } : null;
}

export function getPlant(call: Call): Answer {
  const plant = ownPlant(call);
  return readTagged(call, shown(plant), plantTag(plant));
}

const steps = ["seedling", "growing", "ready", "sold"];

function followRules(plant: Plant, patch: PlantPatch): void {
  if (isClosed(plant) && Object.keys(patch).some((name) => name !== "note"))
    throw conflict("A plant that is sold or composted can have nothing but its note changed.");
  const { status } = patch;
  if (status === undefined || status === plant.status || status === "composted") return;
  if (steps.indexOf(status) !== steps.indexOf(plant.status) + 1)
    throw conflict(`A plant that is ${plant.status} cannot become ${status}.`);
}

/** What a patch makes of a plant: members that it does not name stay. */
function patched(plant: Plant, patch: PlantPatch): Plant {
  const given = isFault("null-not-cleared")
    ? Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null))
    : patch;
  const { location, ...rest } = given as PlantPatch;
  if (location === undefined) return { ...plant, ...rest };
  const merged =
    isFault("location-merged") && location !== null ? { ...plant.location, ...location } : location;
  return { ...plant, ...rest, location: locationOf(merged) };
}

export async function updatePlant(call: Call): Promise<Answer> {
  const plant = ownPlant(call);
  meetConditions(call, plantTag(plant));
  const patch = patchOf(call);
  followRules(plant, patch);
  const changed = patched(plant, patch);
  if (isFault("patches-overwrite")) await slowDisk();
  if (JSON.stringify(changed) !== JSON.stringify(plant))
    Object.assign(plant, changed, { updated_at: now() });
  return { status: 200, headers: { ETag: plantTag(plant) }, body: shown(plant) };
}

export function deletePlant(call: Call): Answer {
  const plant = ownPlant(call);
  meetConditions(call, plantTag(plant));
  const orders = [...workOrders.values()].filter(({ plant_id }) => plant_id === plant.id);
  if (orders.some(({ state }) => state === "in_progress"))
    throw conflict("A work order for the plant is in progress.");
  for (const order of orders.filter(({ state }) => state === "open"))
    Object.assign(order, { state: "cancelled", cancel_reason: "Plant deleted", updated_at: now() });
  plants.delete(plant.id);
  waterings.delete(plant.id);
  if (!isFault("photo-survives-plant")) photos.delete(plant.id);
  if (!isFault("deleted-stays-watched"))
    watches.set(
      call.user,
      (watches.get(call.user) ?? []).filter((watch) => watch.plant !== plant),
    );
  return { status: 204 };
}
