import { createClient } from "@genai-app/client";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createMock } from "@genai-app/mocks";
import { call, thrownBy } from "./call.ts";
import { operations, successOf } from "./cases.ts";
import type { OperationCase } from "./cases.ts";
import { handlerOf } from "./subjects/mocks.ts";

const mock = createMock({ state: false, streams: { interval: 0 } });
const server = setupServer(...mock.handlers());
const client = createClient({ baseUrl: "http://mocks.test", retries: 0 });

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

async function answerOf(operation: OperationCase): Promise<unknown> {
  const started = call(client, operation, operation.inputs.example);
  return successOf(operation).events ? Array.fromAsync(started) : started;
}

describe.each(operations)("the mock of $operationId", (operation) => {
  test("answers with the description's example, call after call", async () => {
    const { events, body } = successOf(operation);
    expect(await answerOf(operation)).toStrictEqual(events ?? body);
    expect(await answerOf(operation)).toStrictEqual(events ?? body);
  });

  test("answers with a given answer instead", async () => {
    const body = { type: "NotFound", errors: [] };
    server.use(handlerOf(mock, operation.operationId, { status: 404, body }));
    const error = await thrownBy(call(client, operation, operation.inputs.example));
    expect(error).toMatchObject({ status: 404, body, operationId: operation.operationId });
  });
});
