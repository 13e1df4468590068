import {
  tableClient,
  verifyClient,
  type ClientTable,
  type VerifyReport,
} from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const description = await read(`openapi: 3.0.3
info: { title: News, version: 1.0.0 }
security: [{ key: [] }]
paths:
  /me:
    get:
      operationId: getMe
      responses:
        "200":
          description: The reader.
          content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } }
        "401": { description: Unknown. }
  /news:
    get:
      operationId: watchNews
      responses:
        "200":
          description: News.
          content: { text/event-stream: { schema: { type: string } } }
        "401": { description: Unknown. }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
`);

type Get = (url: string, key: string, signal: AbortSignal) => Promise<Response>;

const usual: Get = (url, key, signal) =>
  fetch(url, { headers: { "x-key": key }, signal, redirect: "manual" });

async function answered(get: Get, ...call: Parameters<Get>): Promise<Response> {
  const response = await get(...call);
  if (response.status === 200) return response;
  throw Object.assign(new Error(`answered ${response.status}`), { status: response.status });
}

/** A client by hand, whose stream is a generator: it makes its call when its first item is asked for. */
const clientBy = (get: Get): ClientTable => ({
  async getMe(_, { baseUrl, credentials, signal }) {
    const response = await answered(get, `${baseUrl}/me`, String(credentials["key"]), signal);
    if (!response.headers.get("content-type")?.startsWith("application/json"))
      throw new Error("this is not JSON");
    return response.json();
  },
  async *watchNews(_, { baseUrl, credentials, signal }) {
    const response = await answered(get, `${baseUrl}/news`, String(credentials["key"]), signal);
    if (response.headers.get("content-type") !== "text/event-stream")
      throw new Error("this is no stream");
    let text = "";
    let isAfterReturn = false;
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const own = isAfterReturn && chunk.startsWith("\n") ? chunk.slice(1) : chunk;
      isAfterReturn = chunk.endsWith("\r");
      text += own.replaceAll(/\r\n?/g, "\n");
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const lines = event.split("\n").filter((line) => line.startsWith("data:"));
        if (lines.length > 0) yield lines.map((line) => line.replace(/^data: ?/, "")).join("\n");
      }
    }
  },
});

const verified = (get: Get): Promise<VerifyReport> =>
  verifyClient({ description, client: tableClient(clientBy(get)) });

test("a generator that makes its call late has no failure where the answer is an error", async () => {
  const { failures, errors } = await verified(usual);
  expect(failures.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(errors).toEqual([]);
});

test("a key that is kept from the first client is found", async () => {
  let kept: string | undefined;
  const { failures } = await verified((url, key, signal) => usual(url, (kept ??= key), signal));
  expect(failures).toContainEqual(
    expect.objectContaining({
      check: "credential",
      message: expect.stringContaining("another credential") as string,
    }),
  );
});

test("a key that follows a redirect to another origin is found without a declaration of the adapter", async () => {
  const follow: Get = (url, key, signal) => fetch(url, { headers: { "x-key": key }, signal });
  const { failures } = await verified(follow);
  expect(failures).toContainEqual(
    expect.objectContaining({
      check: "credential",
      message: expect.stringContaining("another origin") as string,
    }),
  );
});
