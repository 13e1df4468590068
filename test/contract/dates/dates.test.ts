import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toFetch } from "@openapi-packages/runtime/server";
import type { Handler, Server } from "@openapi-packages/runtime/server";
import { validation } from "@openapi-packages/runtime/client/validation";
import { createMock } from "@openapi-packages/mock";
import * as conversion from "@openapi-packages/runtime/conversion";
import * as serialization from "@openapi-packages/runtime/serialization";
import * as validationHelpers from "@openapi-packages/runtime/validation";
import { compileCodecs } from "../../../packages/compiler/src/compile/codecs/compile-codecs.ts";
import { loadDocument } from "../../../packages/description/src/load/load-document.ts";
import { mockDescription } from "../../../packages/compiler/src/mock/serve/mock-description.ts";
import { runningCodecs } from "../../../packages/compiler/src/mock/serve/running-codecs.ts";
import { buildApiModel } from "../../../packages/description/src/model/build-api-model.ts";
import { printPackages } from "../../../generator/test/support.ts";
import { prepareWorkspace, repository } from "../../descriptions/install.ts";

const workspace = mkdtempSync(join(tmpdir(), "dates-"));
const spec = join(repository, "generator", "test", "golden", "dates", "description.yaml");
const when = new Date("2026-05-06T07:08:09.123Z");

/** What the packages of a description export, whose types are checked by the golden case. */
type Packages = Readonly<Record<"client" | "webhooks" | "server" | "mocks" | "contract", Untyped>>;
// oxlint-disable-next-line typescript/no-explicit-any
type Untyped = any;
let packages: Packages;

