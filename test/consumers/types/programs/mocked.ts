/** What a test does with the mocks: it overrides operations, of the mock itself and for MSW. Compiled by every compiler, and run. */
import assert from "node:assert/strict";
import { setupServer } from "msw/node";
import { createClient } from "@genai-app/client";
import { createMock, type ApiMockTypes } from "@genai-app/mocks";
import type { Mock } from "@openapi-packages/mock";

const mock = createMock({ seed: "types" });

/** Overrides in a file of their own, whoever makes the mock. */
export const overrides = (own: Mock<ApiMockTypes>): void => {
  own.on("ListUsers", (_, { fallback }) => fallback());
};

async function main(): Promise<void> {
  const api = createClient({ fetch: mock.fetch, auth: "key" });
  const undo = mock.on("GetAssistant", ({ path }) => ({
    status: 404,
    body: { type: "NotFound", errors: [`no assistant ${path.assistant_id}`] },
  }));
  const [assistant] = mock.state.list("Assistant");
  assert.ok(assistant !== undefined);
  const path = { assistant_id: assistant.assistant_id };
  assert.equal((await api.assistants.getAssistant({ path }).result()).status, 404);
  undo();
  assert.equal((await api.assistants.getAssistant({ path })).name, assistant.name);

  const network = setupServer(...mock.handlers());
  network.listen();
  network.use(mock.handler("ListUsers", { status: 200, body: { users: [] } }));
  assert.deepEqual(await createClient().users.listUsers(), { users: [] });
  network.close();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
