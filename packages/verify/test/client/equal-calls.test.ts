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

const description = await read(`openapi: 3.1.0
info: { title: Plants, version: 1.0.0 }
paths:
  /plants:
    get:
      operationId: listPlants
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Plant" } } } } } }
    post:
      operationId: createPlant
      parameters: [{ name: Idempotency-Key, in: header, example: k-1, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }
      responses: { "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Plant" } } } } }
  /plants/{plantId}/photo:
    parameters: [{ name: plantId, in: path, required: true, schema: { type: string } }]
    put:
      operationId: putPhoto
      requestBody: { required: true, content: { image/png: {}, image/jpeg: {} } }
      responses: { "204": { description: Stored. } }
components:
  schemas: { Plant: { type: object, required: [id], properties: { id: { type: string }, name: { type: string } } } }
`);

/** What a client does of its own. */
interface Ways {
  /** Tells which calls at the same time are one; `undefined` for a call of its own. */
  readonly keyOf?: (operationId: string, input: CallInput) => string | undefined;
  readonly change?: (input: CallInput) => CallInput;
}

/** What is said of the client that is generated, with a way of its own, about requests that are right by themselves. */
async function saidOf({ keyOf = () => undefined, change = (input) => input }: Ways) {
  const { api, operations } = description.mock;
  const described = operations.map(({ operation }) => describedOperation(operation));
  const running = new Map<string, Promise<unknown>>();
  const client = tableClient((input, { baseUrl, operation, signal }) => {
    const found = described.find((one) => one.operationId === operation.operationId);
    if (found === undefined) throw new Error("there is no such operation");
    const core = createClientCore(describedApi(api), { baseUrl, retries: 0 });
    const send = async (): Promise<unknown> => {
      const given = await call(core, found, change(input), { signal }).result();
      return outcome({ kind: "answer", ...(given as { status: number; body: unknown }) });
    };
    const key = keyOf(operation.operationId, input);
    if (key === undefined) return send();
    const sent = running.get(key) ?? send().finally(() => running.delete(key));
    running.set(key, sent);
    return sent;
  });
  const { failures } = await verifyClient({ description, client });
  const checks = ["mixed-calls", "request-input"];
  return failures
    .filter(({ check }) => checks.includes(check))
    .map(({ operationId, message }) => `${operationId}: ${message}`);
}

test("a client that sends each call, with what it was given, has no failure", async () => {
  expect(await saidOf({})).toEqual([]);
});

test("a client may share what it reads, and creations of one idempotency key", async () => {
  const keyOf = (id: string, input: CallInput): string | undefined =>
    id === "listPlants" || Object.hasOwn(input.header ?? {}, "Idempotency-Key")
      ? JSON.stringify([id, input])
      : undefined;
  expect(await saidOf({ keyOf })).toEqual([]);
});

test("a client that makes one of equal creations is found", async () => {
  const keyOf = (id: string, input: CallInput): string => JSON.stringify([id, input]);
  expect(await saidOf({ keyOf })).toEqual([
    expect.stringMatching(
      /^createPlant: .*equal calls of createPlant .* only one sends its request/,
    ),
  ]);
});

test("a client that declares all bytes as one media type is found", async () => {
  const change = (input: CallInput): CallInput =>
    input.contentType === undefined ? input : { ...input, contentType: "image/jpeg" };
  expect(await saidOf({ change })).toEqual([
    expect.stringMatching(/^putPhoto: .*declares bytes as "image\/jpeg", and .* as "image\/png"/),
  ]);
});
