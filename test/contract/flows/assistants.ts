import type { Client } from "@genai-app/client";
import type { Assistant } from "@genai-app/contract";
import { equal, hold, like, namesNothing, notThere, refused } from "./expectations.ts";
import { known, nobody } from "./world.ts";
import type { Flows } from "./world.ts";

const create = (client: Client, name: string): PromiseLike<Assistant> =>
  client.assistants.createAssistant({ body: { name } });

/** What can be done with assistants. */
export const assistantFlows: Flows = {
  "what is created is read and listed": async ({ client }) => {
    const body = {
      name: "Porto",
      description: "Plans days in Porto.",
      structure_ids: [known.structure],
    };
    const assistant = await client.assistants.createAssistant({ body });
    like(assistant, body);
    equal(assistant.created_at, assistant.updated_at);
    equal(await client.assistants.getAssistant({ path: assistant }), assistant);
    equal((await Array.fromAsync(client.assistants.listAssistants())).at(-1), assistant);
  },

  "what is not given is not made up": async ({ client }) => {
    const { tool_ids, knowledge_base_ids, description } = await create(client, "Bare");
    equal([tool_ids, knowledge_base_ids, description], [[], [], ""]);
  },

  "a patch changes what it names": async ({ client, mock }) => {
    const assistant = await create(client, "Before");
    mock.advance(60_000);
    const patched = await client.assistants.updateAssistant({
      path: assistant,
      body: { description: "Changed." },
    });
    const { updated_at } = patched;
    equal(patched, { ...assistant, description: "Changed.", updated_at });
    equal(Date.parse(updated_at) - Date.parse(assistant.updated_at), 60_000);
    equal(await client.assistants.getAssistant({ path: assistant }), patched);
  },

  "what is deleted is not there any more": async ({ client }) => {
    const path = await create(client, "Short-lived");
    equal(await client.assistants.deleteAssistant({ path }), undefined);
    await notThere(client.assistants.getAssistant({ path }));
    await notThere(client.assistants.updateAssistant({ path, body: { name: "Again" } }));
    await notThere(client.assistants.deleteAssistant({ path }));
    const left = await Array.fromAsync(client.assistants.listAssistants());
    hold(!left.some(({ name }) => name === "Short-lived"), "the list does not have it");
  },

  "pages come in the order of creation": async ({ client }) => {
    const before = await Array.fromAsync(client.assistants.listAssistants());
    const made: Assistant[] = [];
    for (const name of ["c", "a", "e", "b", "d"]) made.push(await create(client, name));
    const query = { page_size: 3 };
    const pages = await Array.fromAsync(client.assistants.listAssistants({ query }).pages());
    const total_count = before.length + 5;
    equal(
      pages.flatMap(({ assistants }) => assistants),
      [...before, ...made],
    );
    for (const [index, { assistants, pagination }] of pages.entries()) {
      const total_pages = Math.ceil(total_count / 3);
      like(pagination, { page_number: index + 1, page_size: 3, total_count, total_pages });
      hold(
        assistants.length === 3 || index === pages.length - 1,
        "every page but the last is full",
      );
    }
    const beyond = await client.assistants.listAssistants({ query: { page: 99, page_size: 3 } });
    equal(beyond.assistants, []);
  },

  "a page that makes no sense is refused": async ({ client }) => {
    await refused(client.assistants.listAssistants({ query: { page: 0 } }), 400);
    await refused(client.assistants.listAssistants({ query: { page_size: -1 } }), 400);
  },

  "with an assistant go its runs, and their events": async ({ client, mock }) => {
    const { assistant_id } = await create(client, "With runs");
    const path = { assistant_id };
    const run = await client.assistantRuns.createAssistantRun({ path, body: {} });
    mock.advance(10_000);
    const { events } = await client.events.listAssistantEvents({ path: run });
    hold(events.length > 0, "the run has events");
    await client.assistants.deleteAssistant({ path });
    await notThere(client.assistantRuns.getAssistantRun({ path: run }));
    await notThere(client.assistantRuns.listAssistantRuns({ path }));
    await notThere(client.events.listAssistantEvents({ path: run }));
    await notThere(client.assistantRuns.createAssistantRun({ path, body: {} }));
  },

  "structures that are not there are refused": async ({ client }) => {
    const body = { name: "Lost", structure_ids: [known.structure, nobody] };
    await namesNothing(client.assistants.createAssistant({ body }), "/structure_ids/1");
    const path = await create(client, "Found");
    const change = { structure_ids: [nobody] };
    await namesNothing(
      client.assistants.updateAssistant({ path, body: change }),
      "/structure_ids/0",
    );
    equal((await client.assistants.getAssistant({ path })).structure_ids, []);
  },

  "a body that the description does not allow changes nothing": async ({ client }) => {
    const before = (await Array.fromAsync(client.assistants.listAssistants())).length;
    const body = { name: 5 } as unknown as { name: string };
    await refused(client.assistants.createAssistant({ body }), 400);
    equal((await Array.fromAsync(client.assistants.listAssistants())).length, before);
  },
};
