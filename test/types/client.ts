/** What must compile at the client, and what must not; checked by the compiler alone. */
import {
  ApiError,
  ClientApiError,
  createClient,
  type Assistant,
  type AssistantRun,
  type AssistantRunEvent,
  type ClientError,
  type ClientOptions,
  type CommonError,
  type GetAssistantInput,
  type GetAssistantResult,
  type PageCall,
  type StreamCall,
} from "@genai-app/client";
import { getAssistant } from "@genai-app/client/assistants";
import { createCore } from "@genai-app/client/core";
import { httpClient } from "@genai-app/client/http";
import type * as contract from "@genai-app/contract";

const api = createClient();
const path = { assistant_id: "1b2a9cb8-6a3c-4f9f-9d3c-0d9f1c5c8a11" };

/** A call gives the body of success. */
export const run: PromiseLike<AssistantRun> = api.assistantRuns.createAssistantRun({
  path,
  body: { input: "Hello" },
});

/** An optional body may be left out. */
export const bare: PromiseLike<AssistantRun> = api.assistantRuns.createAssistantRun({ path });

// @ts-expect-error a path value is missing
api.assistantRuns.createAssistantRun({ path: {} });

// @ts-expect-error the input is missing
api.assistants.getAssistant();

// @ts-expect-error a member that the body does not have
api.assistantRuns.createAssistantRun({ path, body: { inputs: "Hello" } });

// @ts-expect-error a required body is missing
api.assistants.createAssistant({});

// @ts-expect-error a status that the filter does not have
api.assistantRuns.listAssistantRuns({ path, query: { status: ["DONE"] } });

// @ts-expect-error an operation without parameters takes none
api.users.listUsers({ query: { page: 1 } });

/** `.result()` is narrowed by status. */
export async function narrow(): Promise<Assistant | ClientError> {
  const answer = await api.assistants.getAssistant({ path }).result();
  if (answer.status === 200) return answer.body;
  // @ts-expect-error 418 is not an answer of this operation
  if (answer.status === 418) throw new Error();
  if (answer.status === 500) throw new Error(String(answer.body));
  if (answer.status === 404) return answer.body;
  // @ts-expect-error nor is 202, beside a documented success
  if (answer.status === 202) throw new Error();
  throw new Error(String(answer.status));
}

/** Or by `ok`, and by what is left. */
export async function narrowByOk(): Promise<Assistant | string> {
  const answer = await api.assistants.getAssistant({ path }).result();
  if (answer.ok) return answer.body;
  if (answer.status === 500) return String(answer.body);
  return answer.body.type;
}

/** A list operation gives items, pages, or the first page. */
export async function pages(): Promise<string[]> {
  const call: PageCall<Assistant, { assistants: Assistant[] }> = api.assistants.listAssistants({
    query: { page_size: 10 },
  });
  const names: string[] = [];
  for await (const assistant of call) names.push(assistant.name);
  for await (const page of call.pages()) names.push(...page.assistants.map(({ name }) => name));
  return names;
}

/** A stream gives typed events. */
export async function events(): Promise<AssistantRunEvent[]> {
  const call: StreamCall<AssistantRunEvent> = api.events.getAssistantRunEventsSSE({
    path: { assistant_run_id: "x" },
  });
  const found: AssistantRunEvent[] = [];
  for await (const event of call) found.push(event);
  // @ts-expect-error an event of an assistant's run names no structure run
  for await (const event of call) console.log(event.structure_run_id);
  return found;
}

/** The openapi-fetch client underneath is typed by path. */
export async function raw(): Promise<Assistant | undefined> {
  const http = httpClient(api.core);
  const { data } = await http.GET("/assistants/{assistant_id}", { params: { path } });
  // @ts-expect-error no such path
  await http.GET("/assistant", {});
  // @ts-expect-error a path value is missing
  await http.GET("/assistants/{assistant_id}", { params: {} });
  // @ts-expect-error the path takes no such method
  await http.PUT("/assistants/{assistant_id}", { params: { path } });
  // @ts-expect-error a required body is missing
  await http.POST("/assistants", {});
  const { data: created } = await http.POST("/assistants", { body: { name: "Guide" } });
  // @ts-expect-error an assistant has no such member
  console.log(created?.assistant_name);
  const params = { path: { assistant_run_id: path.assistant_id } };
  const stream = await http.GET("/assistant-runs/{assistant_run_id}/events/stream", {
    params,
    parseAs: "text",
  });
  const text: string | undefined = stream.data;
  // An operation without a body demands none, whether it has parameters or not.
  await http.GET("/config");
  await http.GET("/assistants");
  await http.POST("/billing/management-url");
  await http.DELETE("/assistants/{assistant_id}", { params: { path } });
  // @ts-expect-error an operation without a body takes none
  await http.GET("/config", { body: "Hello" });
  // An optional body may be left out.
  const started = await http.POST("/assistants/{assistant_id}/runs", { params: { path } });
  const status: AssistantRun["status"] | undefined = started.data?.status;
  console.log(text, status);
  return data;
}

/** A function of one operation has the types of its method. */
export async function single(): Promise<Assistant> {
  const core = createCore();
  // @ts-expect-error the input is missing
  getAssistant(core);
  // @ts-expect-error a client is no core
  getAssistant(api, { path });
  return getAssistant(api.core, { path }, { retries: 0, timeout: 1000 });
}

/** An error's class tells its body. */
export function issuesOf(error: unknown): ClientError["errors"] {
  if (error instanceof ClientApiError) return error.body.errors;
  // @ts-expect-error not every error has a status
  if (error instanceof Error && error.status === 404) return [];
  return error instanceof ApiError ? [error.message] : undefined;
}

// @ts-expect-error an option that there is not
createClient({ timeOut: 1 });

// @ts-expect-error a media type that the answer is not in
api.assistants.getAssistant({ path }, { accept: 7 });

/** Credentials are those of the description's security schemes. */
export const options: readonly ClientOptions[] = [
  { auth: "key" },
  { auth: () => undefined },
  { auth: { bearerAuth: "key", apiKey: async () => "key" } },
  { auth: { username: "a", password: "b" } },
  // @ts-expect-error the description has no such scheme
  { auth: { bearer: "key" } },
];

// @ts-expect-error the description has no such scheme
createClient({ auth: { bearerAuth: "key", basic: "key" } });

/** What signatures of users need comes from the client. */
export const find = (input: GetAssistantInput): Promise<Assistant> =>
  api.assistants.getAssistant(input);
export const own: contract.Assistant = {} as Assistant;
export type Answers = [CommonError, GetAssistantResult];
