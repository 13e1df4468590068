/** What an application does with the client, in whatever runtime; answers what came of it. */
import {
  ApiError,
  ClientApiError,
  createClient,
  TimeoutError,
  withUploadProgress,
} from "@genai-app/client";
import { createCore } from "@genai-app/client/core";
import { getConfig } from "@genai-app/client/config";

const path = { assistant_id: "a" };

/** What is thrown. */
async function failure(call: PromiseLike<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

function expect(what: string, holds: boolean): void {
  if (!holds) throw new Error(`does not hold: ${what}`);
}

/** Makes calls of all kinds; see server.ts for what they are answered with. */
export async function run(baseUrl: string): Promise<string> {
  const api = createClient({ baseUrl, auth: () => "key", requestIdHeader: "x-id" });
  const result = await api.config.getConfig().result();
  expect("a result with its request's id", result.status === 200 && result.requestId === "1");
  const core = createCore({ baseUrl, auth: "key" });
  expect("a function of its own", (await getConfig(core)).data_lake_s3_bucket === "lake");
  const names: string[] = [];
  for await (const { name } of api.assistants.listAssistants()) names.push(name);
  expect("every page", names.join() === "a,b,c");
  const events: string[] = [];
  for await (const { id, data } of api.events
    .getAssistantRunEventsSSE({ path: { assistant_run_id: "r" } })
    .events()) {
    events.push(`${id}:${data.type}`);
    if (events.length === 2) break;
  }
  expect("events, as they come", events.join() === "1:Start,2:Middle");
  const error = await failure(api.assistants.getAssistant({ path }));
  expect("an error's class", error instanceof ClientApiError && error.body.type === "NotFound");
  const flaky = await api.users.listUsers();
  expect("a retry", flaky.users.length === 0);
  const late = await failure(api.buckets.listBuckets({}, { timeout: 50, retries: 0 }));
  expect("a time limit", late instanceof TimeoutError);
  const caller = new AbortController();
  const given = api.buckets.listBuckets({}, { signal: caller.signal, retries: 0 });
  const abandoned = failure(given);
  setTimeout(() => caller.abort(new Error("enough")), 20);
  expect("a caller who gives up", String(await abandoned) === "Error: enough");
  const body = withUploadProgress(new Blob(["0123456789"]), () => {});
  const echo = await api.raw("PUT", "/echo", { body });
  expect("a body of bytes", (await echo.text()) === "0123456789");
  expect("errors of all kinds are errors", error instanceof ApiError && late instanceof Error);
  return "all calls came out as they should";
}
