import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const basket = `content: { application/json: { schema: { $ref: "#/components/schemas/Basket" } } }`;

/** A basket whose lines are written at paths that nothing reads. */
const description = await read(`openapi: 3.1.0
info: { title: Basket, version: 1.0.0 }
paths:
  /basket/{product}:
    parameters: [{ name: product, in: path, required: true, schema: { type: string }, example: lamp }]
    put:
      operationId: putLine
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [count], properties: { count: { type: integer, minimum: 1, maximum: 99 } } }
            example: { count: 1 }
      responses:
        "200": { description: The basket., ${basket} }
        "400": { description: Wrong. }
components:
  schemas:
    Basket:
      type: object
      required: [version, lines]
      properties:
        version: { type: integer }
        lines:
          type: array
          items: { type: object, properties: { product: { type: string }, count: { type: integer } } }
`);

/** A service of one basket, which has been used before. */
function basketService(isAdding: boolean): (request: Request) => Promise<Response> {
  const lines = new Map([["lamp", 5]]);
  let version = 3;
  return async (request) => {
    const product = decodeURIComponent(new URL(request.url).pathname.split("/")[2] ?? "");
    const { count } = (await request.json()) as Record<string, number>;
    if (typeof count !== "number") return new Response(null, { status: 400 });
    version += 1;
    lines.set(product, count + (isAdding ? (lines.get(product) ?? 0) : 0));
    const shown = [...lines].map(([name, number]) => ({ product: name, count: number }));
    return Response.json({ version, lines: shown });
  };
}

const messagesOf = async (isAdding: boolean): Promise<string[]> => {
  const server = { fetch: basketService(isAdding) };
  const replay = ["putLine/flow/put-twice"];
  const report = await verifyServer({ description, server, replay });
  expect(report).toMatchObject({ errors: [], exchanges: 2 });
  return report.failures.map(({ check, message }) => `${check}: ${message}`);
};

test("a second PUT of the same may count itself, but not add what it sends", async () => {
  expect(await messagesOf(false)).toEqual([]);
  expect(await messagesOf(true)).toEqual([
    "repeats: a second PUT of the same adds to the first: `count` was sent as 3, and is 8 after the first and 11 after the second (RFC 9110, section 9.2.2)",
  ]);
});
