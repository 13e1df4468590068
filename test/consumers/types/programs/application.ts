/**
 * What an application does with the client and the server: it writes handlers, calls, lists, goes through pages, reads a
 * stream, tells results apart. Compiled by every compiler, as a module and as CommonJS, and run.
 */
import assert from "node:assert/strict";
import { ApiError, createClient, type Assistant, type AssistantRunEvent } from "@genai-app/client";
import { getAssistant } from "@genai-app/client/assistants";
import { createCore } from "@genai-app/client/core";
import { httpClient } from "@genai-app/client/http";
import { operationTable, type ops } from "@genai-app/contract";
import { getAssistantValidators } from "@genai-app/contract/validators";
import {
  createServer,
  partial,
  type GetAssistantAnswer,
  type GetAssistantHandler,
  type ListAssistantsHandler,
} from "@genai-app/server";
import { toFetch } from "@openapi-packages/runtime/server";

const time = "2025-03-07T09:15:00Z";
const user = "30e47e78-5f72-47ae-ba04-68db17b28e54";

const assistantNamed = (name: string, index: number): Assistant => ({
  assistant_id: `ee27cfd5-fac6-42cd-9eef-01bbca60aa4${index}`,
  organization_id: "bd930234-5806-4225-ac22-4ab683ef3da9",
  name,
  description: "",
  created_by: user,
  created_at: time,
  updated_at: time,
  knowledge_base_ids: [],
  retriever_ids: [],
  ruleset_ids: [],
  structure_ids: [],
  tool_ids: [],
});
const assistants = ["guide", "clerk", "scout"].map(assistantNamed);

export const getOne: GetAssistantHandler = async ({ path }): Promise<GetAssistantAnswer> => {
  const found = assistants.find(({ assistant_id }) => assistant_id === path.assistant_id);
  return found === undefined
    ? { status: 404, body: { type: "NotFound", errors: [`no assistant ${path.assistant_id}`] } }
    : { status: 200, body: found };
};

/** Two assistants a page. */
const listAll: ListAssistantsHandler = ({ query }) => {
  const page = query?.page ?? 1;
  const counts = { page_number: page, page_size: 2, total_pages: 2, total_count: 3 };
  return {
    status: 200,
    body: {
      assistants: assistants.slice((page - 1) * 2, page * 2),
      pagination: page === 1 ? { ...counts, next_page: 2 } : counts,
    },
  };
};

const event = (type: string): AssistantRunEvent => ({
  event_id: "937bf02e-c53a-4400-8bb6-75e1b142e152",
  assistant_run_id: user,
  origin: "assistant",
  type,
  payload: null,
  timestamp: 1741338900,
  created_at: time,
});

const server = createServer(
  partial({
    assistants: { getAssistant: getOne, listAssistants: listAll },
    events: {
      getAssistantRunEventsSSE: () => ({
        status: 200,
        body: (async function* () {
          yield event("started");
          yield event("ended");
        })(),
      }),
    },
  }),
  { security: "unchecked" },
);

/** Tells results apart by their status. */
async function nameOf(assistantId: string): Promise<string> {
  const result = await api.assistants
    .getAssistant({ path: { assistant_id: assistantId } })
    .result();
  switch (result.status) {
    case 200:
      return result.body.name;
    case 404:
      return result.body.type;
    default:
      throw new Error(String(result.status));
  }
}

const api = createClient({ fetch: toFetch(server), retries: 0 });

async function main(): Promise<void> {
  const [first] = assistants;
  assert.ok(first !== undefined);
  const path = { assistant_id: first.assistant_id };
  const body: ops["GetAssistant"]["response"][200] = await api.assistants.getAssistant({ path });
  assert.deepEqual(body, first);
  assert.equal(await nameOf(path.assistant_id), "guide");
  assert.equal(await nameOf(user), "NotFound");

  const core = createCore({ fetch: toFetch(server) });
  const { name }: Assistant = await getAssistant(core, { path });
  const { data } = await httpClient(core).GET("/assistants/{assistant_id}", { params: { path } });
  assert.deepEqual([name, data?.name], ["guide", "guide"]);

  const page = await api.assistants.listAssistants();
  assert.equal(page.pagination.total_count, 3);
  const names: string[] = [];
  for await (const assistant of api.assistants.listAssistants()) names.push(assistant.name);
  assert.deepEqual(names, ["guide", "clerk", "scout"]);

  const types: string[] = [];
  const stream = api.events.getAssistantRunEventsSSE({ path: { assistant_run_id: user } });
  for await (const { type } of stream) types.push(type);
  assert.deepEqual(types, ["started", "ended"]);

  const refused: unknown = await api.users.listUsers().then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(refused instanceof ApiError && refused.status === 501);

  const isAssistant = getAssistantValidators.responses?.["200"]?.["application/json"];
  assert.ok(isAssistant?.(body));
  assert.equal(operationTable.GetAssistant.method, "GET");
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
