import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ticket = `{ type: object, required: [id, title], properties: { id: { type: string }, title: { type: string }, number: { type: integer }, code: { type: string }, open_count: { type: integer }, started: { type: integer }, shelf: { type: integer } } }`;

const description = await read(`openapi: 3.1.0
info: { title: Tickets, version: "1" }
paths:
  /tickets:
    post:
      operationId: openTicket
      requestBody: { required: true, ${content("{ type: object, required: [title], properties: { title: { type: string, example: Lamp } } }")} }
      responses: { "201": { description: Opened., ${content(ticket)} }, "400": { description: Wrong. } }
  /tickets/{ticketId}:
    parameters: [{ name: ticketId, in: path, required: true, schema: { type: string } }]
    get: { operationId: getTicket, responses: { "200": { description: It., ${content(ticket)} }, "404": { description: None. } } }
`);

/** Adds members to a new ticket, with the number of tickets that were made before it. */
type Maker = (made: number, pause: () => Promise<void>) => Promise<object>;

function service(make: Maker): (request: Request) => Promise<Response> {
  const all = new Map<string, object>();
  let keys = 0;
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });
  return async (request) => {
    if (request.method === "GET") {
      const one = all.get(new URL(request.url).pathname.split("/")[2] ?? "");
      return one === undefined ? new Response(null, { status: 404 }) : Response.json(one);
    }
    const { title } = (await request.json()) as { title: string };
    keys += 1;
    const id = `t${keys}`;
    const own = { id, title, ...(await make(all.size, pause)) };
    all.set(id, own);
    return Response.json(own, { status: 201 });
  };
}

async function linesOf(make: Maker): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description,
    server: { fetch: service(make) },
    replay: ["openTicket/at-once/created"],
  });
  expect(errors).toEqual([]);
  return failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test.each<[string, Maker, string]>([
  [
    "number",
    async (made, pause) => {
      await pause();
      return { number: made + 1 };
    },
    "the same `number`, 3,",
  ],
  [
    "code",
    async (made, pause) => {
      await pause();
      return { code: `TCK-${String(made + 1).padStart(4, "0")}` };
    },
    "the same `code`, 3,",
  ],
])("finds a %s that two tickets have which are made at once", async (_, make, text) => {
  expect(await linesOf(make)).toEqual([
    `concurrent-calls openTicket: gives two of 5 calls at once ${text} which goes up from one to the next if they come one by one`,
  ]);
});

let numbers = 0;

test.each<[string, Maker]>([
  [
    "numbers each ticket",
    async (_, pause) => {
      numbers += 1;
      const number = numbers;
      await pause();
      return { number };
    },
  ],
  [
    "counts the open tickets",
    async (made, pause) => {
      await pause();
      return { open_count: made + 1 };
    },
  ],
  [
    "says when each was made",
    async (made, pause) => {
      await pause();
      return { started: 1_790_000_000 + made };
    },
  ],
  ["puts several on one shelf", async (made) => ({ shelf: (made % 3) + 1 })],
])("does not blame a service that %s", async (_, make) => {
  expect(await linesOf(make)).toEqual([]);
});
