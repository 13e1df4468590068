import type { CheckName } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { sampled } from "../../../../test/test-all.ts";
import { verifyNotes, type Faults } from "./support.ts";

/** A fault, the operation whose failures show it, and the check that finds it. */
type Row = readonly [fault: string, operation: string, check: CheckName, faults: Faults];

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

test.each(sampled(requests, 4))("finds in requests %s", async (_, operation, check, faults) => {
  const { failures } = await verifyNotes(faults, [operation]);
  expect(failures.map((one) => `${one.operationId} ${one.check}`)).toContain(
    `${operation} ${check}`,
  );
});

test.each([
  ["the path of the first call, which is remembered", { draft: remembered() }],
  ["calls at the same time that are one", { around: joined() }],
  ["answers in the order of calls", { send: queued() }, 500],
] as const)("finds %s", async (_, faults, timeout?: number) => {
  const { failures } = await verifyNotes(faults, ["GetNote"], timeout);
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
