import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const priorities = ["low", "normal", "high", "urgent"] as const;

/** Tickets that are sorted by their priority. */
const tickets = (said: string, values = "[priority, oldest]"): string => `openapi: 3.1.0
info: { title: Tickets, version: "1" }
paths:
  /tickets:
    get:
      operationId: listTickets
      description: A ticket is low, then normal, then high, and at last urgent.
      parameters:
        - { name: order, in: query, description: "${said}", schema: { type: string, enum: ${values} } }
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Ticket" } } } }
    post:
      operationId: openTicket
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewTicket" } } } }
      responses: { "201": { description: Opened., content: { application/json: { schema: { $ref: "#/components/schemas/Ticket" } } } } }
components:
  schemas:
    NewTicket: { type: object, required: [priority], properties: { priority: { type: string, enum: [${priorities.join(", ")}] } } }
    Ticket:
      type: object
      required: [id, priority]
      properties: { id: { type: string }, priority: { type: string, enum: [${priorities.join(", ")}] } }
`;

/** Serves tickets in the order of their creation, or by a row of priorities. */
async function failures(yaml: string, row: readonly string[] | undefined): Promise<string[]> {
  const all = [...priorities, ...priorities].map((priority, index) => ({
    id: `t-${index}`,
    priority,
  }));
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method === "POST") {
      const ticket = { ...((await request.json()) as (typeof all)[number]), id: `t-${all.length}` };
      all.push(ticket);
      return Response.json(ticket, { status: 201 });
    }
    const order = new URL(request.url).searchParams.get("order") ?? "";
    const ranked = all.toSorted((one, other) =>
      row === undefined ? 0 : row.indexOf(one.priority) - row.indexOf(other.priority),
    );
    const sorted = order.startsWith("-") ? ranked.toReversed() : ranked;
    return Response.json(order.includes("priority") ? sorted : all);
  };
  const report = await verifyServer({
    description: await read(yaml),
    server: { fetch },
    replay: ["listTickets/filters"],
  });
  expect(report.errors).toEqual([]);
  return report.failures.map(({ check, message }) => `${check}: ${message}`);
}

const ranked = ["urgent", "high", "normal", "low"];
const begins = "`priority` begins with urgent, then high, normal and low.";

test("a few texts may be sorted in any order, and equal ones stand together", async () => {
  for (const row of [
    ranked,
    ranked.toReversed(),
    ranked.toSorted(),
    ["high", "low", "urgent", "normal"],
  ])
    expect(await failures(tickets("By priority."), row)).toEqual([]);
  expect(await failures(tickets("By priority.", "[priority, -priority]"), ranked)).toEqual([]);
  expect(await failures(tickets("By priority."), undefined)).toEqual([
    'sort: order=priority gives priority "low" again after "urgent"',
  ]);
});

test.each([
  begins,
  "Sorted in the order `urgent` > `high` > `normal` > `low`.",
  "Urgent before high before normal before low.",
])("they are sorted as a sentence ranks them: %s", async (said) => {
  expect(await failures(tickets(said), ranked)).toEqual([]);
  expect(await failures(tickets(said), ranked.toSorted())).toEqual([
    'sort: order=priority gives priority "low" before "normal"',
  ]);
});

test.each([
  "One of low, normal, high and urgent, for example.",
  "Begins with urgent, then the others.",
  "Urgent, then high, normal and low, unless the settings say otherwise.",
])("what ranks not all of them, or not always, is no order: %s", async (said) => {
  expect(await failures(tickets(said), ranked.toSorted())).toEqual([]);
});

test("with a direction it is open to which one the words belong", async () => {
  const yaml = tickets(begins, "[priority, -priority]");
  expect(await failures(yaml, ranked)).toEqual([]);
  expect(await failures(yaml, ranked.toReversed())).toEqual([]);
});
