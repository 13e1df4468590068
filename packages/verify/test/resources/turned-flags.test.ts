import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const description = await read(`openapi: 3.1.0
info: { title: Hooks, version: 1.0.0 }
paths:
  /hooks:
    post:
      operationId: addHook
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/NewHook" }
            example: { title: Orders, active: false }
      responses:
        "201": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Hook" } } } }
        "422": { description: Wrong. }
  /hooks/{hookId}:
    delete:
      operationId: removeHook
      parameters: [{ name: hookId, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Gone. }, "404": { description: None. } }
components:
  schemas:
    NewHook:
      type: object
      required: [title]
      properties: { title: { type: string, minLength: 1 }, active: { type: boolean, default: true } }
    Hook:
      type: object
      required: [id, title, active]
      properties: { id: { type: string }, title: { type: string }, active: { type: boolean } }
`);

async function messagesOf(isActive: (asked: boolean, count: number) => boolean): Promise<string[]> {
  let count = 0;
  const report = await verifyServer({
    description,
    server: {
      fetch: async (request) => {
        if (request.method !== "POST") return new Response(null, { status: 404 });
        const { title, active = true } = (await request.json()) as {
          readonly title: string;
          readonly active?: boolean;
        };
        count += 1;
        const hook = { id: `hook-${count}`, title, active: isActive(active, count) };
        return Response.json(hook, { status: 201 });
      },
    },
    replay: ["addHook/flow/created"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test("finds flags that are always shown as true", async () => {
  expect(await messagesOf(() => true)).toEqual([
    "shows-what-was-sent addHook: `active` was written as false and is true, in each of two records",
  ]);
});

test("flags may be as they were sent, or the service's own in the first record", async () => {
  expect(await messagesOf((asked) => asked)).toEqual([]);
  expect(await messagesOf((asked, count) => asked || count === 1)).toEqual([]);
});
