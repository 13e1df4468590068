import {
  call,
  createClientCore,
  describedApi,
  describedOperation,
  type CallInput,
} from "@openapi-packages/runtime/client";
import { outcome, tableClient, verifyClient } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const orders = `openapi: 3.1.0
info: { title: Orders, version: 1.0.0 }
paths:
  /orders:
    post:
      operationId: CreateOrder
      tags: [orders]
      parameters:
        - { name: Idempotency-Key, in: header, schema: { type: string, format: uuid } }
        - { name: User-Agent, in: header, schema: { type: string } }
        - { name: X-Request-Id, in: header, schema: { type: string } }
        - { name: X-Shop, in: header, schema: { type: string } }
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
        "400": { description: Refused. }
components:
  schemas:
    Order: { type: object, required: [item], properties: { item: { type: string } } }
`;

/** The client that is generated, with what may be done to its input first. */
async function verified(change: (input: CallInput) => CallInput) {
  const description = await read(orders);
  const { api, operations } = description.mock;
  const described = operations.map(({ operation }) => describedOperation(operation));
  const client = tableClient(async (input, { baseUrl, operation, signal }) => {
    const found = described.find((one) => one.operationId === operation.operationId);
    if (found === undefined) throw new Error("there is no such operation");
    const core = createClientCore(describedApi(api), { baseUrl, retries: 0 });
    const given = await call(core, found, change(input), { signal }).result();
    return outcome({ kind: "answer", ...(given as { status: number; body: unknown }) });
  });
  const { failures } = await verifyClient({ description, client });
  return failures;
}

const inRequests = (failures: Awaited<ReturnType<typeof verified>>) =>
  failures.filter(({ check }) => check === "request-input").map(({ message }) => message);

test("a client may add headers whose meaning HTTP defines, and a key that makes repetitions the same", async () => {
  expect(inRequests(await verified((input) => input))).toEqual([]);
});

test.each(["Idempotency-Key", "User-Agent", "X-Request-Id", "X-Shop"])(
  "a client that sends another %s than it was given is found",
  async (name) => {
    const replaced = "6f2c3d4e-0000-4000-8000-000000000000";
    const found = await verified((input) =>
      Object.hasOwn(input.header ?? {}, name)
        ? { ...input, header: { ...input.header, [name]: replaced } }
        : input,
    );
    expect(inRequests(found)).toContainEqual(expect.stringContaining(replaced));
  },
);

test("a client that adds another described header is found", async () => {
  const found = await verified((input) => ({
    ...input,
    header: { ...input.header, "X-Shop": "nobody's" },
  }));
  expect(inRequests(found)).toContainEqual(expect.stringContaining("nobody's"));
});
