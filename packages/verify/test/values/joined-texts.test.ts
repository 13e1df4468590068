import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;

/** Walks with guests, whose names are in a list of each walk. */
const walks = (example = "guestId,name,seats"): string => `openapi: 3.1.0
info: { title: Walks, version: "1" }
paths:
  /guests:
    post:
      operationId: addGuest
      requestBody: { required: true, ${json("NewGuest")} }
      responses: { "201": { description: It., ${json("Guest")} } }
  /guests/{guestId}:
    parameters: [{ name: guestId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getGuest, responses: { "200": { description: It., ${json("Guest")} }, "404": { description: None. } } }
    patch:
      operationId: changeGuest
      requestBody: { required: true, ${json("GuestChange")} }
      responses: { "200": { description: It., ${json("Guest")} }, "404": { description: None. } }
  /walks:
    post: { operationId: addWalk, responses: { "201": { description: It., ${json("Walk")} } } }
  /walks/{walkId}:
    parameters: [{ name: walkId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getWalk, responses: { "200": { description: It., ${json("Walk")} }, "404": { description: None. } } }
  /walks/{walkId}/bookings:
    parameters: [{ name: walkId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: addBooking
      requestBody: { required: true, ${json("NewBooking")} }
      responses: { "201": { description: It., ${json("Booking")} }, "404": { description: None. }, "422": { description: No guest. } }
  /walks/{walkId}/bookings/{bookingId}:
    parameters: [{ name: walkId, in: path, required: true, schema: { type: string } }, { name: bookingId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getBooking, responses: { "200": { description: It., ${json("Booking")} }, "404": { description: None. } } }
  /walks/{walkId}/list:
    parameters: [{ name: walkId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: exportList
      responses:
        "200": { description: It., content: { application/json: { schema: { type: object } }, text/csv: { schema: { type: string }, example: ${JSON.stringify(`${example}\r\n`)} } } }
        "404": { description: None. }
components:
  schemas:
    NewGuest: { type: object, required: [name], properties: { name: { type: string, minLength: 1, example: Ada } } }
    GuestChange: { type: object, properties: { name: { type: string, minLength: 1 } } }
    Guest: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    Walk: { type: object, required: [id], properties: { id: { type: string } } }
    NewBooking: { type: object, required: [guestId], properties: { guestId: { type: string }, seats: { type: integer, minimum: 1, maximum: 9, default: 1 } } }
    Booking: { type: object, required: [id, guestId, seats], properties: { id: { type: string }, guestId: { type: string }, seats: { type: integer } } }
`;

interface Ways {
  readonly cell?: (text: string) => string;
  /** Keeps the names of the time of the booking. */
  readonly isOld?: boolean;
  readonly isWithoutQuotes?: boolean;
  readonly header?: readonly string[];
}

const escaped = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

function service({
  cell = escaped,
  isOld = false,
  isWithoutQuotes = false,
  header = ["guestId", "name", "seats"],
}: Ways): (request: Request) => Promise<Response> {
  const guests = new Map<string, { id: string; name: string }>();
  const bookings: { walkId: string; guestId: string; name: string; seats: number }[] = [];
  let last = 0;
  const missing = (): Response => new Response(null, { status: 404 });
  const tableOf = (id: string): Response => {
    const rows = bookings
      .filter(({ walkId }) => walkId === id)
      .map(({ guestId, name, seats }) => [
        guestId,
        isOld ? name : (guests.get(guestId)?.name ?? ""),
        String(seats),
      ]);
    const lines = [header, ...rows].map((row) => row.map(cell).join(","));
    const headers = { "content-type": "text/csv; charset=utf-8" };
    return new Response(`${lines.join("\r\n")}\r\n`, { headers });
  };
  return async (request) => {
    const [, kind, id, below] = new URL(request.url).pathname.split("/");
    const body = (await request.json().catch(() => ({}))) as Record<string, never>;
    const name = String(body["name"] ?? "");
    const kept = isWithoutQuotes ? name.replaceAll('"', "") : name;
    if (id === undefined) {
      last += 1;
      const own = { id: `n${last}`, ...(kind === "guests" && { name: kept }) };
      if (kind === "guests") guests.set(own.id, own as never);
      return Response.json(own, { status: 201 });
    }
    if (kind === "guests") {
      const guest = guests.get(id);
      if (guest !== undefined && request.method === "PATCH") guest.name = kept;
      return guest === undefined ? missing() : Response.json(guest);
    }
    if (!/^n\d/.test(id)) return missing();
    if (below === undefined) return Response.json({ id });
    if (below === "list")
      return request.headers.get("accept") === "text/csv" ? tableOf(id) : Response.json({});
    const guest = guests.get(String(body["guestId"]));
    if (guest === undefined) return new Response(null, { status: 422 });
    const own = { guestId: guest.id, seats: Number(body["seats"] ?? 1), name: guest.name };
    bookings.push({ ...own, walkId: id });
    return Response.json({ id: `b${bookings.length}`, ...own }, { status: 201 });
  };
}

async function messagesOf(ways: Ways, yaml = walks()): Promise<string[]> {
  const report = await verifyServer({
    description: await read(yaml),
    server: { fetch: service(ways) },
    replay: ["exportList/values/texts-of-Guest"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  expect(report.exchanges).toBeGreaterThan(5);
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test("finds quotes that are not doubled in the name of a record that a line names", async () => {
  const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text}"` : text);
  expect(await messagesOf({ cell })).toEqual([
    expect.stringMatching(
      /^shows-what-was-sent exportList: has "Verify, the b\\" c\\"" as name of n\d+, which was written as "Verify, the \\"b\\" c" \(RFC 4180, section 2\)$/,
    ),
  ]);
});

test("finds commas that divide a name", async () => {
  expect(await messagesOf({ cell: (text) => text })).toEqual([
    expect.stringMatching(
      /exportList: has 4 values in the line of n\d+, which was written with a comma and quotes, and 3 in the first one \(RFC 4180, section 2\)$/,
    ),
  ]);
});

test.each<[string, Ways]>([
  ["quotes and doubles", {}],
  ["quotes each value", { cell: (text) => `"${text.replaceAll('"', '""')}"` }],
  ["keeps the names of the time of the booking", { isOld: true }],
  ["keeps no quotes", { isWithoutQuotes: true }],
  ["has columns of other names", { header: ["guest", "called", "seats"] }],
])("has nothing to say of an export that %s", async (_, ways) => {
  expect(await messagesOf(ways)).toEqual([]);
});

test.each(["id,seats", "walk,name,seats"])(
  "tries no export whose columns are not those of a record that is named: %s",
  async (columns) => {
    await expect(messagesOf({}, walks(columns))).rejects.toThrow("there is no case");
  },
);
