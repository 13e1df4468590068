import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { expect, test } from "vitest";

/** What an app calls, once as a call and once by its error. */
const program = `import { createClient } from "@genai-app/client";
const api = createClient({ baseUrl: "https://api.example", auth: "key" });
globalThis.list = () => api.users.listUsers();
globalThis.create = () => api.assistants.createAssistant({ body: { name: "Guide" } });`;

/** What React Native has, and what Expo adds: see the guide. */
const language = { setTimeout, clearTimeout, AbortController, Headers, FormData, Blob };
const needed = { AbortSignal, URL, ReadableStream, TextDecoder };

/** An answer as that of React Native's `fetch`: without a stream. */
const answerOf = (body: object) => ({
  status: 200,
  statusText: "OK",
  ok: true,
  url: "https://api.example/",
  headers: new Headers({ "content-type": "application/json" }),
  bodyUsed: false,
  arrayBuffer: () => Promise.resolve(new TextEncoder().encode(JSON.stringify(body)).buffer),
});

interface App {
  readonly list: () => Promise<unknown>;
  readonly create: () => Promise<unknown>;
}

async function runWith(globals: object): Promise<App> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: "iife",
    conditions: ["@openapi-packages/source"],
  });
  const fetch = () => Promise.resolve(answerOf({ name: "Guide" }));
  const context = createContext({ ...language, ...globals, fetch });
  runInContext(outputFiles[0]?.text ?? "", context);
  return context as unknown as App;
}

test("a client needs no global that only Node or a page has", async () => {
  const app = await runWith(needed);
  expect(await app.list()).toMatchObject({ name: "Guide" });
  expect(await app.create()).toMatchObject({ name: "Guide" });
});

test.each(["ReadableStream", "TextDecoder"] as const)("it needs %s", async (name) => {
  const rest = Object.fromEntries(Object.entries(needed).filter(([key]) => key !== name));
  const started = runWith(rest).then((app) => app.create());
  await expect(started).rejects.toThrow(`${name} is not defined`);
});
