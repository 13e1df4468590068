import { nextLot } from "./harvests.ts";
import {
  apiaries,
  harvests,
  hives,
  inspections,
  photos,
  type Apiary,
  type Harvest,
  type Hive,
  type Inspection,
} from "./store.ts";

const at = (text: string): number => Date.parse(text);
const planned = at("2024-02-01T08:00:00.000Z");

function addApiary(apiary: Partial<Apiary> & Pick<Apiary, "id" | "association" | "name">): void {
  apiaries.set(apiary.id, {
    location: { latitude: 48.137, longitude: 11.575 },
    elevationMetres: 520,
    capacity: 12,
    forage: ["lime trees", "clover"],
    createdAt: planned,
    updatedAt: planned,
    ...apiary,
  });
}

type SeededHive = Pick<Hive, "id" | "association" | "apiaryId" | "label">;

function addHive(hive: Partial<Hive> & SeededHive): void {
  hives.set(hive.id, {
    kind: "dadant",
    frames: 12,
    queen: { year: 2023, marked: true, breed: "Carnica" },
    notes: null,
    tags: [],
    establishedOn: "2024-04-14",
    state: "active",
    closingReason: null,
    createdAt: at("2024-04-14T10:30:00.000Z"),
    updatedAt: at("2024-04-14T10:30:00.000Z"),
    ...hive,
  });
}

function addInspection(id: string, hiveId: string, some: Partial<Inspection>): void {
  const inspectedAt = some.inspectedAt ?? planned;
  inspections.set(id, {
    id,
    hiveId,
    inspectedAt,
    broodFrames: 5,
    queenSeen: true,
    temper: "calm",
    varroaCount: null,
    remark: "",
    createdAt: inspectedAt + 3_600_000,
    ...some,
  });
}

type SeededHarvest = Pick<
  Harvest,
  "id" | "association" | "hiveId" | "apiaryId" | "harvestedOn" | "weightGrams"
>;

function addHarvest(harvest: Partial<Harvest> & SeededHarvest): void {
  harvests.set(harvest.id, {
    lot: nextLot(harvest.association, harvest.harvestedOn),
    moisturePermille: 172,
    variety: "blossom",
    state: "extracted",
    jars: [],
    createdAt: at(`${harvest.harvestedOn}T16:00:00.000Z`),
    ...harvest,
  });
}

const pixel = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
);

function seedLindenHives(): void {
  const association = "linden";
  addApiary({ id: "ap_10a0c001", association, name: "Lime Avenue" });
  addApiary({
    id: "ap_10a0c002",
    association,
    name: "Mill Meadow",
    location: { latitude: 47.9, longitude: 11.28 },
    elevationMetres: null,
    capacity: 3,
    forage: [],
    createdAt: at("2024-02-03T08:00:00.000Z"),
  });
  addApiary({ id: "ap_10a0c003", association, name: "Old Quarry", capacity: 4 });
  const apiaryId = "ap_10a0c001";
  addHive({ id: "hv_20b0d001", association, apiaryId, label: "L-01", tags: ["gentle"] });
  addHive({ id: "hv_20b0d002", association, apiaryId, label: "L-02", frames: 10, queen: null });
  addHive({ id: "hv_20b0d003", association, apiaryId, label: "L-03", state: "wintering" });
  addHive({
    id: "hv_20b0d004",
    association,
    apiaryId: "ap_10a0c002",
    label: "M-01",
    kind: "warre",
    frames: 8,
    notes: "Facing south-east.",
  });
  addHive({
    id: "hv_20b0d005",
    association,
    apiaryId: "ap_10a0c002",
    label: "M-02",
    state: "closed",
    closingReason: "merged",
  });
}

/** The inspections and harvests of the hives of the first association. */
function seedLindenLog(): void {
  const association = "linden";
  const hive = "hv_20b0d001";
  addInspection("in_30e0f001", hive, { inspectedAt: at("2024-05-04T09:15:00.000Z") });
  addInspection("in_30e0f002", hive, {
    inspectedAt: at("2024-05-18T14:40:00.000Z"),
    varroaCount: 3,
    remark: "Two queen cells cut.",
  });
  addInspection("in_30e0f003", hive, { inspectedAt: at("2024-06-02T08:05:00.000Z") });
  addHarvest({
    id: "ha_40c0b001",
    association,
    hiveId: hive,
    apiaryId: "ap_10a0c001",
    harvestedOn: "2024-06-21",
    weightGrams: 18_400,
    variety: "linden",
    state: "bottled",
    jars: [{ grams: 500, count: 36 }],
  });
  addHarvest({
    id: "ha_40c0b002",
    association,
    hiveId: "hv_20b0d004",
    apiaryId: "ap_10a0c002",
    harvestedOn: "2024-07-30",
    weightGrams: 9_250,
  });
  photos.set(hive, { type: "image/png", bytes: pixel });
}

function seedHeather(): void {
  const association = "heather";
  const apiaryId = "ap_60a0c001";
  addApiary({ id: apiaryId, association, name: "Heath Edge", capacity: 6 });
  addHive({ id: "hv_70b0d001", association, apiaryId, label: "H-01" });
  addHive({ id: "hv_70b0d002", association, apiaryId, label: "H-02", state: "wintering" });
  addInspection("in_80e0f001", "hv_70b0d001", { inspectedAt: at("2024-05-11T10:00:00.000Z") });
  addHarvest({
    id: "ha_90c0b001",
    association,
    hiveId: "hv_70b0d001",
    apiaryId,
    harvestedOn: "2024-08-28",
    weightGrams: 12_750,
    variety: "heather",
  });
  photos.set("hv_70b0d001", { type: "image/png", bytes: pixel });
}

/** The records that every start of the service has. */
export function seed(): void {
  seedLindenHives();
  seedLindenLog();
  seedHeather();
}
