/** What a list of visits does wrong, or differently in a way that its description permits. */
export type VisitFault =
  | "leaves out the last day"
  | "shows what begins at the end"
  | "shows the oldest first"
  | "is in the order of creation"
  | "compares times as texts"
  | "refuses unknown rooms";

interface Visit {
  readonly id: string;
  readonly room: string;
  readonly arrivedOn: string;
  readonly startsAt: string;
}

interface Said {
  readonly list?: string;
  readonly until?: string;
  /** What is said of the parameter `to`. Default: there is none. */
  readonly to?: string;
  readonly sortDefault?: string;
}

const query = (name: string, schema: string, description = ""): string =>
  `{ name: ${name}, in: query, description: "${description}", schema: ${schema} }`;

/** The description of a list, whose texts say its order and what is within a bound. */
export const described = ({
  list = "",
  until = "",
  to,
  sortDefault,
}: Said): string => `openapi: 3.1.0
info: { title: Visits, version: 1.0.0 }
paths:
  /visits:
    get:
      operationId: listVisits
      description: "${list}"
      parameters:
        - ${query("room", "{ type: string }")}
        - ${query("dayTo", "{ type: string, format: date }", until)}
${to === undefined ? "" : `        - ${query("to", "{ type: string, format: date-time }", to)}\n`}        - ${query("sort", `{ type: string, enum: [startsAt, -startsAt]${sortDefault === undefined ? "" : `, default: ${sortDefault}`} }`)}
      responses:
        "200":
          description: Visits.
          content:
            application/json:
              schema:
                type: object
                required: [items]
                properties: { items: { type: array, items: { $ref: "#/components/schemas/Visit" } } }
    post:
      operationId: addVisit
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/NewVisit" }
            examples:
              blue: { value: { room: blue, arrivedOn: "2026-03-01", startsAt: "2026-03-01T09:00:00Z" } }
              red: { value: { room: red, arrivedOn: "2026-03-02", startsAt: "2026-03-02T09:00:00Z" } }
      responses:
        "201":
          description: Added.
          content: { application/json: { schema: { $ref: "#/components/schemas/Visit" } } }
        "422": { description: There is no such room. }
  /visits/{id}:
    get:
      operationId: getVisit
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: The visit.
          content: { application/json: { schema: { $ref: "#/components/schemas/Visit" } } }
        "404": { description: There is none. }
components:
  schemas:
    NewVisit:
      type: object
      required: [room, arrivedOn, startsAt]
      properties:
        room: { type: string, minLength: 1 }
        arrivedOn: { type: string, format: date }
        startsAt: { type: string, format: date-time }
    Visit:
      allOf:
        - $ref: "#/components/schemas/NewVisit"
        - { type: object, required: [id], properties: { id: { type: string } } }
`;

/** A service that lists visits, the latest first, and those of the last day of `dayTo` with them. */
export function service(...faults: readonly VisitFault[]): (request: Request) => Promise<Response> {
  const all: Visit[] = [];
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const [, , id] = pathname.split("/");
    if (request.method === "POST") {
      const body = (await request.json()) as Visit;
      if (faults.includes("refuses unknown rooms") && !["blue", "red"].includes(body.room))
        return Response.json({ details: [{ path: "/room", message: "unknown" }] }, { status: 422 });
      all.push({ ...body, id: `visit-${all.length + 1}` });
      return Response.json(all.at(-1), { status: 201 });
    }
    if (id !== undefined) {
      const one = all.find((visit) => visit.id === id);
      return one === undefined ? new Response(null, { status: 404 }) : Response.json(one);
    }
    return Response.json({ items: inOrder(all, searchParams, faults) });
  };
}

function inOrder(
  all: readonly Visit[],
  asked: URLSearchParams,
  faults: readonly VisitFault[],
): Visit[] {
  const room = asked.get("room");
  const last = asked.get("dayTo");
  const isWithin = ({ arrivedOn }: Visit): boolean =>
    last === null ||
    arrivedOn < last ||
    (arrivedOn === last && !faults.includes("leaves out the last day"));
  const end = Date.parse(asked.get("to") ?? "2999-01-01T00:00:00Z");
  const isBefore = ({ startsAt }: Visit): boolean =>
    Date.parse(startsAt) < end ||
    (faults.includes("shows what begins at the end") && Date.parse(startsAt) === end);
  const found = all.filter(
    (one) => (room === null || one.room === room) && isWithin(one) && isBefore(one),
  );
  const sort = asked.get("sort");
  if (sort === null && faults.includes("is in the order of creation")) return found;
  const value = ({ startsAt }: Visit): number | string =>
    faults.includes("compares times as texts") ? startsAt : Date.parse(startsAt);
  const isUp = sort === "startsAt" || (sort === null && faults.includes("shows the oldest first"));
  return found.toSorted((one, other) => {
    const order = value(one) < value(other) ? -1 : value(one) > value(other) ? 1 : 0;
    return isUp ? order : -order;
  });
}
