import type { Answer, Call } from "./call.ts";
import { listGreenhouses } from "./greenhouses.ts";
import { getPhoto, putPhoto } from "./photos.ts";
import { exportPlants, listPlants } from "./plant-lists.ts";
import { createPlant, deletePlant, getPlant, updatePlant } from "./plants.ts";
import { getSpecies, putSpecies } from "./species.ts";
import { getThermostat, putThermostat } from "./thermostat.ts";
import { listWatched, unwatchPlant, watchPlant } from "./watch-list.ts";
import { addWatering, listWaterings } from "./waterings.ts";
import { createWorkOrder, getWorkOrder, transitionWorkOrder } from "./work-orders.ts";
import { badRequest, notFound, Refusal } from "./refusals.ts";

export interface Operation {
  handle: (call: Call) => Answer | Promise<Answer>;
  /** What bodies it takes, if any. */
  takes?: "json" | "photo";
  /** The media type of its answers; undefined: it has none, or sees to that itself. */
  gives?: string;
}

const json = { gives: "application/json" };
const jsonBoth = { ...json, takes: "json" } as const;

const routes: [string, Record<string, Operation>][] = [
  ["/greenhouses", { GET: { handle: listGreenhouses, ...json } }],
  [
    "/greenhouses/{greenhouseId}/thermostat",
    { GET: { handle: getThermostat, ...json }, PUT: { handle: putThermostat, ...jsonBoth } },
  ],
  [
    "/species/{code}",
    { GET: { handle: getSpecies, ...json }, PUT: { handle: putSpecies, ...jsonBoth } },
  ],
  ["/plants", { GET: { handle: listPlants, ...json }, POST: { handle: createPlant, ...jsonBoth } }],
  [
    "/plants/{plantId}",
    {
      GET: { handle: getPlant, ...json },
      PATCH: { handle: updatePlant, ...jsonBoth },
      DELETE: { handle: deletePlant },
    },
  ],
  [
    "/plants/{plantId}/waterings",
    { GET: { handle: listWaterings, ...json }, POST: { handle: addWatering, ...jsonBoth } },
  ],
  [
    "/plants/{plantId}/photos/{fileName}",
    { GET: { handle: getPhoto }, PUT: { handle: putPhoto, takes: "photo", ...json } },
  ],
  ["/exports/plants", { GET: { handle: exportPlants, gives: "text/csv" } }],
  ["/work-orders", { POST: { handle: createWorkOrder, ...jsonBoth } }],
  ["/work-orders/{workOrderId}", { GET: { handle: getWorkOrder, ...json } }],
  [
    "/work-orders/{workOrderId}/transitions",
    { POST: { handle: transitionWorkOrder, ...jsonBoth } },
  ],
  ["/me/watch-list", { GET: { handle: listWatched, ...json } }],
  ["/me/watch-list/{plantId}", { PUT: { handle: watchPlant }, DELETE: { handle: unwatchPlant } }],
];

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest("The path is not percent-encoded UTF-8.");
  }
}

function matched(template: string, segments: string[]): Record<string, string> | undefined {
  const parts = template.split("/");
  if (parts.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith("{") && segment !== "") values[part.slice(1, -1)] = segment;
    else if (part !== segment) return undefined;
  }
  return values;
}

/** The operation for a method and a path with the values of the path. */
export function routeOf(
  method: string,
  path: string,
): { operation: Operation; values: Record<string, string> } {
  // Slashes within a value are encoded, so that the path is split before it is decoded.
  const [first, base, ...rest] = path.split("/").map(decoded);
  if (first !== "" || base !== "v1") throw notFound("path");
  for (const [template, operations] of routes) {
    const values = matched(template, ["", ...rest]);
    if (values === undefined) continue;
    const operation = operations[method === "HEAD" ? "GET" : method];
    if (operation !== undefined) return { operation, values };
    const allowed = Object.keys(operations).flatMap((name) =>
      name === "GET" ? ["GET", "HEAD"] : [name],
    );
    throw new Refusal(405, "method_not_allowed", `${method} is not possible here.`, {
      headers: { Allow: allowed.join(", ") },
    });
  }
  throw notFound("path");
}
