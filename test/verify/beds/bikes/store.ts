import { priceOf, vatOf, minutesOf, speedOf } from "./pricing.ts";

export type Specs = { wheelInches: number | null; frameCm: number | null; colour: string | null };

/** What an operator writes of a bike. */
export type BikeInput = {
  code: string;
  model: string;
  kind: "city" | "cargo" | "electric";
  hourlyRateCents: number;
  stationId: string | null;
  batteryPercent: number | null;
  tags: string[];
  notes: string | null;
  specs: Specs;
};

export type Bike = BikeInput & {
  id: string;
  owner: string;
  status: "available" | "rented" | "maintenance" | "retired";
  retiredReason: string | null;
  rentalCount: number;
  odometerMeters: number;
  repairCostCents: number;
  createdAt: number;
  updatedAt: number;
  version: number;
  sheet: { mediaType: string; bytes: Buffer } | null;
};

export type Station = {
  id: string;
  owner: string;
  name: string;
  capacity: number;
  position: { lat: number; lon: number };
  createdAt: number;
};

export type Repair = {
  id: string;
  owner: string;
  bikeId: string;
  title: string;
  details: string | null;
  priority: "low" | "normal" | "high";
  dueOn: string | null;
  status: "open" | "done";
  costCents: number | null;
  openedAt: number;
  closedAt: number | null;
};

export type Rental = {
  id: string;
  owner: string;
  bikeId: string;
  bikeCode: string;
  riderName: string;
  riderEmail: string;
  status: "active" | "finished";
  startedAt: number;
  endedAt: number | null;
  startStationId: string | null;
  endStationId: string | null;
  hourlyRateCents: number;
  distanceMeters: number | null;
  billedMinutes: number | null;
  priceCents: number | null;
  vatCents: number | null;
  averageKmh: number | null;
  createdAt: number;
};

export const bikes = new Map<string, Bike>();
export const stations = new Map<string, Station>();
export const repairs = new Map<string, Repair>();
export const rentals = new Map<string, Rental>();

const counters: Record<string, number> = {};
export function nextId(prefix: string): string {
  counters[prefix] = (counters[prefix] ?? 0) + 1;
  return `${prefix}_${String(counters[prefix]).padStart(6, "0")}`;
}

export const tokens: Record<string, string> = {
  "nordlicht-7f3a91c2": "nordlicht",
  "suedrad-c41e08b7": "suedrad",
};

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function openRepairs(bikeId: string): number {
  let n = 0;
  for (const r of repairs.values()) if (r.bikeId === bikeId && r.status === "open") n++;
  return n;
}

export function docked(stationId: string): number {
  let n = 0;
  for (const b of bikes.values()) if (b.stationId === stationId) n++;
  return n;
}

/** To be called with each change of a bike. */
export function touch(changed: Bike): void {
  changed.version++;
  changed.updatedAt = Math.max(Date.now(), changed.updatedAt);
}

// ---- seeds ------------------------------------------------------------

const T0 = Date.parse("2026-01-05T08:00:00.000Z");

function station(owner: string, name: string, capacity: number, lat: number, lon: number): string {
  const id = nextId("st");
  stations.set(id, {
    id,
    owner,
    name,
    capacity,
    position: { lat, lon },
    createdAt: T0 + stations.size * 60000,
  });
  return id;
}

function bike(
  owner: string,
  code: string,
  model: string,
  kind: Bike["kind"],
  rate: number,
  stationId: string | null,
  more: Partial<Bike> = {},
): string {
  const id = nextId("bk");
  const at = T0 + 3600000 + Math.floor(bikes.size / 2) * 60000;
  bikes.set(id, {
    id,
    owner,
    code,
    model,
    kind,
    hourlyRateCents: rate,
    stationId,
    batteryPercent: null,
    tags: [],
    notes: null,
    specs: { wheelInches: null, frameCm: null, colour: null },
    status: "available",
    retiredReason: null,
    rentalCount: 0,
    odometerMeters: 0,
    repairCostCents: 0,
    createdAt: at,
    updatedAt: at,
    version: 1,
    sheet: null,
    ...more,
  });
  return id;
}

