import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;
const byId = (name: string): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: { type: string } }]`;

/** Boats and trips of them, whose names are in a report; nothing that is created is in it. */
const boats = `openapi: 3.1.0
info: { title: Boats, version: "1" }
paths:
  /boats:
    post:
      operationId: addBoat
      requestBody: { required: true, ${json("NewBoat")} }
      responses: { "201": { description: It., ${json("Boat")} } }
  /boats/{boatId}:
    ${byId("boatId")}
    get: { operationId: getBoat, responses: { "200": { description: It., ${json("Boat")} }, "404": { description: None. } } }
    patch:
      operationId: changeBoat
      requestBody: { required: true, ${json("NewBoat")} }
      responses: { "200": { description: It., ${json("Boat")} }, "404": { description: None. } }
  /trips:
    post:
      operationId: addTrip
      requestBody: { required: true, ${json("NewTrip")} }
      responses: { "201": { description: It., ${json("Trip")} }, "422": { description: No boat. } }
  /trips/{tripId}:
    ${byId("tripId")}
    get: { operationId: getTrip, responses: { "200": { description: It., ${json("Trip")} }, "404": { description: None. } } }
  /report:
    get:
      operationId: reportTrips
      parameters:
        - { name: month, in: query, required: true, example: "2025-02", schema: { type: string } }
        - { name: format, in: query, schema: { type: string, enum: [json, csv], default: json } }
      responses:
        "200": { description: It., content: { application/json: { schema: { type: object } }, text/csv: { schema: { type: string } } } }
components:
  schemas:
    NewBoat: { type: object, required: [name], properties: { name: { type: string, minLength: 1, maxLength: 60, example: Ada } } }
    Boat: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    NewTrip: { type: object, required: [boatId], properties: { boatId: { type: string } } }
    Trip: { type: object, required: [id, boatId], properties: { id: { type: string }, boatId: { type: string } } }
`;

type Cell = (text: string) => string;

interface Ways {
  readonly cell?: Cell;
  readonly isOld?: boolean;
  /** Lines name trips, and these boats. */
  readonly isOfTrips?: boolean;
  readonly isWithoutQuotes?: boolean;
  readonly isEmpty?: boolean;
}

const escaped: Cell = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const undoubled: Cell = (text) => (/[",\r\n]/.test(text) ? `"${text}"` : text);

function service(ways: Ways, names: Map<string, string>) {
  const { cell = escaped, isOld = false, isOfTrips = false, isWithoutQuotes = false } = ways;
  const trips = new Map([["t1", "b1"]]);
  const report = (): Response => {
    const [key, name] = [isOfTrips ? "t1" : "b1", isOld ? "Otter" : (names.get("b1") ?? "")];
    const row = `${cell(name)},${key},7`;
    const lines = [`boatName,${isOfTrips ? "tripId" : "boatId"},hours`, row];
    const text = `${lines.slice(0, ways.isEmpty ? 1 : 2).join("\r\n")}\r\n`;
    return new Response(text, { headers: { "content-type": "text/csv; charset=utf-8" } });
  };
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, kind, id = ""] = pathname.split("/");
    if (kind === "report")
      return searchParams.get("format") === "csv" ? report() : Response.json({});
    const body = (await request.json().catch(() => ({}))) as { name?: string; boatId?: string };
    const key = id === "" ? `n${names.size + trips.size}` : id;
    const known: Map<string, string> = kind === "boats" ? names : trips;
    if (id !== "" && !known.has(id)) return new Response(null, { status: 404 });
    if (body.boatId !== undefined && !names.has(body.boatId))
      return new Response(null, { status: 422 });
    const value = (kind === "boats" ? body.name : body.boatId) ?? known.get(key) ?? "";
    known.set(key, isWithoutQuotes ? value.replaceAll('"', "") : value);
    const own = { id: key, [kind === "boats" ? "name" : "boatId"]: known.get(key) };
    return Response.json(own, { status: id === "" ? 201 : 200 });
  };
}

async function found(ways: Ways): Promise<string[]> {
  const names = new Map([["b1", "Otter"]]);
  const { failures, errors } = await verifyServer({
    description: await read(boats),
    server: { fetch: service(ways, names) },
    replay: ["reportTrips/values/rows"],
  });
  expect(errors).toEqual([]);
  expect(names.get("b1")).toBe("Otter");
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

test.each([false, true])(
  "finds quotes that are not doubled in lines of records that nothing creates, of trips: %s",
  async (isOfTrips) => {
    expect(await found({ cell: undoubled, isOfTrips })).toEqual([
      'shows-what-was-sent: has "Verify, the b\\" c\\"" as boatName of b1, which was written as "Verify, the \\"b\\" c" (RFC 4180, section 2)',
    ]);
  },
);

test.each<Ways>([
  {},
  { isOfTrips: true },
  { cell: (text) => `"${text.replaceAll('"', '""')}"` },
  { cell: undoubled, isOld: true },
  { cell: undoubled, isWithoutQuotes: true },
  { cell: undoubled, isEmpty: true },
])("has nothing to say of a report that is right, old or empty: %j", async (ways) => {
  expect(await found(ways)).toEqual([]);
});
