import type { Client } from "@genai-app/client";
import type { AssistantRunEvent, AssistantRunStatus } from "@genai-app/contract";
import { equal, hold, like, notThere, refused, without } from "./expectations.ts";
import { known } from "./world.ts";
import type { Flows } from "./world.ts";

/** Starts a run of a new assistant. */
async function start(client: Client) {
  const path = await client.assistants.createAssistant({ body: { name: "Runner" } });
  return client.assistantRuns.createAssistantRun({ path, body: { input: "A day in Porto" } });
}

/** Longer than any run takes. */
const long = 60_000;

/** What can be done with the runs of assistants, and the events in them. */
export const runFlows: Flows = {
  "a run goes from the queue to its success": async ({ client, mock }) => {
    const run = await start(client);
    const now = () => client.assistantRuns.getAssistantRun({ path: run });
    like(run, { status: "QUEUED", completed_at: null, input: "A day in Porto" });
    hold(!("output" in run), "there is no output yet");
    equal(await now(), run);
    mock.advance(500);
    const running = await now();
    equal(running, { ...run, status: "RUNNING", updated_at: running.updated_at });
    hold(running.updated_at > run.updated_at, "the time of the change has moved");
    mock.advance(1500);
    const ended = await now();
    like(ended, {
      status: "SUCCEEDED",
      completed_at: ended.updated_at,
      created_at: run.created_at,
    });
    hold(ended.output !== undefined, "there is an output");
    mock.advance(long);
    equal(await now(), ended);
  },

  "a run is waited for": async ({ client, mock }) => {
    const seen: string[] = [];
    const path = await start(client);
    const ended = await client.assistantRuns.getAssistantRun({ path }).waitFor({
      minInterval: 1,
      maxInterval: 1,
      onProgress({ status }) {
        seen.push(status);
        mock.advance(1000);
      },
    });
    const status: "SUCCEEDED" = ended.status;
    equal([...seen, status], ["QUEUED", "RUNNING", "SUCCEEDED", "SUCCEEDED"]);
  },

  "waiting for a run that is cancelled fails": async ({ client }) => {
    const path = await start(client);
    const call = client.assistantRuns.getAssistantRun({ path });
    const cancelled = await client.assistantRuns.cancelAssistantRun({ path });
    const error: unknown = await call.waitFor().catch((reason: unknown) => reason);
    like(error, { name: "FinalStatusError", finalStatus: "CANCELLED", body: cancelled });
    equal(await call.waitFor({ until: ["SUCCEEDED", "CANCELLED"] }), cancelled);
  },

  "a run that is cancelled stays so": async ({ client, mock }) => {
    const path = await start(client);
    mock.advance(600);
    const cancelled = await client.assistantRuns.cancelAssistantRun({ path });
    like(cancelled, { status: "CANCELLED", completed_at: cancelled.updated_at });
    mock.advance(long);
    equal(await client.assistantRuns.getAssistantRun({ path }), cancelled);
  },

  "a run that has ended cannot be cancelled": async ({ client, mock }) => {
    const path = await start(client);
    mock.advance(long);
    const body = await refused(client.assistantRuns.cancelAssistantRun({ path }), 409);
    like(body, { type: "Conflict" });
    like(await client.assistantRuns.getAssistantRun({ path }), { status: "SUCCEEDED" });
  },

  "runs are listed below their assistant, by status": async ({ client, mock }) => {
    const done = await start(client);
    const { assistant_id } = done;
    mock.advance(long);
    const queued = await client.assistantRuns.createAssistantRun({ path: done, body: {} });
    await start(client);
    const idsOf = async (...status: AssistantRunStatus[]): Promise<readonly string[]> => {
      const path = { assistant_id };
      const input = status.length === 0 ? { path } : { path, query: { status } };
      const runs = await Array.fromAsync(client.assistantRuns.listAssistantRuns(input));
      return runs.map(({ assistant_run_id }) => assistant_run_id);
    };
    const [first, second] = [done.assistant_run_id, queued.assistant_run_id];
    equal(await idsOf(), [first, second]);
    equal(await idsOf("SUCCEEDED"), [first]);
    equal(await idsOf("QUEUED", "SUCCEEDED"), [first, second]);
    equal(await idsOf("FAILED"), []);
  },

  "the events of a run are listed as it goes": async ({ client, mock }) => {
    const path = await start(client);
    const list = () => Array.fromAsync(client.events.listAssistantEvents({ path }));
    equal(await list(), []);
    mock.advance(500);
    const first = await list();
    mock.advance(long);
    const all = await list();
    hold(all.length > first.length, "more has happened");
    equal(all.slice(0, first.length), first);
    equal(new Set(all.map(({ event_id }) => event_id)).size, all.length);
    for (const { assistant_run_id } of all) equal(assistant_run_id, path.assistant_run_id);
    const query = { limit: "1", offset: "1" };
    const page = await client.events.listAssistantEvents({ path, query });
    equal(page.events, all.slice(1, 2));
    like(page, { count: 1, limit: 1, offset: 1, total_count: all.length });
  },

  "a stream tells events as they happen, up to the run's end": async ({ client, mock }) => {
    const path = await start(client);
    const stream = client.events.getAssistantRunEventsSSE({ path }).events();
    const told: unknown[] = [];
    const first = stream.next();
    mock.advance(500);
    const { value } = await first;
    told.push(value?.data);
    equal(value?.id, value?.data.event_id);
    const second = stream.next();
    mock.advance(long);
    told.push((await second).value?.data);
    for await (const { data } of stream) told.push(data);
    equal(told, await Array.fromAsync(client.events.listAssistantEvents({ path })));
    hold(told.length > 2, "several events were told");
  },

  "a stream goes on behind the event that was had last": async ({ client, mock }) => {
    const path = await start(client);
    mock.advance(long);
    const all = await Array.fromAsync(client.events.getAssistantRunEventsSSE({ path }));
    const headers = { "last-event-id": all[0]?.event_id ?? "" };
    const rest = client.events.getAssistantRunEventsSSE({ path }, { headers });
    equal(await Array.fromAsync(rest), all.slice(1));
  },

  "a stream ends when its run is cancelled": async ({ client, mock }) => {
    const path = await start(client);
    mock.advance(500);
    const stream = client.events.getAssistantRunEventsSSE({ path })[Symbol.asyncIterator]();
    const first = await stream.next();
    const next = stream.next();
    await client.assistantRuns.cancelAssistantRun({ path });
    equal(await next, { done: true, value: undefined });
    equal(await Array.fromAsync(client.events.listAssistantEvents({ path })), [first.value]);
  },

  "runs of what is not there are not there": async ({ client }) => {
    const path = { assistant_run_id: known.assistant };
    await notThere(client.assistantRuns.getAssistantRun({ path }));
    await notThere(client.assistantRuns.cancelAssistantRun({ path }));
    await notThere(client.events.listAssistantEvents({ path }));
    await notThere(client.events.getAssistantRunEventsSSE({ path }));
  },

  "a new thread has an identifier, and a given one comes before": async ({ client }) => {
    const path = { assistant_id: known.assistant };
    const threadOf = async (body: Body): Promise<string | undefined> => {
      const run = await client.assistantRuns.createAssistantRun({ path, body });
      equal(await client.assistantRuns.getAssistantRun({ path: run }), run);
      return run.thread_id;
    };
    const first = await threadOf({ new_thread: true });
    const second = await threadOf({ input: "Again", new_thread: true });
    hold(first !== undefined && second !== undefined, "both have a thread");
    hold(first !== second, "each has its own");
    equal(await threadOf({ thread_id: known.tool }), known.tool);
    equal(await threadOf({ new_thread: true, thread_id: known.tool }), known.tool);
    equal(await threadOf({ new_thread: false }), undefined);
    equal(await threadOf({}), undefined);
  },

  "additional resources come to those of the assistant": async ({ client }) => {
    const { assistant_id } = await client.assistants.createAssistant({
      body: { name: "Runner", tool_ids: [known.tool], structure_ids: [known.structure] },
    });
    const startWith = (body: Body) =>
      client.assistantRuns.createAssistantRun({ path: { assistant_id }, body });
    const other = known.bucket;
    like(await startWith({}), { tool_ids: [known.tool], structure_ids: [known.structure] });
    like(await startWith({ additional_tool_ids: [other], additional_ruleset_ids: [other] }), {
      tool_ids: [known.tool, other],
      ruleset_ids: [other],
      structure_ids: [known.structure],
      retriever_ids: [],
    });
    like(await startWith({ tool_ids: [other] }), { tool_ids: [other] });
    like(await startWith({ tool_ids: [], additional_tool_ids: [other, other] }), {
      tool_ids: [other],
    });
    like(await startWith({ additional_tool_ids: [known.tool] }), { tool_ids: [known.tool] });
  },

  "the events of a run tell of its own input, to the millisecond": async ({ client, mock }) => {
    const eventsOf = async (body: Body): Promise<readonly AssistantRunEvent[]> => {
      const path = { assistant_id: known.assistant };
      const run = await client.assistantRuns.createAssistantRun({ path, body });
      mock.advance(long);
      return Array.fromAsync(client.events.listAssistantEvents({ path: run }));
    };
    const events = await eventsOf({ input: "A day in Porto" });
    const artifactIn = (event: AssistantRunEvent | undefined, name: string): unknown =>
      (event?.payload as { [name: string]: { value?: unknown } } | undefined)?.[name]?.value;
    equal(artifactIn(events[0], "input_task_input"), "A day in Porto");
    const answer = 'You asked: "A day in Porto" Start in Alfama.';
    equal(artifactIn(events.at(-1), "output_task_output"), answer);
    without(events, "Plan a weekend in Lisbon.");
    for (const { timestamp, created_at } of events) equal(timestamp * 1000, Date.parse(created_at));
    hold(
      events.some(({ timestamp }) => !Number.isInteger(timestamp)),
      "milliseconds are told",
    );
    equal(artifactIn((await eventsOf({}))[0], "input_task_input"), "");
  },
};

type Body = NonNullable<Parameters<Client["assistantRuns"]["createAssistantRun"]>[0]["body"]>;
