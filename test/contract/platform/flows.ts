import assert from "node:assert/strict";
import type { Fields, PlatformClient } from "./platform-client.ts";

export type Flow = (client: PlatformClient) => Promise<void>;

const nobody = "00000000-0000-4000-8000-000000000001";
const knowledgeBase = "/knowledge-bases/05f665ef-6caf-4849-8dc7-85be45bf3707";

const idOf = async (
  client: PlatformClient,
  kind: string,
  body: Fields = { name: kind },
): Promise<string> => {
  const made = await client.call("POST", `/${kind}s`, body);
  return String(made[`${kind.replace("-", "_")}_id`]);
};

/** A message as its own library writes it: identifiers of 32 hex digits, and null for what is not known. */
const message = (role: string, value: string): Fields => ({
  type: "Message",
  role,
  content: [
    {
      type: "TextMessageContent",
      artifact: {
        type: "TextArtifact",
        id: "0123456789abcdef0123456789abcdef",
        name: "0123456789abcdef0123456789abcdef",
        value,
        reference: null,
        meta: {},
      },
    },
  ],
  usage: { type: "Usage", input_tokens: null, output_tokens: null },
});

const conversation = (more: Fields = {}): Fields => ({
  messages: [message("system", "Be brief."), message("user", "Where to start?")],
  tools: [],
  driver_configuration: { model: "example-model", max_tokens: null, temperature: 0.1 },
  ...more,
});

const tool = {
  name: "Guide",
  activities: [{ name: "find", description: "Finds.", json_schema: { type: "object" } }],
};

const upload = async (client: PlatformClient, name: string, bytes: Uint8Array) => {
  const bucket = await idOf(client, "bucket");
  await client.call("PUT", `/buckets/${bucket}/assets`, { name });
  const signed = `/buckets/${bucket}/asset-urls/${name}`;
  const put = await client.call("POST", signed, { operation: "PUT" });
  await client.call("PUT", String(put["url"]), bytes);
  const get = await client.call("POST", signed, { operation: "GET" });
  return { bucket, read: await client.send("GET", String(get["url"])) };
};

/** What clients of such platforms do with assistants, and how it has to end. */
export const runFlows: Readonly<Record<string, Flow>> = {
  "a run is polled until its last event, which has its output": async (client) => {
    const run = await client.run(await idOf(client, "assistant"), { input: "Where to eat?" });
    assert.equal(run.output, 'You asked: "Where to eat?" Start in Alfama.');
    assert.deepEqual(new Set(run.events.map(({ origin }) => origin)), new Set(["ASSISTANT"]));
  },
  "the first event of a run has its own input": async (client) => {
    const run = await client.run(await idOf(client, "assistant"), { input: "Where to eat?" });
    const { type, payload } = run.events[0] ?? {};
    assert.equal(type, "StartStructureRunEvent");
    const { input_task_input: input } = payload as { input_task_input: Fields };
    assert.equal(input["value"], "Where to eat?");
  },
  "a run without input ends, with artifacts that have all their members": async (client) => {
    const run = await client.run(await idOf(client, "assistant"), {});
    assert.equal(run.output, 'You asked: "" Start in Alfama.');
    const { payload } = run.events.at(-1) ?? {};
    const { output_task_input: input } = payload as { output_task_input: Fields };
    assert.equal(input["value"], "");
  },
  "a run is started with null for what is not wanted": async (client) => {
    const assistant = await idOf(client, "assistant");
    const nothing = { args: null, thread_id: null, new_thread: null, ruleset_ids: null };
    const run = await client.run(assistant, { input: "Now", stream: false, ...nothing });
    assert.equal(run.output, 'You asked: "Now" Start in Alfama.');
  },
  "a stream of events has the text in pieces, and ends with the whole": async (client) => {
    const { text, output } = await client.follow(await idOf(client, "assistant"), "Where to eat?");
    assert.equal(text, 'You asked: "Where to eat?" Start in Alfama.');
    assert.equal(text, output);
  },
  "a run that has ended has the output of its events": async (client) => {
    const run = await client.run(await idOf(client, "assistant"), { input: "Where to eat?" });
    const { assistant_run_id: id } = run.events[0] ?? {};
    const ended = await client.call("GET", `/assistant-runs/${String(id)}`);
    assert.equal(ended["status"], "SUCCEEDED");
    assert.deepEqual(ended["output"], { text: run.output });
  },
  "two runs speak each of their own": async (client) => {
    const assistant = await idOf(client, "assistant");
    const [one, two] = await Promise.all(
      ["One?", "Two?"].map((input) => client.run(assistant, { input })),
    );
    assert.match(String(one?.output), /One\?/);
    assert.match(String(two?.output), /Two\?/);
  },
  "a run goes on in the thread that an earlier one has made": async (client) => {
    const runs = `/assistants/${await idOf(client, "assistant")}/runs`;
    const { thread_id } = await client.call("POST", runs, { input: "One", new_thread: true });
    const second = await client.call("POST", runs, { input: "Two", thread_id, new_thread: null });
    assert.equal(second["thread_id"], thread_id);
    assert.equal(typeof thread_id, "string");
  },
  "a run is cancelled": async (client) => {
    const assistant = await idOf(client, "assistant");
    const run = await client.call("POST", `/assistants/${assistant}/runs`, { input: "Stop" });
    const path = `/assistant-runs/${String(run["assistant_run_id"])}`;
    assert.equal((await client.call("POST", `${path}/cancel`))["status"], "CANCELLED");
    assert.equal((await client.call("GET", path))["status"], "CANCELLED");
  },
};

