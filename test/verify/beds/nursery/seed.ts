import { createHash } from "node:crypto";
import {
  greenhouses,
  nextSeq,
  photos,
  plants,
  species,
  thermostats,
  watches,
  waterings,
  workOrders,
} from "./store.ts";
import type { Greenhouse, Plant, Species, Watering, WorkOrder } from "./store.ts";

const start = "2026-01-12T08:00:00.000Z";
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

function seedGreenhouse(
  id: string,
  owner: string,
  rest: Pick<Greenhouse, "name" | "climate" | "area_m2">,
): void {
  greenhouses.set(id, { id, seq: nextSeq(), owner, ...rest, created_at: start });
  thermostats.set(id, {
    greenhouse_id: id,
    mode: "auto",
    day_celsius: 21.5,
    night_celsius: 16,
    frost_guard: true,
    humidity_limit: null,
    schedule: [],
    updated_at: start,
  });
}

function seedSpecies(
  code: string,
  by: string,
  rest: Partial<Species> & Pick<Species, "name">,
): void {
  species.set(code, {
    code,
    latin_name: null,
    min_celsius: 5,
    max_celsius: 30,
    toxic: false,
    registered_by: by,
    created_at: start,
    updated_at: start,
    ...rest,
  });
}

function seedPlant(
  id: string,
  owner: string,
  rest: Partial<Plant> & Pick<Plant, "greenhouse_id" | "species_code" | "name" | "quantity">,
): void {
  plants.set(id, {
    id,
    seq: nextSeq(),
    owner,
    status: "seedling",
    sown_on: null,
    target_ph: null,
    note: null,
    location: null,
    tags: [],
    created_at: start,
    updated_at: start,
    ...rest,
  });
  waterings.set(id, []);
  photos.set(id, new Map());
}

function seedWatering(
  id: string,
  plant_id: string,
  rest: Pick<Watering, "liters" | "watered_at">,
): void {
  const watering = {
    id,
    seq: nextSeq(),
    plant_id,
    moisture: null,
    ph: null,
    note: null,
    created_at: start,
  };
  waterings.get(plant_id)?.push({ ...watering, ...rest });
}

function seedPhoto(plant_id: string, owner: string, name: string): void {
  const bytes = Buffer.from(pixel, "base64");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  photos.get(plant_id)?.set(name, {
    plant_id,
    owner,
    name,
    media_type: "image/png",
    bytes,
    sha256,
    size: bytes.length,
    uploaded_at: start,
  });
}

function seedOrder(
  id: string,
  owner: string,
  plant_id: string,
  state: WorkOrder["state"],
  number: number,
): void {
  workOrders.set(id, {
    id,
    owner,
    number,
    plant_id,
    task: "repot",
    state,
    due_on: "2026-04-15",
    priority: 3,
    assignee: null,
    cancel_reason: null,
    completed_at: null,
    created_at: start,
    updated_at: start,
  });
}

function seedWatch(user: string, plantId: string): void {
  const plant = plants.get(plantId);
  if (plant !== undefined) watches.set(user, [{ seq: nextSeq(), plant, watched_since: start }]);
}

/** What the nursery has when the service starts. */
export function seed(): void {
  const [iris, linus] = ["usr_iris", "usr_linus"];
  seedGreenhouse("gh_0a1b2c01", iris, { name: "Palm house", climate: "tropical", area_m2: 182.5 });
  seedGreenhouse("gh_0a1b2c02", iris, {
    name: "Propagation house",
    climate: "temperate",
    area_m2: 64.25,
  });
  seedGreenhouse("gh_0a1b2c03", iris, { name: "Cold frame", climate: "cold", area_m2: 12 });
  seedGreenhouse("gh_0d4e5f01", linus, {
    name: "Orchid house",
    climate: "tropical",
    area_m2: 40.75,
  });
  seedGreenhouse("gh_0d4e5f02", linus, { name: "Shade hall", climate: "temperate", area_m2: 220 });

  seedSpecies("FICUS-LYR", iris, {
    name: "Fiddle-leaf fig",
    latin_name: "Ficus lyrata",
    min_celsius: 12.5,
    toxic: true,
  });
  seedSpecies("ROSA/ALBA", iris, {
    name: "White rose",
    latin_name: "Rosa × alba",
    min_celsius: -18,
  });
  seedSpecies("PHAL-AMA", linus, {
    name: "Moth orchid",
    latin_name: "Phalaenopsis amabilis",
    min_celsius: 16,
  });

  const [palm, nursery] = ["gh_0a1b2c01", "gh_0a1b2c02"];
  seedPlant("plt_4f00c2a91e01", iris, {
    greenhouse_id: palm,
    species_code: "FICUS-LYR",
    name: "Figs for the hotel",
    quantity: 24,
    status: "growing",
    sown_on: "2025-09-02",
    target_ph: 6.5,
    note: "Turn weekly.",
    location: { bench: "B2", row: 4 },
    tags: ["order-311", "tall"],
  });
  seedPlant("plt_4f00c2a91e02", iris, {
    greenhouse_id: nursery,
    species_code: "ROSA/ALBA",
    name: "Rose cuttings",
    quantity: 120,
    sown_on: "2025-11-20",
    tags: ["cuttings"],
  });
  seedPlant("plt_4f00c2a91e03", iris, {
    greenhouse_id: nursery,
    species_code: "FICUS-LYR",
    name: "Fig seedlings",
    quantity: 9,
    status: "ready",
    sown_on: "2025-10-01",
  });
  seedPlant("plt_4f00c2a91e04", iris, {
    greenhouse_id: palm,
    species_code: "PHAL-AMA",
    name: "Orchids, last year",
    quantity: 0,
    status: "composted",
    sown_on: "2024-05-05",
  });
  seedPlant("plt_b7d3e8056a01", linus, {
    greenhouse_id: "gh_0d4e5f01",
    species_code: "PHAL-AMA",
    name: "Show orchids",
    quantity: 15,
    status: "ready",
    sown_on: "2024-12-01",
  });
  seedPlant("plt_b7d3e8056a02", linus, {
    greenhouse_id: "gh_0d4e5f02",
    species_code: "ROSA/ALBA",
    name: "Hedge roses",
    quantity: 60,
    status: "growing",
  });

  seedWatering("wat_10c4e7f2aa01", "plt_4f00c2a91e01", {
    liters: 2.5,
    watered_at: "2026-01-10T07:30:00.000Z",
  });
  seedWatering("wat_10c4e7f2aa02", "plt_4f00c2a91e01", {
    liters: 3.25,
    watered_at: "2026-01-11T07:45:00.000Z",
  });
  seedWatering("wat_10c4e7f2ab01", "plt_b7d3e8056a01", {
    liters: 0.75,
    watered_at: "2026-01-11T18:00:00.000Z",
  });

  seedPhoto("plt_4f00c2a91e01", iris, "leaf 1.png");
  seedPhoto("plt_b7d3e8056a01", linus, "bloom.png");
  seedOrder("wo_5a90d1c3b201", iris, "plt_4f00c2a91e01", "open", 1);
  seedOrder("wo_5a90d1c3b2f1", linus, "plt_b7d3e8056a01", "in_progress", 1);
  seedWatch(iris, "plt_4f00c2a91e01");
  seedWatch(linus, "plt_b7d3e8056a02");
}
