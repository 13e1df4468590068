import { fault } from "./faults.ts";
import { BASE, conflict, enumParam, notFound, readJson } from "./http.ts";
import type { Ctx, Reply } from "./http.ts";
import * as store from "./store.ts";
import type { Station } from "./store.ts";
import { LINE, byCodePoints, int, num, object, str, validate } from "./validate.ts";

function stationInput() {
  return object(
    {
      name: { check: str(1, 60, LINE), required: true },
      capacity: { check: int(1, 40), required: true },
      position: {
        check: object({
          lat: { check: num(-90, 90), required: true },
          lon: { check: num(-180, 180), required: true },
        }),
        required: true,
      },
    },
    fault("new-station-unknown-members-accepted"),
  );
}

function stationView(s: Station): Record<string, unknown> {
  const docked = store.docked(s.id);
  return {
    id: s.id,
    name: s.name,
    capacity: s.capacity,
    dockedBikes: docked,
    freeDocks: s.capacity - docked,
    position: s.position,
    createdAt: store.iso(s.createdAt),
  };
}

export function listStations(ctx: Ctx): Reply {
  const free = enumParam(ctx, "hasFreeDocks", ["true", "false"]);
  const found = [...store.stations.values()]
    .filter((s) => s.owner === ctx.owner)
    .filter((s) => free === undefined || store.docked(s.id) < s.capacity === (free === "true"))
    .toSorted((a, b) => byCodePoints(a.name.toLowerCase(), b.name.toLowerCase()));
  return { status: 200, json: { items: found.map(stationView), total: found.length } };
}

export function createStation(ctx: Ctx): Reply {
  const input = validate<Pick<Station, "name" | "capacity" | "position">>(
    readJson(ctx),
    stationInput(),
  );
  for (const s of store.stations.values()) {
    if (s.owner === ctx.owner && s.name.toLowerCase() === input.name.toLowerCase()) {
      throw conflict("duplicate_name", `There is a station ${s.name} already.`);
    }
  }
  const s: Station = { ...input, id: store.nextId("st"), owner: ctx.owner, createdAt: Date.now() };
  store.stations.set(s.id, s);
  const view = stationView(s);
  if (fault("new-station-without-free-docks")) delete view.freeDocks;
  return {
    status: 201,
    headers: fault("new-station-without-location") ? {} : { Location: `${BASE}/stations/${s.id}` },
    json: view,
  };
}

export function getStation(ctx: Ctx): Reply {
  const s = store.stations.get(ctx.params["stationId"] ?? "");
  if (!s || s.owner !== ctx.owner) throw notFound("station");
  return { status: 200, json: stationView(s) };
}