/** What they do with messages and knowledge. */
export const chatFlows: Readonly<Record<string, Flow>> = {
  "a message is created without an output schema": async (client) => {
    const answer = await client.call("POST", "/chat/messages", conversation());
    const [{ type, artifact } = {}] = answer["content"] as Fields[];
    assert.equal(type, "TextMessageContent");
    assert.equal(typeof (artifact as Fields)["value"], "string");
    assert.equal((answer["usage"] as Fields)["type"], "Usage");
  },
  "a message is created with a tool and an output schema in JSON Schema": async (client) => {
    const more = { tools: [tool], output_schema: { type: "object", properties: {} } };
    const answer = await client.call("POST", "/chat/messages", conversation(more));
    assert.equal(answer["role"], "assistant");
  },
  "a message is streamed as deltas, the last of which has the usage": async (client) => {
    const path = "/chat/messages/stream";
    const deltas = await Array.fromAsync(client.stream("POST", path, conversation()));
    assert.deepEqual(new Set(deltas.map(({ type }) => type)), new Set(["DeltaMessage"]));
    const texts = deltas.flatMap(({ content }) =>
      content === undefined ? [] : [(content as Fields)["text"]],
    );
    assert.equal(texts.join(""), "Start in Alfama.");
    const { content, usage } = deltas.at(-1) ?? {};
    assert.equal(content, undefined);
    assert.equal(typeof (usage as Fields)["output_tokens"], "number");
  },
  "a conversation without messages is refused": async (client) => {
    const { status } = await client.send("POST", "/chat/messages", { tools: [] });
    assert.equal(status, 400);
  },
  "a knowledge base answers a question": async (client) => {
    const answer = await client.call("POST", `${knowledgeBase}/search`, { query: "Where?" });
    assert.equal(answer["result"], "Start in Alfama.");
  },
  "a knowledge base gives entries, whose artifacts are JSON": async (client) => {
    const body = { query: "walks", count: 5, distance_metric: null, filter: null };
    const { entries } = await client.call("POST", `${knowledgeBase}/query`, body);
    const [{ meta, score } = {}] = entries as Fields[];
    const artifact = JSON.parse(String((meta as Fields)["artifact"])) as Fields;
    assert.equal(artifact["type"], "TextArtifact");
    assert.equal(artifact["value"], "Start in Alfama.");
    assert.equal(typeof score, "number");
  },
};

/** What structures report of their runs. */
export const eventFlows: Readonly<Record<string, Flow>> = {
  "a listener sends a list of events": async (client) => {
    const path = `/structure-runs/${nobody}/events`;
    const event = { type: "StartTaskEvent", timestamp: 1.5, payload: { type: "StartTaskEvent" } };
    const { status } = await client.send("POST", path, [event, { ...event, timestamp: 2.5 }]);
    assert.equal(status, 202);
    const { events, total_count } = await client.call("GET", path);
    assert.equal(total_count, 2);
    const [first] = events as Fields[];
    assert.deepEqual(first?.["payload"], event.payload);
    assert.equal(first?.["origin"], "USER");
  },
  "a listener sends a single event, and the events of the text": async (client) => {
    const path = `/structure-runs/${nobody}/events`;
    const event = { type: "FinishTaskEvent", timestamp: 1.5, payload: null };
    await client.call("POST", path, event);
    await client.call("POST", path, { events: [event] });
    assert.equal((await client.call("GET", path))["total_count"], 2);
  },
  "a list with an event that is none is refused, and none of it kept": async (client) => {
    const path = `/structure-runs/${nobody}/events`;
    const event = { type: "FinishTaskEvent", timestamp: 1.5 };
    assert.equal((await client.send("POST", path, [event, { type: "x" }])).status, 400);
    assert.equal((await client.call("GET", path))["total_count"], 0);
  },
  "the run of a structure is followed to its end": async (client) => {
    const run = "/structure-runs/47f1d823-1050-4020-bc24-51e82a99dfa0/events/stream";
    const events = await Array.fromAsync(client.stream("GET", run));
    const { origin, type, payload } = events.at(-1) ?? {};
    assert.deepEqual([origin, type], ["USER", "FinishStructureRunEvent"]);
    const { output_task_output: output } = payload as { output_task_output: Fields };
    const tokens = events.flatMap(({ payload: { token } = {} as Fields }: { payload?: Fields }) =>
      token === undefined ? [] : [token],
    );
    assert.equal(tokens.join(""), output["value"]);
  },
};

