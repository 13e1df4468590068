import { ApiError, match, type Assistant, type AssistantRun, type Client } from "@genai-app/client";

const assistantId = "ee27cfd5-fac6-42cd-9eef-01bbca60aa4d";
const runId = "4978cd9c-e698-44af-a724-85353c8ef0f1";
const bucketId = "d166ce05-bd63-43d8-af97-16402a1360a7";

/** The credential that is sent. */
export const auth = { bearerAuth: "secret" };

/** Says what a run is doing; fails for a status that nobody told it of. */
function wordsOf(run: AssistantRun): string {
  switch (run.status) {
    case "QUEUED":
    case "STARTING":
    case "RUNNING":
      return "at work";
    case "SUCCEEDED":
      return "done";
    case "FAILED":
    case "ERROR":
    case "CANCELLED":
      return "ended";
    default:
      throw new Error(`nothing is known of ${run.status}`);
  }
}

/** As {@link wordsOf}, with an answer to each status that is described. */
const markOf = (run: AssistantRun): string =>
  match(run.status, {
    QUEUED: () => "…",
    STARTING: () => "…",
    RUNNING: () => "…",
    SUCCEEDED: () => "+",
    FAILED: () => "-",
    ERROR: () => "-",
    CANCELLED: () => "-",
    unknown: () => "?",
  });

const titleOf = ({ name, description }: Assistant): string => `${name}: ${description.trim()}`;

/** What a small application asks of the service, by what it does, with what it reads and checks. */
export const callers: Readonly<Record<string, (api: Client) => Promise<unknown>>> = {
  create: async (api) => {
    const made = await api.assistants.createAssistant({
      body: { name: "Trip planner", knowledge_base_ids: ["05F665EF-6CAF-4849-8DC7-85BE45BF3707"] },
    });
    return titleOf(made);
  },
  "create, by status": async (api) => {
    const made = await api.assistants
      .createAssistant({ body: { name: "Trip planner", description: "Plans trips" } })
      .result();
    if (made.status !== 201) throw new Error(`answered ${made.status}`);
    return made.body.name;
  },
  "list pages": async (api) => {
    const names: string[] = [];
    for await (const one of api.assistants.listAssistants({ query: { page_size: 10 } }))
      names.push(one.name);
    if (names.length === 0) throw new Error("no assistants");
    return names;
  },
  "one page": async (api) => {
    const { assistants, pagination } = await api.assistants.listAssistants();
    return `${assistants.length} of ${pagination.total_count}`;
  },
  "read members": async (api) =>
    titleOf(await api.assistants.getAssistant({ path: { assistant_id: assistantId } })),
  "not found": async (api) => {
    try {
      await api.assistants.getAssistant({ path: { assistant_id: "none" } });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return "not there";
      throw error;
    }
    throw new Error("found what is not there");
  },
  "send members": async (api) => {
    const run = await api.assistantRuns.createAssistantRun({
      path: { assistant_id: assistantId },
      body: { input: "Plan a weekend.", args: ["short"] },
    });
    return `${markOf(run)} ${wordsOf(run)}: ${run.input ?? "no input"}`;
  },
  "leave out what has a default": async (api) => {
    const run = await api.assistantRuns.createAssistantRun({
      path: { assistant_id: assistantId },
      body: {},
    });
    if (run.stream) throw new Error("it streams, and nobody asked for that");
    return run.stream;
  },
  "narrow by status": async (api) => {
    const { assistant_runs: runs } = await api.assistantRuns.listAssistantRuns({
      path: { assistant_id: assistantId },
      query: { status: ["RUNNING", "SUCCEEDED"] },
    });
    const found = new Set(runs.map(({ status }) => status));
    if (found.has("QUEUED")) throw new Error("the list was not narrowed");
    return runs.map(wordsOf);
  },
  "read a run": async (api) =>
    wordsOf(await api.assistantRuns.getAssistantRun({ path: { assistant_run_id: runId } })),
  stream: async (api) => {
    const types: string[] = [];
    for await (const { type } of api.events.getAssistantRunEventsSSE({
      path: { assistant_run_id: runId },
    }))
      types.push(type);
    if (types.length === 0) throw new Error("no events");
    return types;
  },
  "sign an address": async (api) => {
    const { url } = await api.assets.createAssetUrl({
      path: { bucket_id: bucketId, name: "lisbon.md" },
      body: {},
    });
    return url;
  },
};
