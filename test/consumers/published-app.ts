/** What an application does with the packages as they are published; run by `scripts/check-packages.ts`. */
import assert from "node:assert/strict";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setupServer } from "msw/node";
import { ApiError, createClient } from "@genai-app/client";
import { operationTable, type Config } from "@genai-app/contract";
import { getConfigValidators } from "@genai-app/contract/validators";
import { createMock } from "@genai-app/mocks";
import { createServer, partial, secretsEqual } from "@genai-app/server";
import { toNodeListener } from "@openapi-packages/runtime/server/node";

const mock = createMock();
const config: Config = await createClient({ fetch: mock.fetch, auth: "key" }).config.getConfig();
assert.equal(Object.keys(operationTable).length, 77);
const isConfig = getConfigValidators.responses?.["200"]?.["application/json"];
assert.equal(isConfig?.(config), true);
assert.equal(isConfig?.({}), false);

const server = createServer(
  partial({ config: { getConfig: () => ({ status: 200, body: config }) } }),
  {
    security: {
      bearerAuth: ({ token }) => secretsEqual(token, "key"),
      apiKey: ({ value }) => secretsEqual(value, "key"),
    },
  },
);
const listener = createHttpServer(toNodeListener(server)).listen(0, "127.0.0.1");
await new Promise((resolve) => listener.once("listening", resolve));
const { port } = listener.address() as AddressInfo;
const api = createClient({ baseUrl: `http://127.0.0.1:${port}`, auth: "key" });
assert.deepEqual(await api.config.getConfig(), config);
await assert.rejects(
  async () => api.users.listUsers(),
  (error) => error instanceof ApiError && error.status === 501,
);
const stranger = createClient({ baseUrl: `http://127.0.0.1:${port}`, auth: "x" });
await assert.rejects(
  async () => stranger.config.getConfig(),
  (error) => error instanceof ApiError && error.status === 401,
);
listener.close();
listener.closeAllConnections();

const mocks = setupServer(...mock.handlers());
mocks.listen();
const names: string[] = [];
for await (const assistant of createClient().assistants.listAssistants())
  names.push(assistant.name);
assert.ok(names.length > 0);
mocks.close();
console.log("the packages work as they are published");
