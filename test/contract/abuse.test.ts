import { createClient } from "@genai-app/client";
import { createServer } from "@genai-app/server";
import type { Handlers, SecurityVerifiers } from "@genai-app/server";
import { expect, test } from "vitest";
import { requests, runMutations } from "../../packages/runtime/test/mutation-run.ts";
import type { PlainRequest } from "../../packages/runtime/test/mutations.ts";
import { call } from "./call.ts";
import { operations, successOf } from "./cases.ts";
import type { Input, OperationCase } from "./cases.ts";
import { resultOf, token } from "./subjects/subject.ts";

const handlers: { [group: string]: { [method: string]: (input: Input) => unknown } } = {};
for (const operation of operations) {
  const { group, method } = operation;
  handlers[group] = { ...handlers[group], [method]: () => resultOf(successOf(operation)) };
}

/** What the client sends for an input. */
async function requestOf(operation: OperationCase, input: Input): Promise<PlainRequest> {
  let sent: Request | undefined;
  const fetch = (request: Request): Promise<Response> => {
    sent = request;
    return Promise.resolve(new Response(null, { status: 500 }));
  };
  const client = createClient({ baseUrl: "http://a.test", auth: token, retries: 0, fetch });
  await call(client, operation, input).then(undefined, () => undefined);
  if (sent === undefined) throw new Error(`${operation.operationId} was not sent`);
  const { method, url, headers } = sent;
  return {
    method,
    url: url.slice("http://a.test".length),
    headers: Object.fromEntries(headers),
    body: new Uint8Array(await sent.arrayBuffer()),
  };
}

/** Any key will do, so that a change of it is not all that is tried. */
const security: SecurityVerifiers = {
  bearerAuth: (credential) => credential.token,
  apiKey: (credential) => credential.value,
};

test("random changes of valid requests are taken or refused, never a failure", async () => {
  const failures: unknown[] = [];
  const server = createServer(handlers as unknown as Handlers, {
    security,
    validateResponses: "strict",
    maxBodyBytes: 64 * 1024,
    onError: ({ error }) => failures.push(error),
  });
  const inputs = operations.flatMap((operation) =>
    [operation.inputs.maximal, operation.inputs.minimal].map((input) =>
      requestOf(operation, input),
    ),
  );
  const valid = await Promise.all(inputs);
  const { statuses, growth } = await runMutations(server, valid, (_, { status }) => {
    if (failures.length > 0) return String(failures[0]);
    if ("polluted" in {}) return "the prototype of objects has changed";
    return status >= 500 ? "the server failed" : undefined;
  });
  const count = (...some: number[]): number =>
    some.reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
  // Both ways are gone often: else nothing would have been tried.
  expect(count(200, 201, 202, 204)).toBeGreaterThan(requests / 10);
  expect(count(400)).toBeGreaterThan(requests / 10);
  for (const status of [401, 404, 405, 406, 413, 414, 415, 431])
    expect(count(status)).toBeGreaterThan(0);
  expect(growth).toBeLessThan(8 * 2 ** 20);
});

test("a schema within schemas, thousands of levels deep, is taken or refused", async () => {
  const failures: unknown[] = [];
  const server = createServer(handlers as unknown as Handlers, {
    security,
    onError: ({ error }) => failures.push(error),
  });
  const names = '"description":"","id":"","schema":"","title":"","type":"","required":[]';
  const open = `{"additionalProperties":true,${names},"properties":{"map":{"a":`;
  const levels = 7000;
  const schema = open.repeat(levels) + "1" + "}}}".repeat(levels);
  const { status } = await server.handle({
    method: "POST",
    url: "/chat/messages",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: new TextEncoder().encode(`{"output_schema":${schema}}`),
  });
  expect(failures).toStrictEqual([]);
  expect(status).toBe(400);
});
