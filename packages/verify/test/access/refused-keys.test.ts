import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const content = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;
const inPath = (name: string): string =>
  `[{ name: ${name}, in: path, required: true, schema: { type: string } }]`;

/** Tickets of shows, of which each user has some. */
const description = await read(`openapi: 3.1.0
info: { title: Shows, version: 1.0.0 }
security: [{ key: [] }]
paths:
  /shows:
    post:
      operationId: addShow
      requestBody: { required: true, ${content("NewShow")} }
      responses: { "201": { description: Made., ${content("Show")} } }
  /shows/{showId}:
    parameters: ${inPath("showId")}
    get: { operationId: getShow, responses: { "200": { description: It., ${content("Show")} }, "404": { description: None. } } }
  /shows/{showId}/tickets:
    parameters: ${inPath("showId")}
    post:
      operationId: addTicket
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: { required: true, ${content("NewTicket")} }
      responses:
        "201": { description: Made., ${content("Ticket")} }
        "404": { description: None. }
        "409": { description: Refused., ${content("Refusal")} }
  /tickets/{ticketId}:
    parameters: ${inPath("ticketId")}
    get: { operationId: getTicket, responses: { "200": { description: It., ${content("Ticket")} }, "404": { description: None. } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    NewShow: { type: object, required: [title], properties: { title: { type: string, example: Bees } } }
    Show: { type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } }
    NewTicket: { type: object, required: [seat], properties: { seat: { type: string, example: A1 } } }
    Ticket: { type: object, required: [id, seat], properties: { id: { type: string }, seat: { type: string } } }
    Refusal: { type: object, required: [code], properties: { code: { type: string }, trace: { type: string } } }
`);

type Way =
  | "shares keys"
  | "answers a code of its own each time"
  | "refuses the first tickets for another reason"
  | "says no codes";

/** A service in which bob, as long as he has not paid, sells no tickets. */
function showService(...ways: readonly Way[]): (request: Request) => Promise<Response> {
  const does = (way: Way): boolean => ways.includes(way);
  const all = new Map<string, Readonly<Record<string, unknown>>>();
  const owners = new Map<string, string>();
  const bodies = new Map<string, string>();
  let refusals = 0;
  const refuse = (code: string): Response => {
    refusals += 1;
    const own = does("answers a code of its own each time") ? `${code}-${refusals}` : code;
    const said = does("says no codes") ? { message: code } : { code: own };
    return Response.json({ ...said, trace: `t-${refusals}` }, { status: 409 });
  };
  return async (request) => {
    const owner = request.headers.get("x-key");
    if (owner === null) return new Response(null, { status: 401 });
    const [, kind = "", id = "", below] = new URL(request.url).pathname.split("/");
    if (id !== "" && owners.get(`${kind}/${id}`) !== owner)
      return new Response(null, { status: 404 });
    if (request.method === "GET") return Response.json(all.get(`${kind}/${id}`));
    const text = await request.text();
    const made = { ...(JSON.parse(text) as object), id: `i-${all.size + 1}` };
    if (below !== undefined) {
      const key = request.headers.get("idempotency-key") ?? "";
      const place = does("shares keys") ? key : `${owner} ${key}`;
      const asked = `${id} ${text}`;
      if (bodies.has(place) && bodies.get(place) !== asked) return refuse("key_reused");
      const isEarly = does("refuses the first tickets for another reason") && refusals === 0;
      if (owner === "bob") return refuse(isEarly ? "too_early" : "not_paid");
      bodies.set(place, asked);
    }
    const path = `${below === undefined ? kind : "tickets"}/${made.id}`;
    all.set(path, made);
    owners.set(path, owner);
    return Response.json(made, { status: 201 });
  };
}

async function found(...ways: Way[]): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description,
    server: { fetch: showService(...ways) },
    credentials: { key: "ada" },
    otherCredentials: { key: "bob" },
    replay: ["addTicket/other-principal"],
  });
  expect(errors).toEqual([]);
  return failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test("finds a key of another user where each ticket is refused, by the code of the refusal", async () => {
  expect(await found("shares keys")).toEqual([
    "other-principal addTicket: answers 409 `key_reused` to an idempotency key that another principal has used, and 409 `not_paid` to another key; if others may, name Ticket in sharedResources",
  ]);
  expect(await found()).toEqual([]);
});

test.each<Way[]>([
  ["answers a code of its own each time"],
  ["refuses the first tickets for another reason"],
  ["shares keys", "says no codes"],
])("refusals may differ by themselves: %s", async (...ways) => {
  expect(await found(...ways)).toEqual([]);
});
