import { equal, hold, like, notThere, refused } from "./expectations.ts";
import { known } from "./world.ts";
import type { Flows } from "./world.ts";

/** What can be done with all that a mock remembers. */
export const memoryFlows: Flows = {
  "what the examples show is there at the start": async ({ client }) => {
    const path = { assistant_id: known.assistant };
    like(await client.assistants.getAssistant({ path }), path);
    const runs = await Array.fromAsync(client.assistantRuns.listAssistantRuns({ path }));
    hold(runs.length > 0, "the assistant has runs");
    for (const run of runs) equal(await client.assistantRuns.getAssistantRun({ path: run }), run);
  },

  "a reset goes back to the start": async ({ client, mock }) => {
    const before = await Array.fromAsync(client.assistants.listAssistants());
    const made = await client.assistants.createAssistant({ body: { name: "Gone soon" } });
    await client.assistants.deleteAssistant({ path: { assistant_id: known.assistant } });
    mock.reset();
    equal(await Array.fromAsync(client.assistants.listAssistants()), before);
    await notThere(client.assistants.getAssistant({ path: made }));
    const again = await client.assistants.createAssistant({ body: { name: "Gone soon" } });
    equal(again.assistant_id, made.assistant_id);
  },

  "a reset takes back overrides and faults": async ({ client, mock }) => {
    const path = { assistant_id: known.assistant };
    const own = await client.assistants.getAssistant({ path });
    mock.on("GetAssistant", { status: 404, body: { type: "NotFound" } });
    await notThere(client.assistants.getAssistant({ path }));
    mock.faults.add({ operation: "List*", status: 503 });
    await refused(client.assistants.listAssistants(), 503);
    mock.reset();
    equal(await client.assistants.getAssistant({ path }), own);
    equal((await client.assistants.listAssistants()).pagination.page_number, 1);
  },

  "a snapshot is JSON, and brings everything back": async ({ client, mock }) => {
    const made = await client.assistants.createAssistant({ body: { name: "Kept" } });
    const run = await client.assistantRuns.createAssistantRun({ path: made, body: {} });
    const text = JSON.stringify(mock.snapshot());
    mock.advance(60_000);
    const ended = await client.assistantRuns.getAssistantRun({ path: run });
    await client.assistants.deleteAssistant({ path: made });
    mock.restore(JSON.parse(text));
    equal(await client.assistants.getAssistant({ path: made }), made);
    // As much time has passed for the run as if nothing had been in between.
    equal(await client.assistantRuns.getAssistantRun({ path: run }), ended);
  },

  "records that a test puts there are there": async ({ client, mock }) => {
    const [example] = mock.state.list("Assistant");
    hold(example !== undefined, "there is an example");
    const assistant = { ...example, assistant_id: known.tool, name: "Put" };
    mock.seed({ Assistant: [assistant] });
    equal(await client.assistants.getAssistant({ path: assistant }), assistant);
    equal(mock.state.get("Assistant", known.tool), assistant);
    equal(mock.state.remove("Assistant", known.tool), true);
    await notThere(client.assistants.getAssistant({ path: assistant }));
  },

  "an override answers, and can fall back": async ({ client, mock }) => {
    const path = { assistant_id: known.assistant };
    const own = await client.assistants.getAssistant({ path });
    const takeBack = mock.on("GetAssistant", async (_, { fallback, state }) => {
      const answer = await fallback();
      if (answer.status !== 200) return answer;
      const count = state.list("Assistant").length;
      return { status: 200, body: { ...answer.body, description: `one of ${count}` } };
    });
    const count = mock.state.list("Assistant").length;
    equal((await client.assistants.getAssistant({ path })).description, `one of ${count}`);
    takeBack();
    equal(await client.assistants.getAssistant({ path }), own);
  },
};
