import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const content = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;
const inPath = (name: string): string =>
  `[{ name: ${name}, in: path, required: true, schema: { type: string } }]`;

/** Trips, which count their seats, and seats, which belong to a guest. */
const trips = (count: string): string => `openapi: 3.1.0
info: { title: Trips, version: "1" }
paths:
  /trips:
    post:
      operationId: addTrip
      requestBody: { required: true, ${content("NewTrip")} }
      responses: { "201": { description: Made., ${content("Trip")} } }
  /trips/{tripId}:
    parameters: ${inPath("tripId")}
    get: { operationId: getTrip, responses: { "200": { description: It., ${content("Trip")} }, "404": { description: None. } } }
  /trips/{tripId}/seats:
    parameters: ${inPath("tripId")}
    post:
      operationId: takeSeat
      requestBody: { required: true, ${content("NewSeat")} }
      responses: { "201": { description: Made., ${content("Seat")} }, "404": { description: None. }, "422": { description: No such guest. } }
  /trips/{tripId}/seats/{seatId}:
    parameters:
      - { name: tripId, in: path, required: true, schema: { type: string } }
      - { name: seatId, in: path, required: true, schema: { type: string } }
    get: { operationId: getSeat, responses: { "200": { description: It., ${content("Seat")} }, "404": { description: None. } } }
  /guests:
    post:
      operationId: addGuest
      requestBody: { required: true, ${content("NewGuest")} }
      responses: { "201": { description: Made., ${content("Guest")} } }
  /guests/{guestId}:
    parameters: ${inPath("guestId")}
    get: { operationId: getGuest, responses: { "200": { description: It., ${content("Guest")} }, "404": { description: None. } } }
    delete:
      operationId: removeGuest
      description: Deletes the seats of the guest, too.
      responses: { "204": { description: Gone. }, "404": { description: None. } }
components:
  schemas:
    NewTrip: { type: object, required: [title], properties: { title: { type: string } } }
    Trip: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string }, ${count} } }
    NewSeat: { type: object, required: [guestId], properties: { guestId: { type: string } } }
    Seat: { type: object, required: [id, guestId], properties: { id: { type: string }, guestId: { type: string } } }
    NewGuest: { type: object, required: [name], properties: { name: { type: string } } }
    Guest: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
`;

/** What the number of a trip counts. */
type Counting = "seats" | "seats that there ever were" | "two for each trip";

function tripService(counting: Counting, keepsSeats = false) {
  const all = new Map<string, Readonly<Record<string, unknown>>>();
  const taken = new Map<string, number>();
  let last = 0;
  const answer = (status: number): Response => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, kind = "", id = "", below, seat] = new URL(request.url).pathname.split("/");
    const path = below === undefined ? `${kind}/${id}` : `${kind}/${id}/${below}/${seat ?? ""}`;
    const seatsOf = (trip: string): string[] =>
      [...all.keys()].filter((one) => one.startsWith(`trips/${trip}/seats/`));
    const numberOf = (trip: string): number => {
      if (counting === "two for each trip") return 2;
      return counting === "seats" ? seatsOf(trip).length : (taken.get(trip) ?? 0);
    };
    if (request.method === "POST") {
      if (id !== "" && !all.has(`${kind}/${id}`)) return answer(404);
      const sent = (await request.json()) as { readonly guestId?: string };
      if (below !== undefined && !all.has(`guests/${sent.guestId}`)) return answer(422);
      last += 1;
      const made = { ...sent, id: `i-${last}` };
      all.set(`${path}${made.id}`, made);
      if (below !== undefined) taken.set(id, (taken.get(id) ?? 0) + 1);
      return Response.json(
        kind === "trips" && below === undefined ? { ...made, seatCount: numberOf(made.id) } : made,
        { status: 201 },
      );
    }
    const known = all.get(path);
    if (known === undefined) return answer(404);
    if (request.method === "GET")
      return Response.json(
        kind === "trips" && below === undefined ? { ...known, seatCount: numberOf(id) } : known,
      );
    all.delete(path);
    for (const [other, one] of all) if (!keepsSeats && one["guestId"] === id) all.delete(other);
    return answer(204);
  };
}

async function said(
  counting: Counting,
  count = "seatCount: { type: integer, description: Seats that are taken. }",
  keepsSeats = false,
): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(trips(count)),
    server: { fetch: tripService(counting, keepsSeats) },
    replay: ["removeGuest/deleted-with/Seat"],
  });
  expect(errors).toEqual([]);
  return failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test("finds a number that counts what went with a deleted record", async () => {
  expect(await said("seats that there ever were")).toEqual([
    "derived-value getTrip: `seatCount` is 1 before and after removeGuest, which deletes what it counts",
  ]);
  expect(await said("seats")).toEqual([]);
});

test("a number may count all that there ever were, or none of them", async () => {
  const ever = "seatCount: { type: integer, description: Seats that were taken so far. }";
  expect(await said("seats that there ever were", ever)).toEqual([]);
  expect(await said("two for each trip")).toEqual([]);
});

test("seats that are still there are found, and not their number", async () => {
  expect(await said("seats", undefined, true)).toEqual([
    "read-after-delete removeGuest: leaves a Seat of the deleted Guest, which getSeat shows, and says that it deletes them with it",
  ]);
});
