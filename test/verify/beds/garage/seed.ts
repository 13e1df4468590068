// The records every process starts with.
import {
  workshops,
  type Customer,
  type Order,
  type Part,
  type Vehicle,
  type Workshop,
} from "./store.ts";

function workshop(token: string, settings: Workshop["settings"], nextNumber: number): Workshop {
  const made: Workshop = {
    token,
    settings,
    nextNumber,
    customers: new Map(),
    vehicles: new Map(),
    parts: new Map(),
    orders: new Map(),
  };
  workshops.push(made);
  return made;
}

function customer(
  to: Workshop,
  id: string,
  name: string,
  more: Partial<Customer>,
  at: string,
): void {
  const start = { kind: "private" as const, email: null, phone: null, note: "", tags: [] };
  to.customers.set(id, { id, name, ...start, ...more, createdAt: at, updatedAt: at });
}

function vehicle(
  to: Workshop,
  id: string,
  customerId: string,
  plate: string,
  more: Partial<Vehicle>,
  at: string,
): void {
  const start = { make: "Volkswagen", model: "Golf", year: null, vin: null, odometerKm: 0 };
  to.vehicles.set(id, { id, customerId, plate, ...start, ...more, createdAt: at });
}

function part(
  to: Workshop,
  partNumber: string,
  name: string,
  category: string,
  numbers: [number, number, number],
): void {
  const [unitPriceCents, stock, minStock] = numbers;
  const made: Part = { partNumber, name, category, unitPriceCents, stock, minStock };
  to.parts.set(partNumber, made);
}

function order(
  to: Workshop,
  id: string,
  number: number,
  vehicleId: string,
  title: string,
  more: Partial<Order>,
  at: string,
): void {
  to.orders.set(id, {
    id,
    number,
    vehicleId,
    title,
    note: "",
    odometerKm: to.vehicles.get(vehicleId)!.odometerKm,
    labourMinutes: 0,
    hourlyRateCents: to.settings.hourlyRateCents,
    vatPercent: to.settings.vatPercent,
    status: "open",
    lines: [],
    appointment: null,
    invoice: null,
    finishedAt: null,
    invoicedAt: null,
    ...more,
    createdAt: at,
  });
}

function slot(
  bay: number,
  startsAt: string,
  endsAt: string,
  titleWhenBooked: string,
): Order["appointment"] {
  return { bay, startsAt, endsAt, titleWhenBooked };
}

