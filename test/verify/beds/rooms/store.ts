export const EQUIPMENT = [
  "whiteboard",
  "projector",
  "screen",
  "videoconference",
  "phone",
  "flipchart",
] as const;
export const STATUSES = ["tentative", "confirmed"] as const;
export const RESPONSES = ["pending", "accepted", "declined"] as const;

export interface Building {
  id: string;
  name: string;
  address: string;
  floors: number;
}

export interface RoomData {
  buildingId: string;
  name: string;
  floor: number;
  capacity: number;
  areaSqm?: number | undefined;
  assetNumber?: number | undefined;
  accessible: boolean;
  equipment: (typeof EQUIPMENT)[number][];
  notes?: string | null | undefined;
}

export interface Room extends RoomData {
  id: string;
  version: number;
}

export interface Attendee {
  email: string;
  response: (typeof RESPONSES)[number];
  note?: string | undefined;
}

export interface Booking {
  id: string;
  roomId: string;
  owner: string;
  title: string;
  /** Milliseconds, like all times in here. */
  start: number;
  end: number;
  status: (typeof STATUSES)[number];
  description?: string | null | undefined;
  attendees: Attendee[];
  createdAt: number;
  updatedAt: number;
  version: number;
}

export interface Plan {
  type: string;
  bytes: Buffer;
}

export interface User {
  name: string;
  displayName: string;
  password: string;
  apiKey: string;
}

export const users: readonly User[] = [
  { name: "mara", displayName: "Mara Lindqvist", password: "nine-owls", apiKey: "k-mara-58d1" },
  { name: "jonas", displayName: "Jonas Okafor", password: "blue-stapler", apiKey: "k-jonas-c0e7" },
  { name: "demo", displayName: "Demo", password: "correct-horse", apiKey: "k-demo-77aa" },
];

/** Tokens of cookies, with the user who logged in and until when. */
export const sessions = new Map<string, { user: User; expires: number }>();

export const buildings = new Map<string, Building>(
  [
    { id: "harbour", name: "Harbour House", address: "12 Quay Street", floors: 6 },
    { id: "mill", name: "Old Mill", address: "3 Weir Lane", floors: 3 },
    { id: "tower", name: "Tower", address: "200 Park Avenue", floors: 31 },
  ].map((building) => [building.id, building]),
);
export const rooms = new Map<string, Room>();
export const bookings = new Map<string, Booking>();
/** By room. */
export const plans = new Map<string, Plan>();

let lastRoom = 100;
let lastBooking = 5000;

export function addRoom(data: RoomData): Room {
  const room = { id: `r${++lastRoom}`, ...data, version: 1 };
  rooms.set(room.id, room);
  return room;
}

export function addBooking(
  data: Omit<Booking, "id" | "createdAt" | "updatedAt" | "version">,
): Booking {
  const now = Date.now();
  const booking = {
    id: `b${++lastBooking}`,
    ...data,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  bookings.set(booking.id, booking);
  return booking;
}

/** Order of Unicode code points, which that of UTF-8 bytes is. */
export const byText = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b));

const room = (
  buildingId: string,
  name: string,
  floor: number,
  capacity: number,
  equipment: RoomData["equipment"],
  more: Partial<RoomData> = {},
): Room => addRoom({ buildingId, name, floor, capacity, equipment, accessible: false, ...more });

const booking = (
  where: Room,
  owner: string,
  title: string,
  day: string,
  hours: [number, number],
  more: Partial<Booking> = {},
): Booking => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const [start, end] = hours.map((hour) => midnight + hour * 3_600_000) as [number, number];
  const base = { roomId: where.id, owner, title, start, end, status: "confirmed" as const };
  return addBooking({ ...base, attendees: [], ...more });
};

const pier = room("harbour", "Pier", 2, 8, ["whiteboard", "screen"], {
  areaSqm: 21.75,
  accessible: true,
  assetNumber: 7_300_000_000_142,
});
const anchor = room("harbour", "Anchor", 2, 4, ["screen"], { notes: "Door sticks, pull hard." });
room("harbour", "Lagoon", -1, 60, ["projector", "videoconference", "phone"], { areaSqm: 118.4 });
const wheel = room("mill", "Wheel", 0, 12, ["whiteboard", "flipchart"], { accessible: true });
room("mill", "Sluice", 1, 6, []);
const summit = room("tower", "Summit", 30, 20, ["projector", "whiteboard", "videoconference"], {
  assetNumber: 41_882,
});
room("tower", "Café “Élan”", 1, 110, ["screen"], { notes: null });

booking(pier, "mara", "Sprint review", "2031-03-04", [9, 10]);
booking(pier, "jonas", "Interview, second round", "2031-03-04", [10, 11.5]);
booking(pier, "mara", "Night deployment", "2031-03-04", [22, 26], {
  attendees: [{ email: "ops@example.com", response: "accepted", note: "brings pizza" }],
});
booking(anchor, "mara", "1:1", "2031-03-05", [13, 13.5], { status: "tentative" });
booking(wheel, "jonas", "Workshop", "2031-03-06", [8, 16], { description: "Bring laptops" });
booking(summit, "mara", "Board dinner 🍽", "2031-03-07", [18, 22]);
booking(summit, "jonas", "Board follow-up", "2031-03-08", [9, 12], { status: "tentative" });
booking(wheel, "mara", "Übergabe; Teil 1, Süd", "2031-03-09", [9, 11]);
