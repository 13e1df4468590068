import { isFault } from "./faults.ts";
import { read } from "./call.ts";
import type { Answer, Call } from "./call.ts";
import { now } from "./dates.ts";
import { cursorAt, limitOf, pageOf, positionOf } from "./paging.ts";
import type { Page } from "./paging.ts";
import { ownPlant } from "./plants.ts";
import { notFound } from "./refusals.ts";
import { nextSeq, watches } from "./store.ts";
import type { Watch } from "./store.ts";

function pageByOffset(own: Watch[], scope: string, { query }: Call): Page<Watch> {
  const limit = limitOf(query);
  const cursor = query.one("cursor");
  const start = cursor === undefined ? 0 : Number(positionOf(cursor, scope).key);
  const end = start + limit;
  return {
    items: own.toReversed().slice(start, end),
    total: own.length,
    next_cursor: end < own.length ? cursorAt({ key: end, seq: 0 }, scope) : null,
  };
}

export function listWatched(call: Call): Answer {
  const own = watches.get(call.user) ?? [];
  const scope = `${call.user} watched`;
  const order = { key: ({ seq }: Watch) => seq, seq: ({ seq }: Watch) => seq, isDescending: true };
  const page = isFault("watch-list-by-offset")
    ? pageByOffset(own, scope, call)
    : pageOf(own, order, scope, call.query);
  const items = page.items.map(({ plant, watched_since }) => ({
    plant_id: plant.id,
    name: plant.name,
    status: plant.status,
    watched_since,
  }));
  return read({ ...page, items });
}

export function watchPlant(call: Call): Answer {
  const plant = ownPlant(call);
  const own = watches.get(call.user) ?? [];
  if (!own.some((watch) => watch.plant === plant))
    watches.set(call.user, [...own, { seq: nextSeq(), plant, watched_since: now() }]);
  return { status: 204 };
}

export function unwatchPlant(call: Call): Answer {
  const own = watches.get(call.user) ?? [];
  const rest = own.filter(({ plant }) => plant.id !== call.path.plantId);
  if (rest.length === own.length) throw notFound("plant on the watch list");
  watches.set(call.user, rest);
  return { status: 204 };
}
