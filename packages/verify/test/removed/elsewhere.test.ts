import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const body = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;

/** Boats with trips, which can be listed and deleted, but not read one by one. */
const described = (removal: string): string => `openapi: 3.1.0
info: { title: Boats, version: "1" }
paths:
  /boats:
    post:
      operationId: addBoat
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } } } } }
      responses: { "201": { description: It., ${body("Boat")} }, "400": { description: Wrong. } }
  /boats/{boatId}:
    parameters: [{ name: boatId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getBoat
      responses: { "200": { description: It., ${body("Boat")} }, "404": { description: None. } }
  /boats/{boatId}/trips:
    parameters: [{ name: boatId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listTrips
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Trip" } } } } }, "404": { description: None. } }
    post:
      operationId: addTrip
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [at], properties: { at: { type: string, format: date-time } } }, example: { at: "2024-06-15T15:20:30Z" } } } }
      responses: { "201": { description: It., ${body("Trip")} }, "400": { description: Wrong. }, "404": { description: None. } }
  /boats/{boatId}/trips/{tripId}:
    parameters:
      - { name: boatId, in: path, required: true, schema: { type: string } }
      - { name: tripId, in: path, required: true, schema: { type: string } }
    delete:
      operationId: removeTrip
      description: "${removal}"
      responses: { "204": { description: Gone. }, "404": { description: None. } }
components:
  schemas:
    Boat:
      type: object
      required: [id, name, lastTripAt]
      properties: { id: { type: string }, name: { type: string }, lastTripAt: { type: [string, "null"] } }
    Trip:
      type: object
      required: [id, at]
      properties: { id: { type: string }, at: { type: string, format: date-time } }
`;

type Habit =
  "deletes trips of other boats" | "keeps the last trip" | "answers 204 to all deletions";

interface Trip {
  readonly id: string;
  readonly boat: string;
  readonly at: string;
}

function boatService(habit?: Habit): (request: Request) => Promise<Response> {
  const boats = new Map<string, { readonly name: unknown; lastTripAt: string | null }>();
  let trips: readonly Trip[] = [];
  let last = 0;
  const none = (): Response => new Response(null, { status: 404 });
  return async (request) => {
    const [, , id = "", below, trip] = new URL(request.url).pathname.split("/");
    const given = request.method === "POST" ? ((await request.json()) as Partial<Trip>) : {};
    last += 1;
    if (id === "") {
      const boat = { name: "", ...given, lastTripAt: null };
      boats.set(`boat-${last}`, boat);
      return Response.json({ id: `boat-${last}`, ...boat }, { status: 201 });
    }
    const boat = boats.get(id);
    if (boat === undefined) return none();
    if (below === undefined) return Response.json({ id, ...boat });
    const own = trips.filter((one) => one.boat === id);
    if (request.method === "GET") return Response.json(own);
    if (request.method === "POST") {
      const made = { id: `trip-${last}`, boat: id, at: String(given.at) };
      trips = [...trips, made];
      boat.lastTripAt = made.at;
      return Response.json(made, { status: 201 });
    }
    const found = (habit === "deletes trips of other boats" ? trips : own).find(
      (one) => one.id === trip,
    );
    const left = own.findLast((one) => one.id !== trip)?.at ?? null;
    if (habit !== "keeps the last trip") boat.lastTripAt = left;
    trips = trips.filter((one) => one !== found);
    const isMissing = found === undefined && habit !== "answers 204 to all deletions";
    return isMissing ? none() : new Response(null, { status: 204 });
  };
}

async function messagesOf(removal: string, habit?: Habit): Promise<string[]> {
  const report = await verifyServer({
    description: await read(described(removal)),
    server: { fetch: boatService(habit) },
    replay: ["listTrips/flow/wrong-parent", "removeTrip/flow/deleted"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map(({ check, operationId, message }) =>
    `${check} ${operationId}: ${message}`.replace(/trip-\d+/, "TRIP"),
  );
}

const removal = "Removes a trip, which no longer counts in `lastTripAt`.";

test("finds a DELETE that deletes what is below another record", async () => {
  expect(await messagesOf("")).toEqual([]);
  expect(await messagesOf("", "deletes trips of other boats")).toEqual([
    "wrong-parent removeTrip: deletes TRIP below another Boat",
  ]);
});

test("a DELETE that finds nothing may be answered as if it had", async () => {
  const messages = await messagesOf("", "answers 204 to all deletions");
  expect(messages.filter((one) => one.startsWith("wrong-parent"))).toEqual([]);
});

test("finds a member that still shows what was deleted, where the deletion names it", async () => {
  expect(await messagesOf(removal)).toEqual([]);
  expect(await messagesOf("", "keeps the last trip")).toEqual([]);
  expect(await messagesOf(removal, "keeps the last trip")).toEqual([
    'derived-value getBoat: `lastTripAt` is "2024-06-15T15:20:30Z" before and after removeTrip, which deletes what has it',
  ]);
});
