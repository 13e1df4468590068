import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const description = await read(`openapi: 3.1.0
info: { title: Trips, version: "1" }
security: [{ key: [] }]
paths:
  /trips:
    post:
      operationId: addTrip
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewTrip" } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Trip" } } } }
        "401": { description: Who? }
  /trips/{tripId}:
    get:
      operationId: showTrip
      parameters: [{ name: tripId, in: path, required: true, schema: { type: string } }]
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Trip" } } } }
        "401": { description: Who? }
        "404": { description: None. }
  /trips/{tripId}/tickets:
    post:
      operationId: addTicket
      parameters: [{ name: tripId, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/pdf: { schema: { type: string, format: binary } } } }
      responses:
        "201":
          description: Added.
          content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } } }
        "401": { description: Who? }
        "404": { description: None. }
  /trips/{tripId}/tickets/{ticketId}:
    get:
      operationId: showTicket
      parameters:
        - { name: tripId, in: path, required: true, schema: { type: string } }
        - { name: ticketId, in: path, required: true, schema: { type: string } }
      responses:
        "200": { description: It., content: { application/pdf: { schema: { type: string, format: binary } } } }
        "401": { description: Who? }
        "404": { description: None. }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: x-key } }
  schemas:
    NewTrip: { type: object, required: [to], properties: { to: { type: string, minLength: 1 } } }
    Trip:
      type: object
      required: [id, to]
      properties: { id: { type: string }, to: { type: string } }
`);

type Way = "gives tickets to anybody" | "gives tickets below any trip";

interface Ticket {
  readonly tripId: string;
  readonly bytes: ArrayBuffer;
}

/** A service of trips with tickets. */
function tripService(...ways: readonly Way[]): (request: Request) => Promise<Response> {
  const does = (way: Way): boolean => ways.includes(way);
  const trips = new Map<string, { readonly owner: string; readonly to: string }>();
  const tickets = new Map<string, Ticket>();
  return async (request) => {
    const owner = request.headers.get("x-key") ?? "";
    if (!["mine", "theirs"].includes(owner)) return Response.json({}, { status: 401 });
    const [, , id = "", kind, ticketId = ""] = new URL(request.url).pathname.split("/");
    if (id === "") {
      const body = (await request.json()) as { readonly to: string };
      const made = { id: `t-${trips.size + 1}`, to: body.to };
      trips.set(made.id, { owner, to: body.to });
      return Response.json(made, { status: 201 });
    }
    const trip = trips.get(id);
    const isOwn = trip?.owner === owner || (ticketId !== "" && does("gives tickets to anybody"));
    if (trip === undefined || !isOwn) return Response.json({}, { status: 404 });
    if (kind === undefined) return Response.json({ id, to: trip.to });
    if (request.method === "POST") {
      const made = { id: `k-${tickets.size + 1}` };
      tickets.set(made.id, { tripId: id, bytes: await request.arrayBuffer() });
      return Response.json(made, { status: 201 });
    }
    const ticket = tickets.get(ticketId);
    const isBelow = ticket?.tripId === id || does("gives tickets below any trip");
    if (ticket === undefined || !isBelow) return Response.json({}, { status: 404 });
    return new Response(ticket.bytes, { headers: { "content-type": "application/pdf" } });
  };
}

async function messagesOf(...ways: readonly Way[]): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description,
    server: { fetch: tripService(...ways) },
    credentials: { key: "mine" },
    otherCredentials: { key: "theirs" },
    replay: ["addTicket/files/showTicket", "addTrip/other-principal"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
}

test("has nothing to say of files that are theirs alone whose record it is", async () => {
  expect(await messagesOf()).toEqual([]);
});

test("finds a file that is read below another record", async () => {
  expect(await messagesOf("gives tickets below any trip")).toEqual([
    "wrong-parent showTicket: answers 200 with a file of another Trip",
  ]);
});

test("finds a file below a record that another principal reads", async () => {
  expect(await messagesOf("gives tickets to anybody")).toEqual([
    expect.stringMatching(
      /^other-principal showTicket: shows what is below another principal's Trip;/,
    ),
  ]);
});
