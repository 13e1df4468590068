import type { CheckName } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { linesOf, verifyNotes, type Faults } from "./support.ts";

/** A fault, the operation whose failures show it, and the check that finds it. */
type Row = readonly [fault: string, operation: string, check: CheckName, faults: Faults];

const encoder = new TextEncoder();

const requests: readonly Row[] = [
  ["another path", "GetNote", "request", { draft: (draft) => (draft.path = `/api${draft.path}`) }],
  ["another method", "CreateNote", "request", { draft: (draft) => (draft.method = "PUT") }],
  [
    "a parameter that is dropped",
    "ListNotes",
    "request-input",
    { draft: (draft) => (draft.query = draft.query.filter(([name]) => name !== "limit")) },
  ],
  [
    "another name of a parameter",
    "ListNotes",
    "request",
    {
      draft: (draft) =>
        (draft.query = draft.query.map(([name, value]) => [
          name === "limit" ? "max" : name,
          value,
        ])),
    },
  ],
  [
    "repeated parameters where commas are described",
    "ListNotes",
    "request",
    {
      draft: (draft) =>
        (draft.query = draft.query.flatMap(([name, value]) =>
          name === "ids"
            ? value.split(",").map((one): [string, string] => [name, one])
            : [[name, value]],
        )),
    },
  ],
  [
    "a query that is encoded twice",
    "ListNotes",
    "request-input",
    {
      draft: (draft) =>
        (draft.query = draft.query.map(([name, value]) => [
          name,
          name === "ids" ? value : encodeURIComponent(value),
        ])),
    },
  ],
  [
    "a query that is not encoded",
    "ListNotes",
    "request-input",
    {
      draft: (draft) =>
        (draft.query = draft.query.map(([name, value]) => [name, decodeURIComponent(value)])),
    },
  ],
  [
    "a path that is not encoded",
    "GetNote",
    "request",
    { draft: (draft) => (draft.path = decodeURIComponent(draft.path)) },
  ],
  [
    "a path that is encoded twice",
    "GetNote",
    "request-input",
    { draft: (draft) => (draft.path = draft.path.replaceAll("%", "%25")) },
  ],
  [
    "a header that is dropped",
    "ListNotes",
    "request-input",
    { draft: (draft) => delete draft.headers["X-Trace"] },
  ],
  [
    "a query parameter that the description has not",
    "GetNote",
    "request",
    { draft: (draft) => void draft.query.push(["cache", "1"]) },
  ],
  [
    "a body without its media type",
    "CreateNote",
    "request",
    { draft: (draft) => (draft.headers["Content-Type"] = "text/plain") },
  ],
  [
    "a body in which letters beyond ASCII are lost",
    "CreateNote",
    "request-input",
    { draft: (draft) => (draft.body = draft.body?.replaceAll(/[^\x20-\x7e]/g, "?")) },
  ],
  ["no credential", "GetNote", "credential", { draft: (draft) => delete draft.headers["X-Key"] }],
  [
    "a credential in the query",
    "GetNote",
    "credential",
    { draft: (draft) => void draft.query.push(["key", String(draft.headers["X-Key"])]) },
  ],
  [
    "a credential that is cut",
    "GetNote",
    "credential",
    { draft: (draft) => (draft.headers["X-Key"] = "verify") },
  ],
  [
    "redirects that are followed with a key",
    "GetNote",
    "credential",
    { send: (url, init) => fetch(url, { ...init, redirect: "follow" }) },
  ],
  [
    "a POST that is sent again",
    "CreateNote",
    "repeated-request",
    {
      send: async (url, init) => {
        const first = await fetch(url, init);
        return first.status === 500 ? fetch(url, init) : first;
      },
    },
  ],
];

const json = async (response: Response): Promise<unknown> => JSON.parse(await response.text());

