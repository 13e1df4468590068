import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const shown = `content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }`;
const byId = `parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]`;

const description = await read(`openapi: 3.1.0
info: { title: Orders, version: "1" }
paths:
  /orders:
    post:
      operationId: addOrder
      requestBody: { required: true, content: { application/json: { schema: { type: object }, example: {} } } }
      responses: { "201": { description: It., ${shown} } }
  /orders/{orderId}:
    ${byId}
    get:
      operationId: getOrder
      responses: { "200": { description: It., ${shown} }, "404": { description: None. } }
  /orders/{orderId}/lines:
    ${byId}
    post:
      operationId: addLine
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [text], properties: { text: { type: string } } }, example: { text: Tea } } } }
      responses: { "201": { description: It. }, "404": { description: None. }, "409": { description: No. } }
  /orders/{orderId}/moves:
    ${byId}
    post:
      operationId: moveOrder
      description: |
        A draft is sent or dropped, and what is sent is done. All other moves are refused with 409. In particular, an order
        that is sent is not dropped. An order without lines is not sent: 422.
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [to], properties: { to: { type: string, enum: [sent, done, dropped] }, reason: { type: string } } }
            examples:
              send: { value: { to: sent } }
              drop: { value: { to: dropped, reason: Late } }
      responses: { "200": { description: It., ${shown} }, "404": { description: None. }, "409": { description: No. }, "422": { description: No. } }
components:
  schemas:
    Order:
      type: object
      required: [id, status, lines]
      properties:
        id: { type: string }
        status: { type: string, enum: [draft, sent, done, dropped] }
        lines: { type: array, items: { type: object } }
`);

type Fault = "sends nothing" | "drops what is sent";

/** @param isFull true where each order has a line from the start */
function service(fault?: Fault, isFull = false) {
  const all = new Map<string, { status: string; lines: object[] }>();
  return async (request: Request): Promise<Response> => {
    const [, , id = "", below] = new URL(request.url).pathname.split("/");
    const refuse = (status: number): Response => new Response(null, { status });
    const given =
      request.method === "POST" ? ((await request.json()) as Record<string, string>) : {};
    if (id === "") {
      const key = `o-${all.size + 1}`;
      all.set(key, { status: "draft", lines: isFull ? [{ text: "Tea" }] : [] });
      return Response.json({ id: key, ...all.get(key) }, { status: 201 });
    }
    const order = all.get(id);
    if (order === undefined) return refuse(404);
    if (below === "lines") {
      if (order.status !== "draft") return refuse(409);
      order.lines.push(given);
      return new Response(null, { status: 201 });
    }
    const { to, reason } = given;
    if (to !== undefined) {
      if (reason !== undefined && to !== "dropped") return refuse(422);
      const next: Record<string, string[]> = {
        draft: ["sent", "dropped"],
        sent: fault === "drops what is sent" ? ["done", "dropped"] : ["done"],
      };
      if (next[order.status]?.includes(to) !== true) return refuse(409);
      if (to === "sent" && order.lines.length === 0 && fault !== "sends nothing")
        return refuse(422);
      order.status = to;
    }
    return Response.json({ id, ...order });
  };
}

async function linesOf(fetch: ReturnType<typeof service>): Promise<string[]> {
  const replay = ["addOrder/states"];
  const { failures, errors } = await verifyServer({ description, server: { fetch }, replay });
  expect(errors).toEqual([]);
  return failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test("moves that are refused as the sentences say are no matter", async () => {
  expect(await linesOf(service())).toEqual([]);
});

test("an order that has a line from the start may be sent", async () => {
  expect(await linesOf(service("sends nothing", true))).toEqual([]);
});

test.each<[Fault, string]>([
  [
    "sends nothing",
    'answers 200 where the Order has no line, and the description says "An order without lines is not sent: 422."',
  ],
  [
    "drops what is sent",
    'answers 200 where `status` of the Order is "sent", and the description says "In particular, an order that is sent is not dropped."',
  ],
])("finds a service that %s", async (fault, message) => {
  expect(await linesOf(service(fault))).toEqual([`described-rule moveOrder: ${message}`]);
});
