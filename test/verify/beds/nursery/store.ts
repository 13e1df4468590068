import { randomBytes } from "node:crypto";

export const plantStates = ["seedling", "growing", "ready", "sold", "composted"] as const;
export type PlantState = (typeof plantStates)[number];

export interface Greenhouse {
  id: string;
  seq: number;
  owner: string;
  name: string;
  climate: "cold" | "temperate" | "tropical";
  area_m2: number;
  created_at: string;
}

export interface Thermostat {
  greenhouse_id: string;
  mode: "off" | "heat" | "cool" | "auto";
  day_celsius: number;
  night_celsius: number;
  frost_guard: boolean;
  humidity_limit: number | null;
  schedule: { at: string; celsius: number }[];
  updated_at: string;
}

export interface Location {
  bench: string;
  row: number | null;
}

export interface Plant {
  id: string;
  seq: number;
  owner: string;
  greenhouse_id: string;
  species_code: string;
  name: string;
  status: PlantState;
  quantity: number;
  sown_on: string | null;
  target_ph: number | null;
  note: string | null;
  location: Location | null;
  tags: string[];
  created_at: string;
  updated_at: string;
}

export interface Watering {
  id: string;
  seq: number;
  plant_id: string;
  liters: number;
  watered_at: string;
  moisture: number | null;
  ph: number | null;
  note: string | null;
  created_at: string;
}

export interface Photo {
  plant_id: string;
  owner: string;
  name: string;
  media_type: string;
  bytes: Buffer;
  sha256: string;
  size: number;
  uploaded_at: string;
}

export interface Species {
  code: string;
  registered_by: string;
  name: string;
  latin_name: string | null;
  min_celsius: number;
  max_celsius: number;
  toxic: boolean;
  created_at: string;
  updated_at: string;
}

export interface WorkOrder {
  id: string;
  owner: string;
  number: number;
  plant_id: string;
  task: "repot" | "prune" | "move" | "treat";
  state: "open" | "in_progress" | "done" | "cancelled";
  due_on: string;
  priority: number;
  assignee: string | null;
  cancel_reason: string | null;
  completed_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface Watch {
  seq: number;
  plant: Plant;
  watched_since: string;
}

/** API keys and whose they are. */
export const users = new Map([
  ["iris-7c1f04be", "usr_iris"],
  ["linus-92d8a35f", "usr_linus"],
]);

export const greenhouses = new Map<string, Greenhouse>();
export const thermostats = new Map<string, Thermostat>();
export const plants = new Map<string, Plant>();
export const waterings = new Map<string, Watering[]>();
/** By plant, then by name. */
export const photos = new Map<string, Map<string, Photo>>();
export const species = new Map<string, Species>();
export const workOrders = new Map<string, WorkOrder>();
/** By user. */
export const watches = new Map<string, Watch[]>();

let sequence = 0;

/** A number that grows with each record, for the order of creation. */
export function nextSeq(): number {
  return ++sequence;
}

export function newId(kind: "plt" | "wat" | "wo"): string {
  return `${kind}_${randomBytes(6).toString("hex")}`;
}
