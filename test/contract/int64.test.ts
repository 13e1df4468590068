import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { validation } from "@openapi-packages/runtime/client/validation";
import { toFetch } from "@openapi-packages/runtime/server";
import type { Handler } from "@openapi-packages/runtime/server";
import { toNodeListener } from "@openapi-packages/runtime/server/node";
import { printPackages } from "../../generator/test/support.ts";
import { prepareWorkspace, repository } from "../descriptions/install.ts";

const workspace = mkdtempSync(join(tmpdir(), "int64-"));
const spec = join(repository, "generator", "test", "golden", "int64", "description.yaml");

// oxlint-disable-next-line typescript/no-explicit-any
type Untyped = any;

/** What the packages of a description export, whose types are checked by the golden case. */
type Packages = Readonly<Record<"client" | "server" | "mocks" | "contract", Untyped>>;

/** With int64 as `bigint`, and as numbers. */
let exact: Packages;
let plain: Packages;

beforeAll(async () => {
  prepareWorkspace(workspace);
  exact = await packagesOf("exact", { int64: "bigint" });
  plain = await packagesOf("plain", {});
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

async function packagesOf(
  scope: string,
  options: Parameters<typeof printPackages>[2],
): Promise<Packages> {
  for (const { path, text } of await printPackages(spec, `@${scope}`, options)) {
    const file = join(workspace, scope, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  mkdirSync(join(workspace, "node_modules", `@${scope}`));
  for (const name of ["contract", "client", "server", "mocks"])
    symlinkSync(
      join("..", "..", scope, name),
      join(workspace, "node_modules", `@${scope}`, name),
      "dir",
    );
  const load = (path: string): Promise<unknown> =>
    import(/* @vite-ignore */ join(workspace, scope, path));
  return {
    client: await load("client/src/index.ts"),
    server: await load("server/src/index.ts"),
    mocks: await load("mocks/src/index.ts"),
    contract: await load("contract/src/validators.ts"),
  };
}

/** The first integer that no double equals. */
const large = 9007199254740993n;
const largest = 2n ** 63n - 1n;
const smallest = -(2n ** 63n);

/** An entry with integers at all depths, and numbers that are none. */
const entry = {
  id: large,
  amount: -5n,
  parent: null,
  note: "9007199254740993",
  count: 7,
  level: 2,
  either: largest,
  mixed: 1.5,
  shares: { a: 0n, b: large },
  pairs: [[1n, large], []],
};

async function* ticks(): AsyncGenerator<unknown> {
  yield { at: large };
  yield { at: 1n };
}

async function listOf(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const item of items) list.push(item);
  return list;
}

type AnyHandler = Handler<Untyped, Untyped>;

/** Handlers that remember what they were given, for the server and as overrides of the mock. */
function handlers(seen: unknown[]): Record<string, AnyHandler> {
  return {
    listEntries: ({ query, header }, _, fail) => {
      seen.push(query, header);
      if (query?.after === smallest) throw fail({ status: 409, body: { after: smallest } });
      return { status: 200, headers: { "x-total": large }, body: [entry] };
    },
    createEntry: ({ body }) => {
      seen.push(body);
      return { status: 201, body };
    },
    getEntry: ({ path }) => {
      seen.push(path.id);
      return { status: 200, body: { id: path.id, amount: 1n } };
    },
    streamTicks: () => ({ status: 200, body: ticks() }),
    sendLines: async ({ body }) => {
      const items = await listOf(body);
      seen.push(...items);
      return { status: 200, body: ticks() };
    },
    listPages: ({ query }) => {
      const next =
        query?.after === undefined ? large : query.after < large + 2n ? query.after + 1n : null;
      return { status: 200, body: { items: [{ at: query?.after ?? 0n }], next } };
    },
    getRate: () => ({ status: 200, body: { rate: 1e18 } }),
  };
}

const serverOf = (seen: unknown[], { server }: Packages = exact): Untyped =>
  server.createServer(server.partial({ entries: handlers(seen) }), {
    validateResponses: "strict",
    onError: ({ error }: Untyped) => console.error(error),
  });

async function listening(listener: RequestListener): Promise<string> {
  const server = createHttpServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ends = {
  "server by fetch": async (seen: unknown[]) => clientOf({ fetch: toFetch(serverOf(seen)) }),
  "server by node:http": async (seen: unknown[]) =>
    clientOf({ baseUrl: await listening(toNodeListener(serverOf(seen))) }),
  mock: async (seen: unknown[]) => {
    const mock = exact.mocks.createMock({ validateResponses: "strict" });
    for (const [operation, handler] of Object.entries(handlers(seen))) mock.on(operation, handler);
    return clientOf({ fetch: mock.fetch });
  },
};

const clientOf = (options: object, { client, contract }: Packages = exact): Untyped =>
  client.createClient({
    baseUrl: "https://ledger.example.com",
    retries: 0,
    validate: validation(contract.validators, { responses: "strict" }),
    ...options,
  }).entries;

describe.each(Object.keys(ends) as (keyof typeof ends)[])(
  "between the client and the %s",
  (end) => {
    it("parameters, headers and answers keep every digit", async () => {
      const seen: unknown[] = [];
      const entries = await ends[end](seen);
      const query = { after: smallest, ids: [1n, large], limit: 5n };
      const call = entries.listEntries({ query, header: { "x-trace": largest } });
      await expect(call).rejects.toMatchObject({ status: 409, body: { after: smallest } });
      expect(seen).toEqual([query, { "x-trace": largest }]);
      const result = await entries.listEntries({ query: {} }).result();
      expect(result).toMatchObject({ body: [entry], headerValues: { "x-total": large } });
      expect(seen[2]).toEqual({ limit: 20n });
      expect(await entries.getEntry({ path: { id: large } })).toEqual({ id: large, amount: 1n });
    });

    it("bodies keep every digit, and a client's input stays as it is", async () => {
      const seen: unknown[] = [];
      const body = structuredClone(entry);
      expect(await (await ends[end](seen)).createEntry({ body })).toEqual(entry);
      expect(seen).toEqual([entry]);
      expect(body).toEqual(entry);
    });

    it("items of streams keep every digit, in both directions", async () => {
      const seen: unknown[] = [];
      const entries = await ends[end](seen);
      expect(await listOf(entries.streamTicks())).toEqual([{ at: large }, { at: 1n }]);
      expect(await listOf(entries.sendLines({ body: ticks() }))).toEqual([
        { at: large },
        { at: 1n },
      ]);
      expect(seen).toEqual([{ at: large }, { at: 1n }]);
    });

    it("pages follow a cursor that is an int64", async () => {
      const found = await listOf((await ends[end]([])).listPages());
      expect(found).toEqual([0n, large, large + 1n, large + 2n].map((at) => ({ at })));
    });

    it("an operation without int64 has numbers", async () => {
      expect(await (await ends[end]([])).getRate()).toEqual({ rate: 1e18 });
    });
  },
);

describe("a mock", () => {
  it("stores int64 without loss, and finds a record by it", async () => {
    const mock = exact.mocks.createMock({ validateResponses: "strict" });
    const entries = clientOf({ fetch: mock.fetch });
    const body = { id: large, amount: largest };
    expect(await entries.createEntry({ body })).toMatchObject(body);
    expect(await entries.getEntry({ path: { id: large } })).toMatchObject(body);
    expect((await entries.listEntries()).at(-1)).toMatchObject(body);
    expect(mock.state.list("Entry").at(-1)).toMatchObject(body);
    const copy = exact.mocks.createMock();
    copy.restore(mock.snapshot());
    const restored = clientOf({ fetch: copy.fetch });
    expect(await restored.getEntry({ path: { id: large } })).toMatchObject(body);
  });

  it("takes records with int64 as seeds, and has examples with them", async () => {
    const mock = exact.mocks.createMock();
    const entries = clientOf({ fetch: mock.fetch });
    expect(await entries.listEntries()).toEqual([{ id: 1n, amount: 5n, note: "first" }]);
    mock.state.put("Entry", { id: largest, amount: 3n });
    expect(await entries.getEntry({ path: { id: largest } })).toEqual({ id: largest, amount: 3n });
  });
});

describe("int64 at random", () => {
  it("arrives as it was sent, through the server and the mock's store", async () => {
    const seen: unknown[] = [];
    const mock = exact.mocks.createMock({ validateResponses: "strict" });
    const both = [clientOf({ fetch: toFetch(serverOf(seen)) }), clientOf({ fetch: mock.fetch })];
    const int64 = fc.oneof(
      fc.bigInt({ min: smallest, max: largest }),
      fc.bigInt({ min: 2n ** 53n - 9n, max: 2n ** 53n + 9n }),
      fc.bigInt({ min: -(2n ** 53n) - 9n, max: -(2n ** 53n) + 9n }),
    );
    const amount = int64.filter((one) => one >= -9_000_000_000_000_000_000n);
    const property = fc.asyncProperty(int64, amount, int64, async (id, sum, parent) => {
      const body = { id, amount: sum, parent, pairs: [[id, sum]], shares: { a: parent } };
      for (const entries of both) expect(await entries.createEntry({ body })).toMatchObject(body);
      expect(seen.at(-1)).toEqual(body);
      expect(await both[0].getEntry({ path: { id } })).toMatchObject({ id });
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

const post = (server: Untyped, body: string): Promise<Response> =>
  toFetch(server)(
    new Request("https://ledger.example.com/entries", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    }),
  );

describe("what is beyond its type", () => {
  it.each([
    ["64 bits", '{"id":9223372036854775808,"amount":1}', "/id"],
    ["a bound", '{"id":1,"amount":-9000000000000000001}', "/amount"],
    ["32 bits", '{"id":1,"amount":1,"count":9007199254740993}', "/count"],
    ["an enum", '{"id":1,"amount":1,"level":9007199254740993}', "/level"],
    ["a double", '{"id":1,"amount":1,"mixed":18014398509481985000000001}', "/mixed"],
  ])("is refused: %s", async (_, body, pointer) => {
    const response = await post(serverOf([]), body);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`"${pointer}"`);
  });

  it("is refused by the client before anything is sent", async () => {
    const entries = clientOf({ fetch: toFetch(serverOf([])) });
    await expect(entries.createEntry({ body: { id: largest + 1n, amount: 1n } })).rejects.toThrow(
      "/id",
    );
    await expect(entries.getEntry({ path: { id: smallest - 1n } })).rejects.toThrow("/id");
  });
});

describe("without the option", () => {
  it("the server refuses what a double would change", async () => {
    const seen: unknown[] = [];
    const server = serverOf(seen, plain);
    const response = await post(server, `{"id":${large},"amount":1}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("a double holds exactly");
    const get = new Request(`https://ledger.example.com/entries/${large}`);
    expect((await toFetch(server)(get)).status).toBe(400);
    expect(seen).toEqual([]);
  });

  it("the client refuses it where it validates, in answers and in inputs", async () => {
    const fetch = async (): Promise<Response> =>
      new Response(`{"id":${large},"amount":1}`, {
        headers: { "content-type": "application/json" },
      });
    const entries = clientOf({ fetch }, plain);
    const answer = entries.getEntry({ path: { id: 1 } });
    await expect(answer).rejects.toThrow("body/id must be integer");
    await expect(entries.getEntry({ path: { id: 2 ** 53 } })).rejects.toThrow("path/id");
  });
});

describe("in a runtime that tells no source text", () => {
  it("a small integer passes, and a large one is refused with a reason, never rounded", async () => {
    const { rawJSON } = JSON as Untyped;
    const parse = JSON.parse;
    onTestFinished(() => {
      (JSON as Untyped).rawJSON = rawJSON;
      JSON.parse = parse;
    });
    delete (JSON as Untyped).rawJSON;
    JSON.parse = (text: string, reviver?: Untyped) =>
      parse(text, reviver && ((name: string, value: unknown) => reviver(name, value)));
    const seen: unknown[] = [];
    const server = serverOf(seen);
    const send = clientOf({ fetch: toFetch(server) });
    const small = { id: 1n, amount: 2n };
    expect(await send.createEntry({ body: small })).toEqual(small);
    await expect(send.createEntry({ body: { id: large, amount: 1n } })).rejects.toThrow(
      "no JSON.rawJSON",
    );
    const answer = async (): Promise<Response> =>
      new Response(`{"id":${large},"amount":1}`, {
        headers: { "content-type": "application/json" },
      });
    const read = clientOf({ fetch: answer, validate: undefined });
    await expect(read.getEntry({ path: { id: 1n } })).rejects.toThrow("beyond 2^53");
    expect((await post(server, `{"id":${large},"amount":1}`)).status).toBe(400);
    expect(seen).toEqual([small]);
  });
});
