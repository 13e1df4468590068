/** What is said of a list of stays, and of its order. */
export interface Said {
  readonly sort?: string;
  readonly rating?: string;
}

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

/** Describes hotels with stays of guests, each of whom stays once in each. */
export const stays = ({ sort = "", rating = "" }: Said): string => `openapi: 3.1.0
info: { title: Stays, version: "1" }
paths:
  /hotels:
    post:
      operationId: addHotel
      requestBody: { required: true, ${json("NewHotel")} }
      responses: { "201": { description: It., ${json("Hotel")} } }
  /hotels/{hotelId}:
    parameters: [{ name: hotelId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getHotel
      responses: { "200": { description: It., ${json("Hotel")} }, "404": { description: None. } }
  /guests:
    post:
      operationId: addGuest
      requestBody: { required: true, ${json("NewGuest")} }
      responses: { "201": { description: It., ${json("Guest")} } }
  /guests/{guestId}:
    parameters: [{ name: guestId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getGuest
      responses: { "200": { description: It., ${json("Guest")} }, "404": { description: None. } }
  /hotels/{hotelId}/stays:
    parameters: [{ name: hotelId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: listStays
      parameters:
        - { name: state, in: query, schema: { $ref: "#/components/schemas/State" } }
        - { name: minRating, in: query, description: ${JSON.stringify(rating)}, schema: { type: integer, minimum: 1, maximum: 5 } }
        - { name: sort, in: query, description: ${JSON.stringify(sort)}, schema: { type: string, enum: [rating, -rating] } }
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Stay" } } } }
        "404": { description: None. }
    post:
      operationId: addStay
      requestBody: { required: true, ${json("NewStay")} }
      responses:
        "201": { description: It., ${json("Stay")} }
        "404": { description: None. }
        "409": { description: Not possible in the present state. }
        "422": { description: There is no such guest. }
components:
  schemas:
    State: { type: string, enum: [booked, begun, over] }
    NewHotel: { type: object, required: [title], properties: { title: { type: string } } }
    Hotel: { type: object, required: [id], properties: { id: { type: string }, title: { type: string } } }
    NewGuest: { type: object, required: [title], properties: { title: { type: string } } }
    Guest: { type: object, required: [id], properties: { id: { type: string }, title: { type: string } } }
    NewStay:
      type: object
      required: [guestId]
      properties: { guestId: { type: string }, rating: { type: [integer, "null"], minimum: 1, maximum: 5 } }
    Stay:
      type: object
      required: [id, guestId, state, rating, bookedAt]
      properties:
        id: { type: string }
        bookedAt: { type: string, format: date-time, pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }
        guestId: { type: string }
        state: { $ref: "#/components/schemas/State" }
        rating: { type: [integer, "null"], minimum: 1, maximum: 5 }
`;

/** What a list of stays does in its own way. */
export type Way =
  | "leaves out the least rating"
  | "takes either of two filters"
  | "looks at the rating alone"
  | "looks at the state alone"
  | "begins with the unrated ones"
  | "turns the order of all"
  | "takes each guest once";

interface Stay {
  readonly id: string;
  readonly hotelId: string;
  readonly guestId: string;
  readonly state: string;
  readonly bookedAt: string;
  readonly rating: number | null;
}

/** A service of stays, the unrated ones last. */
export function stayService(...ways: readonly Way[]): (request: Request) => Promise<Response> {
  const does = (way: Way): boolean => ways.includes(way);
  const records = new Map<string, object>();
  const all: Stay[] = [];
  const orderOf = (one: Stay, other: Stay, isDown: boolean): number => {
    const sign = isDown ? -1 : 1;
    const lacks = Number(one.rating === null) - Number(other.rating === null);
    const isTurned =
      (does("turns the order of all") && isDown) || does("begins with the unrated ones");
    if (lacks !== 0) return isTurned ? -lacks : lacks;
    return ((one.rating ?? 0) - (other.rating ?? 0)) * sign;
  };
  const listed = (hotelId: string, { searchParams }: URL): Stay[] => {
    const [state, least] = [searchParams.get("state"), searchParams.get("minRating")];
    const bound = Number(least) + Number(does("leaves out the least rating"));
    const isOfState = (one: Stay): boolean => state === null || one.state === state;
    const isRated = ({ rating }: Stay): boolean =>
      least === null ||
      (rating ?? 0) >= bound ||
      (does("looks at the state alone") && state !== null);
    const isEither = does("takes either of two filters") && state !== null && least !== null;
    const isRating = does("looks at the rating alone") && least !== null;
    const isFound = (one: Stay): boolean =>
      isEither ? isOfState(one) || isRated(one) : isRated(one) && (isRating || isOfState(one));
    const own = all.filter((one) => one.hotelId === hotelId && isFound(one));
    const sort = searchParams.get("sort");
    return sort === null ? own : own.toSorted((a, b) => orderOf(a, b, sort === "-rating"));
  };
  return async (request) => {
    const url = new URL(request.url);
    const [, kind = "", id = "", below] = url.pathname.split("/");
    if (id !== "" && !records.has(id)) return new Response(null, { status: 404 });
    if (request.method === "GET")
      return Response.json(below === undefined ? records.get(id) : listed(id, url));
    const given = (await request.json()) as Partial<Stay>;
    if (below === undefined) {
      const made = { ...given, id: `${kind}-${records.size + 1}` };
      records.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const { guestId = "", rating = null } = given;
    if (!records.has(guestId)) return new Response(null, { status: 422 });
    const isSame = (hotelId: string): boolean => hotelId === id || does("takes each guest once");
    if (all.some((one) => isSame(one.hotelId) && one.guestId === guestId))
      return new Response(null, { status: 409 });
    const bookedAt = new Date(Date.UTC(2026, 0, all.length + 1)).toISOString();
    const stay = {
      bookedAt,
      id: `s-${all.length + 1}`,
      hotelId: id,
      guestId,
      state: "booked",
      rating,
    };
    all.push(stay);
    const { hotelId: _, ...shown } = stay;
    return Response.json(shown, { status: 201 });
  };
}
