import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const json = (name: string): string =>
  `content: { application/json: { schema: { $ref: "#/components/schemas/${name}" } } }`;

/** Costs, whose category has to be one that nothing in the description lists. */
const costs = `openapi: 3.1.0
info: { title: Costs, version: 1.0.0 }
paths:
  /costs:
    get:
      operationId: listCosts
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Cost" } } } } } }
    post:
      operationId: addCost
      parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]
      requestBody: { required: true, ${json("NewCost")} }
      responses: { "201": { description: It., ${json("Cost")} }, "422": { description: Wrong. } }
components:
  schemas:
    NewCost: { type: object, required: [category], properties: { category: { type: string, example: meals } } }
    Cost: { type: object, required: [id, category], properties: { id: { type: string }, category: { type: string } } }
`;

/** A service that remembers a key when its first request is answered, or when it arrives. */
function service(remembers: "late" | "early"): (request: Request) => Promise<Response> {
  const all: { id: string; category: string }[] = [];
  const answers = new Map<string, object>();
  return async (request) => {
    if (request.method === "GET") return Response.json(all);
    const { category } = (await request.json()) as { category?: string };
    if (category !== "meals") return new Response(null, { status: 422 });
    const key = request.headers.get("idempotency-key") ?? crypto.randomUUID();
    if (remembers === "late") await Promise.resolve();
    const known = answers.get(key);
    if (known !== undefined) return Response.json(known, { status: 201 });
    const made = { id: `c-${all.length + 1}`, category };
    all.push(made);
    if (remembers === "early") answers.set(key, made);
    // All requests that have arrived are looked at before the first one is answered.
    await new Promise((resolve) => setImmediate(resolve));
    answers.set(key, made);
    return Response.json(made, { status: 201 });
  };
}

test.each([
  ["late", [expect.stringMatching(/^5 requests at once with the same idempotency key makes 5 /)]],
  ["early", []],
] as const)(
  "keys are repeated with the texts of the example where no others are taken: %s",
  async (remembers, messages) => {
    const { failures, errors } = await verifyServer({
      description: await read(costs),
      server: { fetch: service(remembers) },
      replay: ["addCost/at-once/idempotency-key"],
    });
    expect(errors).toEqual([]);
    expect(failures.map(({ message }) => message)).toEqual(messages);
  },
);
