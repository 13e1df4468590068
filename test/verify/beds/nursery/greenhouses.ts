import { isFault } from "./faults.ts";
import { pageOf } from "./paging.ts";
import { read } from "./call.ts";
import type { Answer, Call } from "./call.ts";
import { notFound } from "./refusals.ts";
import { greenhouses, plants } from "./store.ts";
import type { Greenhouse } from "./store.ts";

const keptCounts = new Map<string, number>();

/** The counts of a greenhouse are no longer right once a plant has come. */
export function forgetCount(greenhouseId: string): void {
  keptCounts.delete(greenhouseId);
}

function countIn(greenhouseId: string): number {
  const kept = keptCounts.get(greenhouseId);
  if (kept !== undefined && isFault("plant-count-stale")) return kept;
  const count = [...plants.values()].filter((plant) => plant.greenhouse_id === greenhouseId).length;
  keptCounts.set(greenhouseId, count);
  return count;
}

export function ownGreenhouse(call: Call): Greenhouse {
  const greenhouse = greenhouses.get(call.path.greenhouseId ?? "");
  if (greenhouse?.owner !== call.user) throw notFound("greenhouse");
  return greenhouse;
}

export function listGreenhouses(call: Call): Answer {
  const own = [...greenhouses.values()].filter(({ owner }) => owner === call.user);
  const order = {
    key: ({ seq }: Greenhouse) => seq,
    seq: ({ seq }: Greenhouse) => seq,
    isDescending: false,
  };
  const page = pageOf(own, order, `${call.user} greenhouses`, call.query);
  const items = page.items.map(({ id, name, climate, area_m2, created_at }) => ({
    id,
    created_at,
    name,
    climate,
    area_m2,
    plant_count: countIn(id),
  }));
  return read({ ...page, items });
}