beforeAll(async () => {
  prepareWorkspace(workspace);
  for (const { path, text } of await printPackages(spec, "@dated", { dates: "Date" })) {
    const file = join(workspace, "dated", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  mkdirSync(join(workspace, "node_modules", "@dated"));
  for (const name of ["contract", "client", "server", "mocks"])
    symlinkSync(
      join("..", "..", "dated", name),
      join(workspace, "node_modules", "@dated", name),
      "dir",
    );
  const load = (path: string): Promise<unknown> =>
    import(/* @vite-ignore */ join(workspace, "dated", path));
  packages = {
    client: await load("client/src/index.ts"),
    webhooks: await load("client/src/webhooks/receiver.ts"),
    server: await load("server/src/index.ts"),
    mocks: await load("mocks/src/index.ts"),
    contract: await load("contract/src/validators.ts"),
  };
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

type AnyHandler = Handler<Untyped, Untyped>;

/** A meeting with dates at all depths, and texts that only look like dates. */
const meeting = {
  kind: "meeting",
  id: 1,
  starts: when,
  ends: null,
  times: { first: when },
  when: "2026-01-01T00:00:00Z",
  parts: [
    { kind: "reminder", id: 2, when, due: when },
    { kind: "reminder", id: 3, when: "now" },
    { kind: "reminder", id: 4, when: 5 },
    { kind: "meeting", id: 5, starts: when, ends: when },
  ],
};

async function* ticks(): AsyncGenerator<unknown> {
  yield { time: when };
  yield { time: new Date(0) };
}

/** Handlers that remember what they were given, for the server and as overrides of the mock. */
function handlers(seen: unknown[]): Record<string, AnyHandler> {
  return {
    listEvents: ({ query, header }, _, fail) => {
      seen.push(query, header);
      if (query?.since?.getTime() === 0) throw fail({ status: 409, body: { since: query.since } });
      return { status: 200, headers: { "x-changed": when }, body: [meeting] };
    },
    createEvent: ({ body }) => {
      seen.push(body);
      return { status: 201, body };
    },
    getAt: ({ path }) => {
      seen.push(path.moment);
      return { status: 200, body: path.moment };
    },
    streamTicks: () => ({ status: 200, body: ticks() }),
  };
}

const ends = {
  server(seen: unknown[]): Untyped {
    const { createServer, partial } = packages.server;
    const server: Server = createServer(partial({ events: handlers(seen) }), {
      validateResponses: "strict",
    });
    return toFetch(server);
  },
  mock(seen: unknown[]): Untyped {
    const mock = packages.mocks.createMock({ validateResponses: "strict" });
    for (const [operation, handler] of Object.entries(handlers(seen))) mock.on(operation, handler);
    return mock.fetch;
  },
};

const clientOf = (fetch: unknown): Untyped =>
  packages.client.createClient({
    baseUrl: "https://calendar.example.com",
    fetch,
    retries: 0,
    validate: validation(packages.contract.validators, { responses: "strict" }),
  }).events;

describe.each(["server", "mock"] as const)("between the client and the %s", (end) => {
  it("parameters, headers and bodies have dates, and texts stay texts", async () => {
    const seen: unknown[] = [];
    const events = clientOf(ends[end](seen));
    const input = { query: { since: when, at: [when, new Date(1)] }, header: { "x-now": when } };
    const result = await events.listEvents(input).result();
    expect(seen).toEqual([input.query, input.header]);
    expect(result).toMatchObject({ body: [meeting], headerValues: { "x-changed": when } });
  });

  it("bodies of requests have them, and a client's input stays as it is", async () => {
    const seen: unknown[] = [];
    const body = structuredClone(meeting);
    expect(await clientOf(ends[end](seen)).createEvent({ body })).toEqual(meeting);
    expect(seen).toEqual([meeting]);
    expect(body).toEqual(meeting);
  });

  it("paths, and bodies that are nothing but a date, have them", async () => {
    const seen: unknown[] = [];
    expect(await clientOf(ends[end](seen)).getAt({ path: { moment: when } })).toEqual(when);
    expect(seen).toEqual([when]);
  });

  it("errors have them", async () => {
    const call = clientOf(ends[end]([])).listEvents({ query: { since: new Date(0) } });
    await expect(call).rejects.toMatchObject({ status: 409, body: { since: new Date(0) } });
  });

  it("items of streams have them", async () => {
    const items: unknown[] = [];
    for await (const item of clientOf(ends[end]([])).streamTicks()) items.push(item);
    expect(items).toEqual([{ time: when }, { time: new Date(0) }]);
  });
});

describe("a webhook", () => {
  it("has them in its body and its headers when it is signed and when it is received", async () => {
    const { receiveWebhook, signWebhook } = packages.webhooks;
    const secret = `whsec_${btoa("a secret that is long enough")}`;
    const input = { body: { to: when }, header: { "x-sent": when } };
    const request = new Request("https://x.y", await signWebhook("moved", input, { secret }));
    expect(await receiveWebhook(request, { secret })).toMatchObject(input);
  });
});

describe("a mock", () => {
  it("gives overrides dates in what it would answer itself, and remembers JSON", async () => {
    const mock = packages.mocks.createMock();
    const events = clientOf(mock.fetch);
    const made = await events.createEvent({ body: { kind: "reminder", id: 3, when } });
    expect(made.when).toEqual(when);
    const fallbacks: unknown[] = [];
    mock.on("listEvents", async (_: unknown, context: Untyped) => {
      const answer = await context.fallback();
      fallbacks.push(answer.headers["x-changed"], answer.body[0].starts);
      return answer;
    });
    await events.listEvents();
    expect(fallbacks).toEqual([expect.any(Date), expect.any(Date)]);
    const remembered = mock.state.list("Entry");
    expect(JSON.parse(JSON.stringify(remembered))).toEqual(remembered);
  });
});

describe("a mock that nothing was generated for", () => {
  it("gives overrides dates too", async () => {
    const { model } = buildApiModel(await loadDocument(spec), true, { dates: "Date" });
    const codecOf = runningCodecs(compileCodecs(model), conversion);
    const streamOf = (items: readonly unknown[]): unknown => items;
    const runtime = { validation: validationHelpers, serialization, streamOf };
    const mock: Untyped = createMock(mockDescription(model, runtime, { codecOf }));
    const seen: unknown[] = [];
    mock.on("getAt", ({ path }: Untyped) => {
      seen.push(path.moment);
      return { status: 200, body: path.moment };
    });
    expect(await clientOf(mock.fetch).getAt({ path: { moment: when } })).toEqual(when);
    expect(seen).toEqual([when]);
  });
});

describe("a client", () => {
  const answering = (body: unknown): Untyped =>
    clientOf(() => Promise.resolve(Response.json(body, { headers: { "x-changed": "never" } })));

  it("refuses a date that cannot be written, with its place", async () => {
    const call = answering("").getAt({ path: { moment: new Date(Number.NaN) } });
    await expect(call).rejects.toThrow("getAt: /path/moment must be a valid Date");
  });

  it("does not give out what is no date", async () => {
    const events = packages.client.createClient({
      baseUrl: "https://calendar.example.com",
      fetch: () => Promise.resolve(Response.json("tomorrow")),
    }).events;
    const call = events.getAt({ path: { moment: when } });
    await expect(call).rejects.toMatchObject({
      name: "DecodeError",
      message: "getAt: 200: the body: must be a date-time",
    });
  });
});
