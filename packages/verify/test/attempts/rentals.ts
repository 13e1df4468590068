const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
const refusals = `"404": { description: None. }, "409": { description: Not as it is. }, "422": { description: Wrong. }`;
const id = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;

/** Bikes, and rentals that take a bike, begin, and end within a day. */
export const rentals = `openapi: 3.1.0
info: { title: Rentals, version: "1" }
paths:
  /bikes:
    post:
      operationId: addBike
      requestBody: { required: true, ${json("NewBike")} }
      responses: { "201": { description: Added., ${json("Bike")} }, "422": { description: Wrong. } }
  /bikes/{bikeId}:
    ${id("bikeId")}
    get: { operationId: getBike, responses: { "200": { description: It., ${json("Bike")} }, "404": { description: None. } } }
  /rentals:
    post:
      operationId: beginRental
      requestBody: { required: true, ${json("NewRental")} }
      responses:
        "201":
          description: Begun.
          ${json("Rental")}
          links: { end: { operationId: endRental, parameters: { rentalId: $response.body#/id } } }
        "409": { description: The bike or the rider is not free. }
        "422": { description: Wrong. }
  /rentals/{rentalId}:
    ${id("rentalId")}
    get: { operationId: getRental, responses: { "200": { description: It., ${json("Rental")} }, "404": { description: None. } } }
  /rentals/{rentalId}/end:
    ${id("rentalId")}
    post:
      operationId: endRental
      requestBody: { required: true, ${json("End")} }
      responses: { "200": { description: Ended., ${json("Rental")} }, ${refusals} }
components:
  schemas:
    NewBike: { type: object, required: [label], properties: { label: { type: string, minLength: 1, example: Blue } } }
    Bike: { allOf: [{ $ref: "#/components/schemas/NewBike" }, { type: object, required: [id], properties: { id: { type: string } } }] }
    NewRental:
      type: object
      additionalProperties: false
      required: [bikeId, rider, startedAt]
      properties:
        bikeId: { type: string, example: b-7 }
        rider: { type: string, minLength: 2, maxLength: 30, example: Ada }
        startedAt: { type: string, format: date-time, example: "2026-03-02T09:00:00Z" }
    Rental:
      allOf:
        - $ref: "#/components/schemas/RentalStart"
        - { type: object, required: [id, status], properties: { id: { type: string }, status: { type: string, enum: [open, ended] }, endedAt: { type: string, format: date-time } } }
    RentalStart:
      type: object
      properties: { bikeId: { type: string }, rider: { type: string }, startedAt: { type: string, format: date-time } }
    End:
      type: object
      additionalProperties: false
      required: [endedAt]
      properties:
        endedAt: { type: string, format: date-time, example: "2026-08-30T12:00:00Z" }
        distance: { type: integer, minimum: 0, maximum: 500 }
`;

interface Rental {
  readonly id: string;
  readonly bikeId: string;
  readonly rider: string;
  readonly startedAt: string;
  readonly status: "open" | "ended";
  readonly endedAt?: string;
}

/** What a service of rentals does wrong, or by a rule of its own. */
interface Ways {
  /** The most rentals of a bike, and of a rider, at a time. */
  readonly ofBike?: number;
  readonly ofRider?: number;
  /** The start of each rental. Default: that of its request. */
  readonly start?: string;
  readonly takesAnyDistance?: boolean;
  readonly endsNone?: boolean;
}

const day = 24 * 60 * 60 * 1000;
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const isTime = (value: unknown): value is string =>
  typeof value === "string" && timePattern.test(value) && !Number.isNaN(Date.parse(value));

/** A service of rentals: a bike has one of them at a time, and a rider two. They end within a day. */
export function rentalService(ways: Ways = {}): (request: Request) => Promise<Response> {
  const { ofBike = 1, ofRider = 2, start, takesAnyDistance = false, endsNone = false } = ways;
  const bikes = new Map<string, object>();
  const all = new Map<string, Rental>();
  const answer = (status: number): Response => new Response(null, { status });
  const keep = (one: Rental, status: number): Response => {
    all.set(one.id, one);
    return Response.json(one, { status });
  };
  const begin = (given: Partial<Rental>): Response => {
    const { bikeId = "", rider, startedAt = start, ...others } = given;
    const isRider = typeof rider === "string" && [...rider].length >= 2 && [...rider].length <= 30;
    if (!isRider || !isTime(startedAt) || Object.keys(others).length > 0) return answer(422);
    if (!bikes.has(bikeId)) return answer(422);
    const open = [...all.values()].filter(({ status }) => status === "open");
    if (open.filter((one) => one.bikeId === bikeId).length >= ofBike) return answer(409);
    if (open.filter((one) => one.rider === rider).length >= ofRider) return answer(409);
    return keep({ id: `r-${all.size + 1}`, bikeId, rider, startedAt, status: "open" }, 201);
  };
  const end = (rental: Rental, given: { readonly [name: string]: unknown }): Response => {
    const { endedAt, distance = 0, ...others } = given;
    const isDistance =
      Number.isInteger(distance) && Number(distance) >= 0 && Number(distance) <= 500;
    const isRight = isDistance || takesAnyDistance;
    if (!isTime(endedAt) || !isRight || Object.keys(others).length > 0) return answer(422);
    if (rental.status === "ended") return answer(409);
    const length = Date.parse(endedAt) - Date.parse(rental.startedAt);
    if (length <= 0 || length > day || endsNone) return answer(422);
    return keep({ ...rental, status: "ended", endedAt }, 200);
  };
  return async (request) => {
    const [, kind, key = "", action] = new URL(request.url).pathname.split("/");
    const isPost = request.method === "POST";
    const given = isPost ? ((await request.json()) as Partial<Rental> & { label?: unknown }) : {};
    if (kind === "bikes" && key === "") {
      if (typeof given.label !== "string" || given.label === "") return answer(422);
      const bike = { label: given.label, id: `b-${bikes.size + 1}` };
      bikes.set(bike.id, bike);
      return Response.json(bike, { status: 201 });
    }
    if (kind === "bikes") return bikes.has(key) ? Response.json(bikes.get(key)) : answer(404);
    if (key === "") return begin(given);
    const rental = all.get(key);
    if (rental === undefined) return answer(404);
    return action === "end" ? end(rental, given) : Response.json(rental);
  };
}
