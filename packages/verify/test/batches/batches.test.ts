import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (schema: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${schema}" } } }`;

/** Orders that are approved one at a time, and several at once. */
const orders = (said: string, choice = ""): string => `openapi: 3.1.0
info: { title: Orders, version: "1" }
paths:
  /orders:
    post:
      operationId: addOrder
      requestBody: { required: true, ${json("NewOrder")} }
      responses: { "201": { description: Made., ${json("Order")} } }
  /orders/{orderId}:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: showOrder
      responses:
        "200":
          description: It.
          content:
            application/json:
              schema: { type: object, required: [data], properties: { data: { $ref: "#/components/schemas/Order" } } }
        "404": { description: None. }
  /order-approvals:
    post:
      operationId: approveOrders
      description: ${JSON.stringify(said)}
      requestBody: { required: true, ${json("Approval")} }
      responses:
        "200": { description: What became of them., ${json("Outcome")} }
        "404": { description: One is not there. }
        "409": { description: One is approved already. }
components:
  schemas:
    NewOrder: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }
    Order:
      type: object
      required: [id, title, status]
      properties:
        id: { type: string, readOnly: true }
        title: { type: string }
        status: { type: string, enum: [open, approved], readOnly: true }
        views: { type: integer, readOnly: true }
    Approval:
      type: object
      required: [orderIds]
      properties: { orderIds: { type: array, minItems: 1, items: { type: string } }${choice} }
    Outcome:
      type: object
      properties:
        results: { type: array, items: { type: object } }
        failed: { type: array, items: { type: object } }
`;

interface Result {
  readonly id: string;
  readonly isDone: boolean;
}

interface Habits {
  /** True if what comes before a refused one is approved. */
  readonly isInParts?: boolean;
  /** Returns the answer for what became of each; `undefined` for a service that refuses all of them for one. */
  readonly answer?: (results: readonly Result[]) => object;
  /** Counts each reading. */
  readonly counts?: boolean;
}

function orderService({ isInParts = false, answer, counts = false }: Habits) {
  const all = new Map<string, Readonly<Record<string, unknown>>>();
  let calls = 0;
  const approve = (id: string): number => {
    const order = all.get(id);
    if (order?.["status"] === "open") all.set(id, { ...order, status: "approved" });
    return order === undefined ? 404 : order["status"] === "open" ? 200 : 409;
  };
  return async (request: Request): Promise<Response> => {
    calls += 1;
    const [, kind, id = ""] = new URL(request.url).pathname.split("/");
    if (request.method === "GET") {
      const order = all.get(id);
      if (order === undefined) return Response.json({}, { status: 404 });
      const views = { views: calls };
      return Response.json({ data: { ...order, ...(counts && views) }, requestId: calls });
    }
    const body = (await request.json()) as { readonly orderIds: readonly string[] };
    if (kind === "orders") {
      const made = { ...body, id: `o-${all.size}`, status: "open" };
      all.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const before = new Map(all);
    const results: Result[] = [];
    for (const one of body.orderIds) {
      const status = approve(one);
      results.push({ id: one, isDone: status === 200 });
      if (status === 200 || answer !== undefined) continue;
      if (!isInParts) for (const [key, order] of before) all.set(key, order);
      return Response.json({}, { status });
    }
    return Response.json(answer?.(results) ?? { results });
  };
}

async function messagesOf(said: string, habits: Habits, choice?: string): Promise<string[]> {
  const report = await verifyServer({
    description: await read(orders(said, choice)),
    server: { fetch: orderService(habits) },
    replay: ["approveOrders/flow/batch/orderIds"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test.each([
  "All or nothing.",
  "Approves orders atomically.",
  "If one of them is not there, none of them is approved.",
])("finds a batch that is refused and done in part: %s", async (said) => {
  expect(await messagesOf(said, { isInParts: true })).toEqual([
    `described-rule approveOrders: is refused with 404, and changes what showOrder shows of a record that it names, and the description says ${JSON.stringify(said)}`,
  ]);
});

test("finds that also where the answer has an entry for each", async () => {
  const said = "All or nothing. One item for each of the orders.";
  expect(await messagesOf(said, { isInParts: true })).toHaveLength(1);
});

test("a batch is done as a whole, without what is not there", async () => {
  expect(await messagesOf("All or nothing.", { answer: (results) => ({ results }) })).toEqual([]);
});

test("a batch is done as a whole, while each reading is counted", async () => {
  expect(await messagesOf("All or nothing.", { counts: true })).toEqual([]);
});

test.each([
  "This is not all or nothing.",
  "Unlike a single approval, this is not done atomically.",
  "A non-atomic operation.",
  "Approves orders.",
])("leaves out a batch that may be done in part: %s", async (said) => {
  const asked = messagesOf(said, { isInParts: true });
  await expect(asked).rejects.toThrow("there is no case");
});

test("leaves out a batch that is done as a whole if a member says so", async () => {
  const asked = messagesOf(
    "With `atomic`, it is all or nothing.",
    { isInParts: true },
    ", atomic: { type: boolean }",
  );
  await expect(asked).rejects.toThrow("there is no case");
});

const done = (results: readonly Result[]): readonly Result[] =>
  results.filter(({ isDone }) => isDone);

const each = "`results` has one entry for each id, in the same order.";

test.each([
  each,
  "The answer has an outcome for every order of the request.",
  "Returns one result per each order id that was sent.",
  "One item for each of the orders.",
])("finds a batch whose answer lacks a record: %s", async (said) => {
  const answer = (results: readonly Result[]): object => ({ results: done(results) });
  expect(await messagesOf(said, { answer })).toEqual([
    `described-rule approveOrders: answers with 2 entries for 3 records, and the description says ${JSON.stringify(said)}`,
  ]);
});

test.each<[string, (results: readonly Result[]) => object]>([
  ["has an entry for each", (results) => ({ results })],
  ["tells how many there are", (results) => ({ results: [], count: results.length })],
  [
    "tells the place of each",
    (results) => ({ results: results.map((one, index) => (one.isDone ? one : { index })) }),
  ],
  [
    "has a list of those that failed",
    (results) => ({ results: done(results), failed: [{ reason: "One is not there." }] }),
  ],
])("an answer %s", async (_, answer) => {
  expect(await messagesOf(each, { answer })).toEqual([]);
});

test.each([
  "`results` has one entry for each approved order.",
  "`results` has one entry for each order that could be approved.",
])("leaves out an answer that may lack some: %s", async (said) => {
  const asked = messagesOf(said, { answer: (results) => ({ results: done(results) }) });
  await expect(asked).rejects.toThrow("there is no case");
});