const answers: readonly Row[] = [
  ["errors that are taken for results", "GetNote", "swallowed-error", { read: json }],
  [
    "404 as nothing",
    "GetNote",
    "swallowed-error",
    {
      around: (call) =>
        call().catch((error: { status?: number }) =>
          error.status === 404 ? undefined : Promise.reject(error),
        ),
    },
  ],
  [
    "errors with another body",
    "GetNote",
    "call-error",
    {
      around: (call) =>
        call().catch((error: object) => Promise.reject(Object.assign(error, { body: {} }))),
    },
  ],
  [
    "errors with another status",
    "GetNote",
    "call-error",
    {
      around: (call) =>
        call().catch((error: object) => Promise.reject(Object.assign(error, { status: 500 }))),
    },
  ],
  [
    "an answer that lacks a member",
    "GetNote",
    "call-result",
    { around: async (call) => ({ ...((await call()) as object), text: undefined }) },
  ],
  [
    "an answer in another encoding",
    "ListNotes",
    "call-result",
    { around: async (call) => ({ items: await call() }) },
  ],
  [
    "an answer that is not JSON as nothing",
    "GetNote",
    "broken-answer",
    {
      around: (call) =>
        call().catch((error: unknown) =>
          error instanceof SyntaxError ? undefined : Promise.reject(error as Error),
        ),
    },
  ],
  [
    "a page as text",
    "GetNote",
    "broken-answer",
    {
      read: async (response) => {
        const text = await response.text();
        if (!response.ok)
          throw Object.assign(new Error(), { status: response.status, body: JSON.parse(text) });
        return response.headers.get("content-type")?.includes("json") === true
          ? JSON.parse(text)
          : text;
      },
    },
  ],
  [
    "an answer that breaks off as what came of it",
    "GetNote",
    "broken-answer",
    {
      read: async (response) => {
        const chunks: Uint8Array[] = [];
        try {
          for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
            chunks.push(chunk);
        } catch {
          return Buffer.concat(chunks).toString();
        }
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
        if (!response.ok) throw Object.assign(new Error(), { status: response.status, body });
        return body;
      },
    },
  ],
  [
    "nothing as an empty object",
    "GetNote",
    "broken-answer",
    { around: async (call) => (await call()) ?? {} },
  ],
  [
    "no connection as nothing",
    "GetNote",
    "broken-answer",
    {
      around: (call) =>
        call().catch((error: { status?: number }) =>
          error.status === undefined ? undefined : Promise.reject(error),
        ),
    },
  ],
  [
    "a call that waits for ever where there is no answer",
    "DeleteNote",
    "hang",
    {
      around: (call) =>
        call().catch((error: { status?: number }) =>
          error.status === undefined ? new Promise(() => {}) : Promise.reject(error),
        ),
    },
  ],
];

/** Joins the calls that are made at the same time. */
function joined(): NonNullable<Faults["around"]> {
  let running: Promise<unknown> | undefined;
  return (call) => {
    running ??= call().finally(() => (running = undefined));
    return running;
  };
}

/** Remembers the path of the first call. */
function remembered(): NonNullable<Faults["draft"]> {
  let first: string | undefined;
  return (draft) => {
    first ??= draft.path;
    if (draft.method === "GET") draft.path = first;
  };
}

/** Gives answers in the order of the calls, whichever comes first. */
function queued(): NonNullable<Faults["send"]> {
  const waiting: ((response: Response) => void)[] = [];
  return (url, init) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    waiting.push(resolve);
    fetch(url, init).then(
      (response) => waiting.shift()?.(response),
      (error: unknown) => {
        waiting.splice(waiting.indexOf(resolve), 1);
        reject(error);
      },
    );
    return promise;
  };
}

const chunked = (split: (text: string) => string[]): NonNullable<Faults["lines"]> =>
  async function* (chunks) {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of chunks) {
      const lines = split(rest + decoder.decode(chunk, { stream: true }));
      rest = lines.pop() ?? "";
      yield* lines;
    }
  };