/** What they do with files and records. */
export const recordFlows: Readonly<Record<string, Flow>> = {
  "20 MB are put to a signed address and read back": async (client) => {
    const bytes = new Uint8Array(20_000_000).fill(7);
    const { read } = await upload(client, "large.bin", bytes);
    assert.equal(read.status, 200);
    assert.ok(read.bytes.equals(bytes));
  },
  "a file in a folder is put, found by its prefix, and shown": async (client) => {
    const text = new TextEncoder().encode("# Porto");
    const { bucket, read } = await upload(client, "guides/porto.md", text);
    assert.equal(read.bytes.toString(), "# Porto");
    const { assets } = await client.call("GET", `/buckets/${bucket}/assets?prefix=guides/`);
    assert.deepEqual(
      (assets as Fields[]).map(({ name, size }) => [name, size]),
      [["guides/porto.md", text.length]],
    );
    const whole = `/buckets/${bucket}/assets/guides/porto.md?include_contents=true`;
    assert.equal((await client.call("GET", whole))["contents"], "# Porto");
    await client.call("DELETE", whole);
    assert.equal((await client.send("GET", whole)).status, 404);
  },
  "the files of a bucket that is there are read, each as long as its size": async (client) => {
    const { buckets } = await client.call("GET", "/buckets");
    for (const { bucket_id: bucket } of buckets as Fields[]) {
      const { assets } = await client.call("GET", `/buckets/${String(bucket)}/assets`);
      for (const { name, size } of assets as Fields[]) {
        const signed = `/buckets/${String(bucket)}/asset-urls/${String(name)}`;
        const { url } = await client.call("POST", signed);
        assert.equal((await client.send("GET", String(url))).bytes.length, size, String(name));
      }
    }
  },
  "paths with a slash at their end, and doubled ones, are the same": async (client) => {
    const assistant = await idOf(client, "assistant");
    for (const path of [`/assistants/${assistant}/`, `//assistants//${assistant}`])
      assert.equal((await client.call("GET", path))["assistant_id"], assistant);
  },
  "paths are answered below /api too": async (client) => {
    assert.ok(Array.isArray((await client.call("GET", "/api/assistants/"))["assistants"]));
  },
  "a record is created with null for each optional member": async (client) => {
    const body = { name: "Guide", description: null, input: null, tool_ids: null };
    const made = await client.call("POST", "/assistants", body);
    assert.deepEqual(made["tool_ids"], []);
    assert.ok(!("input" in made));
  },
  "all pages of a list are read": async (client) => {
    for (const name of ["a", "b", "c"]) await idOf(client, "bucket", { name });
    const names: unknown[] = [];
    for (let page: unknown = 1; page !== undefined && page !== null;) {
      const answer = await client.call("GET", `/buckets?page=${String(page)}&page_size=2`);
      names.push(...(answer["buckets"] as Fields[]).map(({ name }) => name));
      page = (answer["pagination"] as Fields)["next_page"];
    }
    assert.deepEqual(names.slice(-3), ["a", "b", "c"]);
  },
  "a connector is created without its secrets, and its job ends": async (client) => {
    const config = {
      confluence: { atlassian_api_token: "secret", atlassian_email: "a@b.c", domain: "d.example" },
    };
    const body = { name: "Wiki", type: "confluence", config, description: null, transforms: null };
    const made = await client.call("POST", "/data-connectors", body);
    assert.deepEqual(made["config"], {
      confluence: { atlassian_email: "a@b.c", domain: "d.example" },
    });
    const jobs = `/data-connectors/${String(made["data_connector_id"])}/data-jobs`;
    const { data_job_id: job } = await client.call("POST", jobs);
    assert.equal((await client.call("GET", `/data-jobs/${String(job)}`))["data_job_id"], job);
    const cancelled = await client.call("POST", `/data-jobs/${String(job)}/cancel`);
    assert.equal(cancelled["status"], "CANCELLED");
  },
  "a structure is created, deployed and invoked by its webhook": async (client) => {
    const code = { default: {} };
    const body = { name: "Planner", code, env_vars: [], webhook_enabled: true, description: null };
    const made = await client.call("POST", "/structures", body);
    const path = `/structures/${String(made["structure_id"])}`;
    const deployment = await client.call("POST", `${path}/deployments`, { force: null });
    assert.equal(deployment["status"], "QUEUED");
    assert.equal((await client.call("POST", `${path}/webhook`, ["Porto"]))["name"], "Planner");
  },
  "a key is created, and its secret shown once": async (client) => {
    const { users } = await client.call("GET", "/users");
    const [{ user_id } = {}] = users as Fields[];
    const made = await client.call("POST", `/users/${String(user_id)}/api-keys`, { name: "ci" });
    assert.equal(typeof made["value"], "string");
    const read = await client.call("GET", `/api-keys/${String(made["api_key_id"])}`);
    assert.ok(!("value" in read));
  },
};
