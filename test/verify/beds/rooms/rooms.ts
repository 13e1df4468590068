import { json, nothing, Refusal, type Answer } from "./answers.ts";
import * as checks from "./checks.ts";
import type { Call } from "./calls.ts";
import { publish } from "./events.ts";
import { faulty } from "./faults.ts";
import { paged } from "./pages.ts";
import { isUnmodified, readJson } from "./requests.ts";
import { addRoom, bookings, buildings, byText, EQUIPMENT, plans, rooms } from "./store.ts";
import type { Building, Room, RoomData } from "./store.ts";

/** Rooms of a building, as counted last. */
const counts = new Map<string, number>();

function showBuilding(building: Building): object {
  const there = [...rooms.values()].filter((room) => room.buildingId === building.id).length;
  const roomCount = counts.get(building.id) ?? there;
  if (faulty("room-count-cached")) counts.set(building.id, roomCount);
  return { ...building, roomCount };
}

export const listBuildings = (): Answer =>
  json([...buildings.values()].toSorted((a, b) => byText(a.name, b.name)).map(showBuilding));

export function getBuilding(call: Call): Answer {
  const building = buildings.get(call.param("buildingId"));
  if (building === undefined) throw new Refusal(404, "There is no such building.");
  return json(showBuilding(building));
}

export function findRoom(call: Call): Room {
  const room = rooms.get(call.param("roomId"));
  if (room === undefined) throw new Refusal(404, "There is no such room.");
  return room;
}

const tag = (room: Room): string => `"${room.id}.${room.version}"`;

const show = ({ version: _version, ...room }: Room): object => room;

function readRoom(body: Record<string, unknown>): RoomData {
  const equipment = checks.listOf(body, "equipment", (one) => checks.oneOf(one, "item", EQUIPMENT));
  const lowest = faulty("basement-refused") ? 0 : -5;
  const asset = checks.integer(body, "assetNumber", 0, Number.MAX_SAFE_INTEGER);
  return {
    buildingId: checks.required(checks.text(body, "buildingId"), "buildingId"),
    name: checks.required(checks.text(body, "name", { min: 1, max: 80 }), "name"),
    floor: checks.required(checks.integer(body, "floor", lowest, 120), "floor"),
    capacity: checks.required(checks.integer(body, "capacity", 1, 2000), "capacity"),
    areaSqm: checks.number(body, "areaSqm", 0),
    assetNumber: faulty("asset-number-32-bit") && asset !== undefined ? asset | 0 : asset,
    accessible: checks.flag(body, "accessible") ?? false,
    equipment: equipment ?? [],
    notes: checks.textOrNull(body, "notes"),
  };
}

/** What needs the other records: the building is there, and the name free in it. */
function checkPlace(data: RoomData, self?: Room): void {
  if (!buildings.has(data.buildingId)) throw new Refusal(422, "There is no such building.");
  if (self !== undefined && faulty("rename-to-taken-name")) return;
  for (const room of rooms.values())
    if (room !== self && room.buildingId === data.buildingId && room.name === data.name)
      throw new Refusal(409, "The building has a room of this name.");
}

const orders: Record<string, (a: Room, b: Room) => number> = {
  name: (a, b) => byText(a.name, b.name),
  capacity: (a, b) =>
    faulty("capacity-sorted-as-text")
      ? byText(String(a.capacity), String(b.capacity))
      : a.capacity - b.capacity,
};

export function listRooms(call: Call): Answer {
  const { query } = call;
  const buildingId = query.text("buildingId")["buildingId"];
  const minCapacity = query.integer("minCapacity", 1) ?? 0;
  const listed = query.text("equipment")["equipment"];
  // Unlike in a room, the same item twice says nothing new.
  const names = listed === undefined ? undefined : [...new Set(listed.split(","))];
  const wanted = checks.listOf({ equipment: names }, "equipment", (one) =>
    checks.oneOf(one, "item", EQUIPMENT),
  );
  const accessible = checks.oneOf(query.text("accessible"), "accessible", ["true", "false"]);
  const sorts = ["name", "-name", "capacity", "-capacity"] as const;
  const sort = checks.oneOf(query.text("sort"), "sort", sorts) ?? "name";
  const order = orders[sort.replace("-", "")] ?? (() => 0);
  const sign = sort.startsWith("-") ? -1 : 1;
  const found = [...rooms.values()]
    .filter((room) => {
      if (buildingId !== undefined && room.buildingId !== buildingId) return false;
      if (room.capacity < minCapacity) return false;
      if (accessible !== undefined && String(room.accessible) !== accessible) return false;
      if (wanted === undefined) return true;
      return faulty("equipment-any")
        ? wanted.some((one) => room.equipment.includes(one))
        : wanted.every((one) => room.equipment.includes(one));
    })
    .toSorted((a, b) => sign * order(a, b) || byText(a.id, b.id));
  return paged(query, found, show);
}

export async function createRoom(call: Call): Promise<Answer> {
  const data = readRoom(await readJson(call.request));
  checkPlace(data);
  const room = addRoom(data);
  publish("created", { kind: "room", id: room.id });
  return json(show(room), { Location: `/rooms/${room.id}`, ETag: tag(room) }, 201);
}

/** Rooms as they were read first. */
const cache = new Map<string, Room>();

export function getRoom(call: Call): Answer {
  let room = findRoom(call);
  if (faulty("room-cached")) {
    room = cache.get(room.id) ?? room;
    cache.set(room.id, room);
  }
  if (isUnmodified(call.request, tag(room))) return nothing(304, { ETag: tag(room) });
  return json(show(room), { ETag: tag(room) });
}

export async function replaceRoom(call: Call): Promise<Answer> {
  const body = await readJson(call.request);
  const room = findRoom(call);
  isUnmodified(call.request, tag(room));
  const data = readRoom(body);
  checkPlace(data, room);
  if (faulty("put-keeps-omitted")) {
    data.notes ??= room.notes;
    data.areaSqm ??= room.areaSqm;
  }
  const changed = { id: room.id, ...data, version: room.version + 1 };
  rooms.set(room.id, changed);
  publish("updated", { kind: "room", id: room.id });
  return json(show(changed), { ETag: tag(changed) });
}

export function deleteRoom(call: Call): Answer {
  const room = findRoom(call);
  isUnmodified(call.request, tag(room));
  const booked = [...bookings.values()].some((booking) => booking.roomId === room.id);
  if (booked && !faulty("booked-room-deleted"))
    throw new Refusal(409, "There are bookings for this room.");
  rooms.delete(room.id);
  plans.delete(room.id);
  publish("deleted", { kind: "room", id: room.id });
  return nothing(204);
}
