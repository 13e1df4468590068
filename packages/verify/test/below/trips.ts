const body = (schema: string): string =>
  `{ required: true, content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;
const answer = (status: number, schema: string): string =>
  `"${status}": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;
const refusals = `"400": { description: Wrong. }, "404": { description: None. }`;

/** Trips, which show their guests and what was done to them. */
export const trips = `openapi: 3.1.0
info: { title: Trips, version: 1.0.0 }
paths:
  /trips:
    post:
      operationId: addTrip
      requestBody: ${body("NewTrip")}
      responses: { ${answer(201, "Trip")}, "400": { description: Wrong. } }
  /trips/{tripId}:
    parameters: [{ name: tripId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getTrip
      responses: { ${answer(200, "Trip")}, ${refusals} }
  /trips/{tripId}/guests/{name}:
    parameters:
      - { name: tripId, in: path, required: true, schema: { type: string } }
      - { name: name, in: path, required: true, schema: { type: string, minLength: 1 } }
    put:
      operationId: putGuest
      requestBody: ${body("GuestAnswer")}
      responses: { ${answer(200, "Guest")}, ${answer(201, "Guest")}, ${refusals} }
  /trips/{tripId}/steps:
    parameters: [{ name: tripId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: takeStep
      requestBody: ${body("Step")}
      responses: { ${answer(200, "Trip")}, ${refusals}, "409": { description: Not from this state. } }
components:
  schemas:
    Step: { type: object, required: [step], properties: { step: { type: string, enum: [begin, end] } } }
    NewTrip:
      type: object
      required: [title]
      properties: { title: { type: string, minLength: 1 } }
    GuestAnswer:
      type: object
      required: [comes]
      properties: { comes: { type: boolean } }
    Guest:
      type: object
      required: [name, comes]
      properties: { name: { type: string }, comes: { type: boolean } }
    Trip:
      type: object
      required: [id, title, state, guests, history]
      properties:
        id: { type: string, readOnly: true }
        title: { type: string }
        state: { type: string, enum: [planned, begun, ended] }
        guests: { type: array, items: { $ref: "#/components/schemas/Guest" } }
        history:
          type: array
          items: { type: object, properties: { done: { type: string }, name: { type: string } } }
`;

/** What a service of trips does wrong. */
export type TripFault = "adds guests again" | "keeps the tag" | "takes refused steps";

/** What it does by itself: a trip begins when it was read twice. */
export type TripHabit = "begins trips by itself";

interface Trip {
  readonly id: string;
  readonly title: string;
  state: "planned" | "begun" | "ended";
  guests: { readonly name: string; readonly comes: boolean }[];
  /** Requests are kept here, equal ones too: PUT may be logged as often as it is sent. */
  readonly history: { readonly done: string; readonly name: string }[];
}

/** A service of trips, which is faultless but for what it is told to do wrong. */
export function tripService(
  fault?: TripFault | TripHabit,
): (request: Request) => Promise<Response> {
  const all = new Map<string, Trip>();
  const reads = new Map<string, number>();
  const refuse = (status: number): Response => new Response(null, { status });
  const step = (trip: Trip, wanted: unknown): Response => {
    if (wanted !== "begin" && wanted !== "end") return refuse(400);
    const isNext = wanted === "begin" ? trip.state === "planned" : trip.state === "begun";
    if (isNext || fault === "takes refused steps")
      trip.state = wanted === "begin" ? "begun" : "ended";
    return isNext ? Response.json(trip) : refuse(409);
  };
  return async (request) => {
    const [, , id = "", below, key] = new URL(request.url).pathname.split("/");
    const given =
      request.method === "GET" ? {} : ((await request.json()) as Record<string, unknown>);
    if (id === "") {
      const { title } = given;
      if (typeof title !== "string" || title === "") return refuse(400);
      const trip = {
        id: `t-${all.size + 100}`,
        title,
        state: "planned",
        guests: [],
        history: [],
      } satisfies Trip;
      all.set(trip.id, trip);
      return Response.json(trip, { status: 201 });
    }
    const trip = all.get(id);
    if (trip === undefined) return refuse(404);
    if (below === undefined) {
      reads.set(id, (reads.get(id) ?? 0) + 1);
      if (fault === "begins trips by itself" && reads.get(id) === 2) trip.state = "begun";
      const shown = fault === "keeps the tag" ? trip.title : JSON.stringify(trip);
      return Response.json(trip, { headers: { ETag: `"${Buffer.from(shown).toString("hex")}"` } });
    }
    if (below === "steps") return step(trip, given["step"]);
    const { comes } = given;
    if (typeof comes !== "boolean" || key === undefined) return refuse(400);
    const guest = { name: decodeURIComponent(key), comes };
    trip.history.push({ done: "invited", name: guest.name });
    const others = trip.guests.filter(({ name }) => name !== guest.name);
    const isNew = others.length === trip.guests.length;
    trip.guests = [...(fault === "adds guests again" ? trip.guests : others), guest];
    return Response.json(guest, { status: isNew ? 201 : 200 });
  };
}
