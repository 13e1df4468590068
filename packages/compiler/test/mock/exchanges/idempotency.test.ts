import { describe, expect, it } from "vitest";
import { mocked, type Mocked } from "./mocked.ts";

const content = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const payment = "{ $ref: '#/components/schemas/Payment' }";

const paths = (parameters = "", more = ""): string => `
/payments:
  get: { operationId: list, responses: { "200": { description: All., ${content(`{ type: array, items: ${payment} }`)} } } }
  post:
    operationId: pay
    parameters: [${parameters}]
    requestBody: { required: true, ${content("{ type: object, required: [amount], properties: { amount: { type: integer }, note: { type: string } } }")} }
    responses:
      "201": { description: New., ${content(payment)} }
      ${more}
/payments/{id}:
  parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
  get: { operationId: read, responses: { "200": { description: One., ${content(payment)} } } }
  delete: { operationId: remove, responses: { "204": { description: Gone. } } }
`;

const schemas = `
Payment: { type: object, required: [id, amount], properties: { id: { type: string }, amount: { type: integer }, note: { type: string } } }
`;

const key = { "idempotency-key": "k1" };
const pay = (mocking: Mocked, body: unknown, headers: Record<string, string> = key) =>
  mocking.send("POST /payments", body, headers);

describe("an idempotency key that repeats", () => {
  it("has the first answer again, and nothing is done again", async () => {
    const mocking = mocked(paths(), schemas);
    const before = mocking.mock.state.count("Payment");
    const first = await pay(mocking, { amount: 5, note: "a" });
    expect(first.status).toBe(201);
    expect(await pay(mocking, { note: "a", amount: 5 })).toEqual(first);
    expect(mocking.mock.state.count("Payment")).toBe(before + 1);
    const other = await pay(mocking, { amount: 5, note: "a" }, { "idempotency-key": "k2" });
    expect(other.body).not.toEqual(first.body);
  });

  it.each([
    [
      "a header that is named for it",
      "{ name: X-Idempotency-Key, in: header, schema: { type: string } }",
      "x-idempotency-key",
    ],
    [
      "a header that is described so",
      "{ name: Request-Token, in: header, description: Makes the request idempotent., schema: { type: string } }",
      "request-token",
    ],
  ])("may be in %s", async (_, parameter, name) => {
    const mocking = mocked(paths(parameter), schemas);
    const first = await pay(mocking, { amount: 5 }, { [name]: "k1" });
    expect(await pay(mocking, { amount: 5 }, { [name]: "k1" })).toEqual(first);
  });

  it("is refused with another payload", async () => {
    const mocking = mocked(paths(), schemas);
    await pay(mocking, { amount: 5 });
    expect(await pay(mocking, { amount: 6 })).toMatchObject({
      status: 422,
      body: { errors: [{ in: "header", pointer: "/idempotency-key", keyword: "idempotency" }] },
    });
  });

  it("is refused where it is empty", async () => {
    const mocking = mocked(paths(), schemas);
    const before = mocking.mock.state.count("Payment");
    expect(await pay(mocking, { amount: 5 }, { "idempotency-key": " " })).toMatchObject({
      status: 400,
      body: { errors: [{ in: "header", pointer: "/idempotency-key", keyword: "idempotency" }] },
    });
    expect(mocking.mock.state.count("Payment")).toBe(before);
  });

  it("is refused as the operation documents it", async () => {
    const example = `${content("{ type: object }").replace(/ \} \}$/, "")}, example: { code: reused } } }`;
    const mocking = mocked(paths("", `"422": { description: Reused., ${example} }`), schemas);
    await pay(mocking, { amount: 5 });
    expect(await pay(mocking, { amount: 6 })).toMatchObject({
      status: 422,
      body: { code: "reused" },
    });
  });

  it("is refused while the first is being answered", async () => {
    const mocking = mocked(paths(), schemas);
    const { promise, resolve } = Promise.withResolvers<void>();
    mocking.mock.on("pay", async (_, { fallback }) => {
      await promise;
      return fallback();
    });
    const first = pay(mocking, { amount: 5 });
    expect((await pay(mocking, { amount: 5 })).status).toBe(409);
    resolve();
    expect((await first).status).toBe(201);
    expect(await pay(mocking, { amount: 5 })).toEqual(await first);
  });

  it("has the answer that a broken connection lost", async () => {
    const mocking = mocked(paths(), schemas);
    const before = mocking.mock.state.count("Payment");
    mocking.mock.faults.add({ operation: "pay", fault: "reset", times: 1 });
    await expect(pay(mocking, { amount: 5 })).rejects.toThrow(Error);
    expect((await pay(mocking, { amount: 5 })).status).toBe(201);
    expect(mocking.mock.state.count("Payment")).toBe(before + 1);
  });

  it("is carried out where the first was refused, or failed on purpose", async () => {
    const mocking = mocked(paths(), schemas);
    expect((await pay(mocking, { amount: "5" })).status).toBe(400);
    mocking.mock.faults.add({ operation: "pay", status: 503, times: 1 });
    expect((await pay(mocking, { amount: 5 })).status).toBe(503);
    expect((await pay(mocking, { amount: 5 })).status).toBe(201);
  });

  it("means nothing to what only reads", async () => {
    const mocking = mocked(paths(), schemas);
    const list = async (): Promise<unknown> =>
      (await mocking.send("GET /payments", undefined, key)).body;
    const before = await list();
    await pay(mocking, { amount: 5 });
    expect(await list()).not.toEqual(before);
  });

  it("is forgotten by a reset, and the oldest where there are too many", async () => {
    const mocking = mocked(paths(), schemas, { limits: { idempotencyKeys: 2 } });
    const payWith = async (name: string) =>
      (await pay(mocking, { amount: 5 }, { "idempotency-key": name })).body;
    const first = await payWith("k1");
    const second = await payWith("k2");
    await payWith("k3");
    expect(await payWith("k2")).toEqual(second);
    expect(await payWith("k1")).not.toEqual(first);
    mocking.mock.reset();
    expect((await pay(mocking, { amount: 6 }, { "idempotency-key": "k2" })).status).toBe(201);
  });

  it("takes no more memory than its limit", async () => {
    const mocking = mocked(paths(), schemas, { limits: { idempotencyBytes: 1000 } });
    const note = "x".repeat(2000);
    const first = await pay(mocking, { amount: 5, note });
    expect((await pay(mocking, { amount: 5, note })).body).not.toEqual(first.body);
  });

  it("is refused at another target", async () => {
    const mocking = mocked(paths(), schemas);
    mocking.mock.on("remove", () => ({ status: 204 }));
    expect((await mocking.send("DELETE /payments/a", undefined, key)).status).toBe(204);
    expect((await mocking.send("DELETE /payments/b", undefined, key)).status).toBe(422);
  });
});
