const shown = (schema: string): string =>
  `{ description: It., content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;
const body = (schema: string): string =>
  `requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } } }`;

/** What else a description of rides says. */
export interface RideWords {
  readonly left?: string;
  readonly full?: string;
  readonly change?: boolean;
  /** What is said of the change. */
  readonly about?: string;
}

/** Rides, in which bookings take seats. */
export const rides = ({
  left = "seatsLeft: { type: integer, minimum: 0 }",
  full = '"409": { description: No seat is left. }',
  change = true,
  about = "",
}: RideWords): string => `openapi: 3.1.0
info: { title: Rides, version: "1" }
paths:
  /rides:
    post: { operationId: addRide, ${body("NewRide")}, responses: { "201": ${shown("Ride")} } }
  /rides/{rideId}:
    parameters: [{ name: rideId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getRide, responses: { "200": ${shown("Ride")}, "404": { description: None. } } }
    ${change ? `patch: { operationId: changeRide, description: ${JSON.stringify(about)}, ${body("RideChange")}, responses: { "200": ${shown("Ride")}, "404": { description: None. }, "409": { description: Refused. } } }` : ""}
  /rides/{rideId}/bookings:
    parameters: [{ name: rideId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: book
      ${body("NewBooking")}
      responses: { "201": ${shown("Booking")}, "404": { description: None. }, ${full} }
  /bookings/{bookingId}:
    parameters: [{ name: bookingId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getBooking, responses: { "200": ${shown("Booking")}, "404": { description: None. } } }
components:
  schemas:
    NewRide: { type: object, required: [seats], properties: { seats: { type: integer, minimum: 1, maximum: 50, example: 8 } } }
    RideChange: { type: object, properties: { seats: { type: integer, minimum: 1, maximum: 50 } } }
    Ride: { type: object, required: [id, seats], properties: { id: { type: string }, seats: { type: integer }, booked: { type: integer }, ${left} } }
    NewBooking: { type: object, required: [name], properties: { name: { type: string, example: Ada } } }
    Booking:
      type: object
      required: [id, rideId, name, status]
      properties: { id: { type: string }, rideId: { type: string }, name: { type: string }, status: { type: string, enum: [booked, waiting] } }
`;

/** What a service of rides does. */
export type RideWay =
  | "counts seats early"
  | "has a waiting list"
  | "sells more than there are"
  | "counts what is confirmed"
  | "takes a name once"
  | "refuses fewer seats than are booked"
  | "leaves the seats that are booked";

/** Lets other requests go on. */
const others = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

interface Booking {
  readonly id: string;
  readonly rideId: string;
  readonly name: string;
  readonly status: "booked" | "waiting";
}

/** A service of rides that counts and books without a wait between, unless it is told otherwise. */
export function rideService(...ways: readonly RideWay[]): (request: Request) => Promise<Response> {
  const does = (way: RideWay): boolean => ways.includes(way);
  const seats = new Map<string, number>();
  const bookings: Booking[] = [];
  const refuse = (status: number): Response => new Response(null, { status });
  const takenOf = (id: string): number =>
    bookings.filter((one) => one.rideId === id && one.status === "booked").length;
  const show = (id: string, status = 200): Response => {
    const all = seats.get(id) ?? 0;
    const booked = does("counts what is confirmed") ? Math.min(takenOf(id), 3) : takenOf(id);
    const seatsLeft = Math.max(0, all - booked);
    return Response.json({ id, seats: all, booked, seatsLeft, free: seatsLeft }, { status });
  };
  return async (request) => {
    const [, kind, id = "", below] = new URL(request.url).pathname.split("/");
    const sent = (request.method === "GET" ? {} : await request.json()) as {
      readonly seats?: number;
      readonly name?: string;
    };
    if (kind === "bookings") {
      const found = bookings.find((one) => one.id === id);
      return found === undefined ? refuse(404) : Response.json(found);
    }
    const key = id === "" ? `r-${seats.size + 1}` : id;
    if (id !== "" && !seats.has(id)) return refuse(404);
    if (below === undefined) {
      const isTooFew = sent.seats !== undefined && sent.seats < takenOf(key);
      if (isTooFew && does("refuses fewer seats than are booked")) return refuse(409);
      const isLeft = isTooFew && does("leaves the seats that are booked");
      if (sent.seats !== undefined) seats.set(key, isLeft ? takenOf(key) : sent.seats);
      return show(key, id === "" ? 201 : 200);
    }
    const early = takenOf(id);
    const isTaken = bookings.some((one) => one.rideId === id && one.name === sent.name);
    if (does("takes a name once") && isTaken) return refuse(409);
    await others();
    const taken = does("counts seats early") ? early : takenOf(id);
    const isFull = taken >= (seats.get(id) ?? 0);
    const waiting = bookings.filter((one) => one.rideId === id && one.status === "waiting").length;
    const mayWait = does("has a waiting list") && waiting < 3;
    if (isFull && !mayWait && !does("sells more than there are")) return refuse(409);
    const status = isFull && mayWait ? "waiting" : "booked";
    const made = {
      id: `b-${bookings.length + 1}`,
      rideId: id,
      name: sent.name ?? "",
      status,
    } as const;
    bookings.push(made);
    return Response.json(made, { status: 201 });
  };
}