function rental(
  bikeId: string,
  riderName: string,
  riderEmail: string,
  start: string,
  from: string | null,
  end?: string,
  to?: string,
  meters?: number,
): string {
  const id = nextId("rt");
  const b = bikes.get(bikeId)!;
  const startedAt = Date.parse(start);
  const r: Rental = {
    id,
    owner: b.owner,
    bikeId,
    bikeCode: b.code,
    riderName,
    riderEmail,
    status: "active",
    startedAt,
    endedAt: null,
    startStationId: from,
    endStationId: null,
    hourlyRateCents: b.hourlyRateCents,
    distanceMeters: null,
    billedMinutes: null,
    priceCents: null,
    vatCents: null,
    averageKmh: null,
    createdAt: startedAt + 1500,
  };
  b.rentalCount++;
  b.updatedAt = Date.parse(end ?? start) + 1500;
  if (end !== undefined) {
    r.status = "finished";
    r.endedAt = Date.parse(end);
    r.endStationId = to!;
    r.distanceMeters = meters!;
    r.billedMinutes = minutesOf(r.endedAt - startedAt);
    r.priceCents = priceOf(r.hourlyRateCents, r.billedMinutes);
    r.vatCents = vatOf(r.priceCents);
    r.averageKmh = speedOf(meters!, r.endedAt - startedAt);
    b.odometerMeters += meters!;
  } else {
    b.status = "rented";
    b.stationId = null;
  }
  rentals.set(id, r);
  return id;
}

function repair(
  bikeId: string,
  title: string,
  priority: Repair["priority"],
  opened: string,
  more: Partial<Repair> = {},
): void {
  const id = nextId("rp");
  const b = bikes.get(bikeId)!;
  const r: Repair = {
    id,
    owner: b.owner,
    bikeId,
    title,
    details: null,
    priority,
    dueOn: null,
    status: "open",
    costCents: null,
    openedAt: Date.parse(opened),
    closedAt: null,
    ...more,
  };
  repairs.set(id, r);
  if (r.status === "open") b.status = "maintenance";
  b.repairCostCents += r.costCents ?? 0;
  b.updatedAt = Math.max(b.updatedAt, r.closedAt ?? r.openedAt);
}