const streams: readonly Row[] = [
  [
    "pieces that are taken for whole lines",
    "WatchNotes",
    "stream-items",
    {
      lines: async function* (chunks) {
        const decoder = new TextDecoder();
        for await (const chunk of chunks)
          yield* decoder.decode(chunk, { stream: true }).split("\n");
      },
    },
  ],
  [
    "characters that are split between pieces",
    "WatchNotes",
    "stream-items",
    {
      lines: async function* (chunks) {
        const whole = async function* (): AsyncGenerator<Uint8Array> {
          for await (const chunk of chunks) yield encoder.encode(new TextDecoder().decode(chunk));
        };
        yield* linesOf(whole());
      },
    },
  ],
  [
    "CR LF that are not known",
    "WatchNotes",
    "stream-items",
    { lines: chunked((text) => text.split("\n")) },
  ],
  [
    "CR that is not known",
    "WatchNotes",
    "stream-items",
    { lines: chunked((text) => text.split(/\r?\n/)) },
  ],
  [
    "CR LF that is split between pieces",
    "WatchNotes",
    "stream-items",
    { lines: chunked((text) => text.split(/\r\n|\n|\r/)) },
  ],
  [
    "data of several lines",
    "WatchNotes",
    "stream-items",
    {
      lines: async function* (chunks) {
        for await (const line of linesOf(chunks)) {
          yield line;
          if (line.startsWith("data")) yield "";
        }
      },
    },
  ],
  [
    "a byte order mark that is kept",
    "WatchNotes",
    "stream-items",
    {
      lines: async function* (chunks) {
        const kept = async function* (): AsyncGenerator<Uint8Array> {
          let isFirst = true;
          for await (const chunk of chunks) {
            if (isFirst) yield encoder.encode("\uFEFF");
            isFirst = false;
            yield chunk;
          }
        };
        yield* linesOf(kept());
      },
    },
  ],
  [
    "comments that are taken for data",
    "WatchNotes",
    "stream-items",
    {
      lines: async function* (chunks) {
        for await (const line of linesOf(chunks))
          yield line.startsWith(": ") ? `data${line}` : line;
      },
    },
  ],
  [
    "an event of error as an item",
    "WatchNotes",
    "stream-end",
    {
      lines: async function* (chunks) {
        for await (const line of linesOf(chunks))
          yield line.replace("event: error", "event: message");
        yield* ["data: [DONE]", ""];
      },
    },
  ],
  [
    "a stream that breaks off as a whole one",
    "WatchNotes",
    "stream-end",
    {
      lines: async function* (chunks) {
        try {
          yield* linesOf(chunks);
        } catch {
          yield* ["data: [DONE]", ""];
        }
      },
    },
  ],
  [
    "an end that is waited for behind the last event",
    "WatchNotes",
    "hang",
    {
      lines: async function* (chunks) {
        for await (const line of linesOf(chunks)) if (line !== "data: [DONE]") yield line;
        yield* ["data: [DONE]", ""];
      },
    },
  ],
  [
    "a connection that is kept",
    "WatchNotes",
    "stream-left",
    {
      lines: (chunks) => {
        const iterator = chunks[Symbol.asyncIterator]();
        return linesOf({ [Symbol.asyncIterator]: () => ({ next: () => iterator.next() }) });
      },
    },
  ],
];

describe.each([
  ["requests", requests],
  ["answers", answers],
  ["streams", streams],
] as const)("finds in %s", (_, rows) => {
  test.each(rows)("%s", async (__, operation, check, faults) => {
    const { failures } = await verifyNotes(faults, [operation]);
    expect(failures.map((one) => `${one.operationId} ${one.check}`)).toContain(
      `${operation} ${check}`,
    );
  });
});

test.each([
  ["the path of the first call, which is remembered", { draft: remembered() }],
  ["calls at the same time that are one", { around: joined() }],
  ["answers in the order of calls", { send: queued() }],
] as const)("finds %s", async (_, faults) => {
  const { failures } = await verifyNotes(faults, ["GetNote"]);
  expect(failures.map(({ check }) => check)).toContain("mixed-calls");
});

test("shrinks an input and an answer that a client gets wrong", async () => {
  const { failures } = await verifyNotes(
    {
      draft: (draft) => (draft.body = draft.body?.replace('"text":""', '"text":null')),
      around: async (call) => {
        const note = (await call()) as { readonly text: string };
        return /^[A-Z][a-z]+$/.test(note.text) ? note : { ...note, text: null };
      },
    },
    ["CreateNote"],
  );
  const found = failures.map(({ id, check }) => `${id} ${check}`);
  expect(found).toContain("CreateNote/request/generated@0 request");
  expect(found).toContain("CreateNote/answer/generated@0 call-result");
  const bodies = failures.map(({ check, exchanges: [exchange] }) =>
    new TextDecoder().decode(
      check === "request" ? exchange?.request.body : exchange?.response?.body,
    ),
  );
  expect(bodies).toEqual(['{"text":null}', '{"id":"","text":""}']);
});

test("replays a failure alone, and shows its requests and its place", async () => {
  const faults: Faults = { draft: (draft) => (draft.path = `/api${draft.path}`) };
  const { failures } = await verifyNotes(faults, ["GetNote"]);
  expect(failures[0]).toMatchObject({
    check: "request",
    id: expect.stringMatching(/^GetNote\/.*@0$/),
    location: { line: expect.any(Number) },
    exchanges: [{ request: { method: "GET", target: expect.stringMatching(/^\/api\/notes\//) } }],
  });
});