const north = workshop(
  "north-4f1c9a",
  {
    workshopName: "Garage North",
    vatPercent: 19,
    hourlyRateCents: 9850,
    bays: 4,
    closedWeekdays: ["sunday"],
    invoiceFooter: "Payable within 14 days.",
    sendReminders: true,
  },
  1006,
);
customer(
  north,
  "cus_101",
  "Mia Brandt",
  { email: "mia.brandt@example.com", phone: "+4930123456", tags: ["regular"] },
  "2026-01-12T09:15:00.000Z",
);
customer(
  north,
  "cus_102",
  "Blitz Kurier GmbH",
  { kind: "company", email: "fleet@blitz.example", note: "Invoices by e-mail only." },
  "2026-01-20T13:40:00.000Z",
);
customer(north, "cus_103", "Jürgen Öz", {}, "2026-02-03T07:05:00.000Z");
vehicle(
  north,
  "veh_201",
  "cus_101",
  "B-MB 2041",
  { year: 2018, vin: "WVWZZZAUZJW123456", odometerKm: 84200 },
  "2026-01-12T09:20:00.000Z",
);
vehicle(
  north,
  "veh_202",
  "cus_102",
  "B-BK 11",
  { make: "Ford", model: "Transit", year: 2021, odometerKm: 152300 },
  "2026-01-20T13:45:00.000Z",
);
vehicle(
  north,
  "veh_203",
  "cus_102",
  "B-BK 12",
  { make: "Ford", model: "Transit", odometerKm: 98750 },
  "2026-01-20T13:50:00.000Z",
);
part(north, "BRK-1001", "Brake pad set front", "brakes", [4590, 14, 6]);
part(north, "BRK-1002", "Brake pad set rear", "brakes", [3990, 4, 6]);
part(north, "BRK-2001", "Brake disc front", "brakes", [6425, 8, 8]);
part(north, "BRK-2002", "Brake disc rear", "brakes", [5875, 10, 4]);
part(north, "ENG-1001", "Oil filter", "engine", [1195, 40, 15]);
part(north, "ENG-1002", "Air filter", "engine", [1850, 22, 10]);
part(north, "ENG-3001", "Timing belt kit", "engine", [18990, 2, 2]);
part(north, "ELE-1001", "Battery 70 Ah", "electrics", [11900, 5, 3]);
part(north, "ELE-2001", "H7 bulb", "electrics", [1195, 120, 20]);
part(north, "BOD-1001", "Wiper blade pair", "body", [2499, 9, 10]);
part(north, "FLU-1001", "Engine oil 5W-30, 1 l", "fluids", [1195, 160, 40]);
part(north, "FLU-2001", "Brake fluid DOT 4", "fluids", [995, 18, 6]);
part(north, "TYR-1001", "Summer tyre 205/55 R16", "tyres", [8450, 12, 8]);
part(north, "TYR-1002", "Winter tyre 205/55 R16", "tyres", [9175, 0, 8]);
order(
  north,
  "ord_301",
  1001,
  "veh_201",
  'Replace "front" pads, both sides',
  {
    status: "done",
    labourMinutes: 95,
    note: "Customer waits.",
    finishedAt: "2026-02-04T15:10:00.000Z",
    lines: [
      {
        partNumber: "BRK-1001",
        name: "Brake pad set front",
        quantity: 1,
        unitPriceCents: 4590,
        discountPercent: 0,
      },
    ],
  },
  "2026-02-03T08:00:00.000Z",
);
order(
  north,
  "ord_302",
  1002,
  "veh_202",
  "Annual service",
  {
    status: "in_progress",
    labourMinutes: 120,
    lines: [
      {
        partNumber: "ENG-1001",
        name: "Oil filter",
        quantity: 1,
        unitPriceCents: 1195,
        discountPercent: 0,
      },
      {
        partNumber: "FLU-1001",
        name: "Engine oil 5W-30, 1 l",
        quantity: 5,
        unitPriceCents: 1195,
        discountPercent: 10,
      },
    ],
    appointment: slot(1, "2026-03-02T08:00:00Z", "2026-03-02T12:00:00Z", "Annual service"),
  },
  "2026-02-10T10:30:00.000Z",
);
order(
  north,
  "ord_303",
  1003,
  "veh_203",
  "Check noise from rear axle",
  {
    appointment: slot(
      2,
      "2026-03-02T08:00:00Z",
      "2026-03-02T10:00:00Z",
      "Check noise from rear axle",
    ),
  },
  "2026-02-10T16:45:00.000Z",
);
order(
  north,
  "ord_304",
  1004,
  "veh_201",
  "Change to summer tyres",
  {
    appointment: slot(1, "2026-03-02T13:00:00Z", "2026-03-02T14:30:00Z", "Change to summer tyres"),
  },
  "2026-02-17T11:20:00.000Z",
);
order(
  north,
  "ord_305",
  1005,
  "veh_203",
  "Fit tow bar",
  { status: "cancelled" },
  "2026-02-18T09:00:00.000Z",
);

const south = workshop(
  "south-b83e27",
  {
    workshopName: "Werkstatt Süd",
    vatPercent: 20,
    hourlyRateCents: 8800,
    bays: 2,
    closedWeekdays: ["saturday", "sunday"],
    invoiceFooter: "",
    sendReminders: false,
  },
  503,
);
customer(south, "cus_151", "Paul Lehner", { phone: "+436601234567" }, "2026-01-15T08:30:00.000Z");
vehicle(
  south,
  "veh_251",
  "cus_151",
  "M-PL 77",
  { make: "Škoda", model: "Octavia", year: 2016, odometerKm: 131000 },
  "2026-01-15T08:35:00.000Z",
);
part(south, "BRK-1001", "Brake pad set front", "brakes", [4750, 6, 2]);
part(south, "FLU-9001", "Coolant, 1.5 l", "fluids", [1350, 11, 12]);
order(
  south,
  "ord_351",
  501,
  "veh_251",
  "Coolant leak",
  {
    appointment: slot(1, "2026-03-03T07:30:00Z", "2026-03-03T09:30:00Z", "Coolant leak"),
  },
  "2026-02-12T12:00:00.000Z",
);
order(
  south,
  "ord_352",
  502,
  "veh_251",
  "Wheel alignment",
  { status: "cancelled" },
  "2026-02-13T12:00:00.000Z",
);

export { workshops } from "./store.ts";