export function seed(): void {
  const A = "nordlicht";
  const B = "suedrad";
  const hbf = station(A, "Hauptbahnhof", 12, 54.0783, 12.1311);
  const markt = station(A, "Alter Markt", 8, 54.0887, 12.1405);
  const hafen = station(A, "hafen Ost", 6, 54.1462, 12.1049);
  const rathaus = station(A, "Rathaus", 2, 54.0879, 12.1408);
  const south = station(B, "Bahnhof Süd", 5, 48.1274, 11.6045);
  station(B, "Alter Markt", 3, 48.137, 11.5761);

  const b1 = bike(A, "NL-101", "Stadtrad 3", "city", 300, hbf, {
    tags: ["basket", "city-centre"],
    specs: { wheelInches: 28, frameCm: 52, colour: "red" },
    notes: "Front light replaced in January.",
  });
  const b2 = bike(A, "nl-102", "Stadtrad 3", "city", 300, hbf, {
    tags: ["basket"],
    specs: { wheelInches: 28, frameCm: 56, colour: "blue" },
  });
  const b3 = bike(A, "NL-103", "Stadtrad 3", "city", 300, markt, {
    tags: ["city-centre", "child-seat"],
  });
  const b4 = bike(A, "NL-201", "Lastenesel", "cargo", 750, markt, {
    tags: ["family"],
    specs: { wheelInches: 26.5, frameCm: null, colour: "green" },
  });
  bike(A, "NL-202", "Lastenesel", "cargo", 750, hafen, { notes: "Rain cover in the box." });
  const b6 = bike(A, "NL-301", "Volt Tour", "electric", 900, hbf, {
    batteryPercent: 80,
    tags: ["family"],
  });
  const b7 = bike(A, "nl-302", "Volt Tour", "electric", 900, hbf, { batteryPercent: 35 });
  const b8 = bike(A, "NL-303", "Volt Lite", "electric", 950, hafen, { batteryPercent: 60 });
  const b9 = bike(A, "NL-104", "Stadtrad 2", "city", 320, null);
  bike(A, "NL-105", "Stadtrad 1", "city", 250, null, {
    status: "retired",
    retiredReason: "Frame broken.",
  });
  bike(A, "NL-106", "Stadtrad 2", "city", 280, rathaus);
  bike(A, "NL-107", "Stadtrad 2", "city", 280, rathaus, { tags: ["child-seat"] });
  bike(A, "NL-108", "Stadtrad 2", "city", 280, null, { notes: "Spare bike in the depot." });
  const b14 = bike(A, "NL-109", "Stadtrad 3", "city", 310, null);
  bike(A, "NL-110", "Stadtrad 1", "city", 240, markt);
  const c1 = bike(B, "SR-1", "Isar", "city", 350, south, { tags: ["basket"] });
  bike(B, "NL-101", "Isar", "city", 350, south);
  const c3 = bike(B, "SR-3", "Isar E", "electric", 1000, null, { batteryPercent: 90 });

  bikes.get(b1)!.sheet = {
    mediaType: "text/markdown",
    bytes: Buffer.from("# NL-101\n\nKeys: hook 4 – ask Jürgen.\n"),
  };

  rental(
    b1,
    "Ada Brandt",
    "ada@example.org",
    "2026-02-02T09:00:00Z",
    hbf,
    "2026-02-02T10:00:00Z",
    markt,
    9500,
  );
  rental(
    b2,
    "Bo Lindgren",
    "bo@example.org",
    "2026-02-02T09:00:00Z",
    hbf,
    "2026-02-02T09:47:30Z",
    hbf,
    7000,
  );
  rental(
    b3,
    "Cem Aydin",
    "cem@example.org",
    "2026-02-02T09:00:00Z",
    markt,
    "2026-02-02T11:10:00Z",
    hafen,
    15250,
  );
  rental(
    b4,
    "Dora Weiß",
    "dora@example.org",
    "2026-02-07T12:15:00Z",
    markt,
    "2026-02-07T17:40:00Z",
    markt,
    22800,
  );
  rental(
    b6,
    "Ada Brandt",
    "ada@example.org",
    "2026-02-28T22:10:00Z",
    hbf,
    "2026-02-28T23:20:00Z",
    hbf,
    18400,
  );
  rental(
    b7,
    "Emil Sørensen",
    "emil@example.org",
    "2026-03-01T08:00:00Z",
    hbf,
    "2026-03-01T19:30:00Z",
    hbf,
    41000,
  );
  rental(
    b1,
    "Cem Aydin",
    "cem@example.org",
    "2026-03-28T21:00:00Z",
    markt,
    "2026-03-28T23:30:00Z",
    hbf,
    12000,
  );
  rental(
    b2,
    "Bo Lindgren",
    "bo@example.org",
    "2026-03-29T21:30:00Z",
    hbf,
    "2026-03-29T22:15:00Z",
    hbf,
    8000,
  );
  rental(
    b3,
    "Finja Möller",
    "finja@example.org",
    "2026-03-30T06:00:00Z",
    hafen,
    "2026-03-31T09:00:00Z",
    markt,
    30500,
  );
  rental(b9, "Gero Pohl", "gero@example.org", "2026-04-01T07:30:00Z", hbf);
  rental(b14, "Hanne Krüger", "hanne@example.org", "2026-04-01T07:30:00Z", markt);
  rental(
    b6,
    "Ada Brandt",
    "ada@example.org",
    "2026-04-02T10:00:00Z",
    hbf,
    "2026-04-02T10:30:00Z",
    hbf,
    6200,
  );
  rental(
    c1,
    "Ida Huber",
    "ida@example.org",
    "2026-02-02T09:00:00Z",
    south,
    "2026-02-02T10:30:00Z",
    south,
    11000,
  );
  rental(c3, "Jakob Maier", "jakob@example.org", "2026-04-01T07:30:00Z", south);

  repair(b8, "Brake pads worn", "normal", "2026-03-20T07:00:00Z", { dueOn: "2026-04-15" });
  repair(b8, "Battery contact loose", "high", "2026-03-21T07:00:00Z", {
    details: "Cuts out on cobbles.",
  });
  repair(b1, "Front light", "low", "2026-01-12T09:00:00Z", {
    status: "done",
    costCents: 2490,
    closedAt: Date.parse("2026-01-13T15:00:00Z"),
  });
  const c2 = "bk_000017";
  repair(c2, "Flat tyre", "normal", "2026-03-22T07:00:00Z");
}
