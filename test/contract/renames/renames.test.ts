import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMock } from "@openapi-packages/mock";
import type { Handler, Server, ServerOptions } from "@openapi-packages/runtime/server";
import { toFetch } from "@openapi-packages/runtime/server";
import { validation } from "@openapi-packages/runtime/client/validation";
import { readDescription } from "../../../generator/src/description.ts";
import { printPackages } from "../../../generator/test/support.ts";
import { prepareWorkspace } from "../../descriptions/install.ts";

const workspace = mkdtempSync(join(tmpdir(), "renames-"));

/** What the packages of a description export, whose types are checked by a golden case. */
type Packages = Readonly<Record<"client" | "server" | "mocks" | "contract", Untyped>>;
// oxlint-disable-next-line typescript/no-explicit-any
type Untyped = any;
/** The same API before operations, parameters and members were renamed, and after it. */
let before: Packages;
let after: Packages;

const specOf = (version: string): string => join(import.meta.dirname, `${version}.yaml`);

beforeAll(async () => {
  prepareWorkspace(workspace);
  before = await install("before");
  after = await install("after");
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

async function install(version: string): Promise<Packages> {
  for (const { path, text } of await printPackages(specOf(version), `@${version}`)) {
    const file = join(workspace, version, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const modules = join(workspace, "node_modules", `@${version}`);
  mkdirSync(modules);
  for (const name of ["contract", "client", "server", "mocks"])
    symlinkSync(join("..", "..", version, name), join(modules, name), "dir");
  const load = (path: string): Promise<unknown> =>
    import(/* @vite-ignore */ join(workspace, version, path));
  return {
    client: await load("client/src/index.ts"),
    server: await load("server/src/index.ts"),
    mocks: await load("mocks/src/index.ts"),
    contract: await load("contract/src/validators.ts"),
  };
}

type AnyHandler = Handler<Untyped, Untyped>;

const animal = { id: "1", label: "Fritz", parents: [{ id: "2", label: "Franz" }] };
const news = [
  { kind: "moved", to: "the garden" },
  { kind: "sold", animal: { label: "Fritz" } },
];

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Handlers of today, which remember what they were given. */
function handlers(seen: unknown[]): Record<string, AnyHandler> {
  return {
    listAnimals: ({ query, header, cookie }) => {
      seen.push({ query, header, cookie });
      const isLast = query?.cursor !== undefined;
      const own = { ...animal, id: isLast ? "3" : "1" };
      return {
        status: 200,
        body: { animals: [own], ...(isLast ? {} : { next_cursor: "second" }) },
      };
    },
    createAnimal: ({ body }, _, fail) => {
      seen.push(body);
      if (body.label === "") throw fail({ status: 409, body: { reason: "no label" } });
      return { status: 201, body: animal };
    },
    getAnimal: ({ path }) => {
      seen.push(path);
      return { status: 200, body: { ...animal, id: path.animal_id } };
    },
    updateAnimal: ({ path, body }) => {
      seen.push({ path, body });
      return { status: 204 };
    },
    watch: () => ({ status: 200, body: each(news) }),
    tell: async ({ body }) => {
      seen.push(...(await all(body)));
      return { status: 204 };
    },
  };
}

function serverOf(seen: unknown[], options: ServerOptions = {}): Untyped {
  const server: Server = after.server.createServer(
    { pets: handlers(seen) },
    { validateResponses: "strict", ...options },
  );
  return toFetch(server);
}

function mockOf(seen: unknown[]): Untyped {
  const mock = after.mocks.createMock({ validateResponses: "strict" });
  for (const [operation, handler] of Object.entries(handlers(seen)))
    mock.on(operation.charAt(0).toUpperCase() + operation.slice(1), handler);
  return mock.fetch;
}

function clientOf({ client, contract }: Packages, fetch: unknown): Untyped {
  return client.createClient({
    baseUrl: "https://animals.example.com",
    fetch,
    retries: 0,
    validate: validation(contract.validators, { responses: "off" }),
  }).pets;
}

const newPet = { name: "Fritz", notes: [{ body: "shy" }], tags: { size: { body: "small" } } };
const newAnimal = { label: "Fritz", notes: [{ text: "shy" }], tags: { size: { text: "small" } } };

describe.each([
  ["server", serverOf],
  ["mock", mockOf],
] as const)("a client of before and the %s of today", (_, endOf) => {
  it("agree on parameters, wherever they are", async () => {
    const seen: unknown[] = [];
    const query = { limit: 1, filter: { color: "red" } };
    const input = { query, header: { "X-Owner": "me" }, cookie: { skin: "dark" } };
    await clientOf(before, endOf(seen)).listPets(input).result();
    expect(seen).toEqual([
      {
        query: { max: 1, where: { color: "red" } },
        header: { "X-Account": "me" },
        cookie: { theme: "dark" },
      },
    ]);
  });

  it("agree on bodies at another method and path, in closed schemas and below them", async () => {
    const seen: unknown[] = [];
    await clientOf(before, endOf(seen)).createPet({ body: newPet });
    expect(seen).toEqual([newAnimal]);
  });

  it("agree on forms, whose fields are read by their type", async () => {
    const seen: unknown[] = [];
    const pets = clientOf(before, endOf(seen));
    await pets.updatePet({ path: { pet_id: "7" }, body: { years: 3, colours: ["red"] } });
    expect(seen).toEqual([{ path: { animal_id: "7" }, body: { age: 3, colors: ["red"] } }]);
  });

  it("agree on the items of streams", async () => {
    const seen: unknown[] = [];
    const told = [
      { kind: "moved", place: "the garden" },
      { kind: "sold", pet: { name: "Fritz" } },
    ];
    await clientOf(before, endOf(seen)).tell({ body: each(told) });
    expect(seen).toEqual(news);
  });
});

describe("answers of the server", () => {
  const sending = { sendEarlierNames: true };

  it("have today's names alone", async () => {
    const answer = await serverOf([])(new Request("https://animals.example.com/pets/1"));
    expect(await answer.json()).toEqual(animal);
  });

  it("have the earlier ones too where clients of before are to read them", async () => {
    const pets = clientOf(before, serverOf([], sending));
    const pet = await pets.getPet({ path: { pet_id: "1" } });
    expect(pet.name).toBe("Fritz");
    expect(pet.ancestors[0].name).toBe("Franz");
    const read = await all(pets.listPets({ header: { "X-Owner": "me" } }));
    expect(read).toMatchObject([{ id: "1" }, { id: "3" }]);
    const refused = pets.createPet({ body: { name: "" } });
    await expect(refused).rejects.toMatchObject({ body: { message: "no label" } });
    expect(await all(pets.watch())).toMatchObject([
      { place: "the garden" },
      { pet: { name: "Fritz" } },
    ]);
  });
});

describe("what is given by both names", () => {
  const send = (seen: unknown[], path: string, init?: RequestInit): Promise<Response> =>
    serverOf(seen)(new Request(`https://animals.example.com${path}`, init));
  const create = (seen: unknown[], body: unknown): Promise<Response> =>
    send(seen, "/animals", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  it("is one where it is the same", async () => {
    const seen: unknown[] = [];
    await create(seen, { label: "Fritz", name: "Fritz" });
    const headers = { "X-Owner": "me", "X-Account": "me" };
    const answer = await send(seen, "/animals?limit=1&max=1", { headers });
    expect(answer.status).toBe(200);
    expect(seen).toMatchObject([{ label: "Fritz" }, { query: { max: 1 } }]);
  });

  it("is refused where it differs, each at its place", async () => {
    const seen: unknown[] = [];
    const body = { label: "Fritz", name: "Franz", notes: [{ text: "a", body: "b" }] };
    const refused = await create(seen, body);
    expect(refused.status).toBe(400);
    const text = await refused.text();
    expect(text).toContain("/name");
    expect(text).toContain("/notes/0/body");
    const headers = { "X-Owner": "me", "X-Account": "you", cookie: "skin=a; theme=b" };
    const other = await send(seen, "/animals?limit=1&max=2", { headers });
    expect(other.status).toBe(400);
    const issues = await other.text();
    for (const place of ["/limit", "/X-Owner", "/skin"]) expect(issues).toContain(place);
    expect(seen).toEqual([]);
  });

  it("is today's for the client", async () => {
    const seen: unknown[] = [];
    await clientOf(after, serverOf(seen)).createAnimal({ body: { label: "new", name: "old" } });
    expect(seen).toEqual([{ label: "new" }]);
  });
});

describe("the client of today", () => {
  it("takes what code of before gives it, and leaves it as it is", async () => {
    const seen: unknown[] = [];
    const pets = clientOf(after, serverOf(seen));
    const body = structuredClone(newPet);
    await pets.createPet({ body });
    await pets.getPet({ path: { pet_id: "7" } });
    await pets.updatePet({ path: { pet_id: "7" }, body: { years: 3 } });
    await pets.tell({ body: each([{ kind: "moved", place: "the garden" }]) });
    expect(seen).toEqual([
      newAnimal,
      { animal_id: "7" },
      { path: { animal_id: "7" }, body: { age: 3 } },
      news[0],
    ]);
    expect(body).toEqual(newPet);
  });

  it("walks through pages that it was asked for by an earlier name", async () => {
    const seen: unknown[] = [];
    const pets = clientOf(after, serverOf(seen));
    const input = { query: { limit: 1, filter: { color: "red" } }, header: { "X-Owner": "me" } };
    expect(await all(pets.listPets(input))).toMatchObject([{ id: "1" }, { id: "3" }]);
    expect(seen).toMatchObject([
      { query: { max: 1, where: { color: "red" } } },
      { query: { max: 1, cursor: "second" } },
    ]);
  });

  it("gives what it reads by earlier names too, at all depths, in errors and in streams", async () => {
    const pets = clientOf(after, serverOf([]));
    const read = await pets.getAnimal({ path: { animal_id: "1" } });
    expect([read.name, read.ancestors[0].name]).toEqual(["Fritz", "Franz"]);
    const page = await pets.listAnimals({ header: { "X-Account": "me" } });
    expect([page.pets[0].name, page.next]).toEqual(["Fritz", "second"]);
    const refused = pets.createAnimal({ body: { label: "" } });
    await expect(refused).rejects.toMatchObject({ body: { message: "no label" } });
    const [moved, sold] = await all<Untyped>(pets.watch());
    expect([moved.place, sold.pet.name]).toEqual(["the garden", "Fritz"]);
    expect("place" in sold).toBe(false);
  });

  it("does not list them, and does not send them back", async () => {
    const seen: unknown[] = [];
    const pets = clientOf(after, serverOf(seen));
    const read = await pets.getAnimal({ path: { animal_id: "1" } });
    expect(JSON.parse(JSON.stringify(read))).toEqual(animal);
    expect({ ...read }).not.toHaveProperty("name");
    expect(Object.keys(read)).not.toContain("ancestors");
    read.name = "Frieda";
    expect(read.label).toBe("Frieda");
    await pets.createAnimal({ body: { label: read.name } });
    expect(seen.at(-1)).toEqual({ label: "Frieda" });
  });

  it("reads what a server of before answers", async () => {
    const pet = { id: "1", name: "Fritz", ancestors: [{ id: "2", name: "Franz" }] };
    const pets = clientOf(after, () => Promise.resolve(Response.json(pet)));
    const read = await pets.getAnimal({ path: { animal_id: "1" } });
    expect({ ...read }).toEqual(animal);
    expect(read.name).toBe("Fritz");
  });

  it("has an earlier name for nothing where nothing was renamed", () => {
    expect(before.client.createClient({ baseUrl: "https://a.b" }).pets).not.toHaveProperty(
      "listAnimals",
    );
    expect(Object.keys(before.contract)).not.toContain("renames");
  });
});

describe("mocks", () => {
  it("take overrides by earlier operationIds", async () => {
    const mock = after.mocks.createMock();
    const takeBack = mock.on("GetPet", { status: 200, body: { id: "9", label: "Otto" } });
    const get = async (): Promise<unknown> =>
      (await mock.fetch("https://animals.example.com/animals/9")).json();
    expect(await get()).toEqual({ id: "9", label: "Otto" });
    takeBack();
    expect(await get()).not.toMatchObject({ label: "Otto" });
    expect(() => mock.on("GetPat", { status: 200 })).toThrow("did you mean GetPet?");
  });

  it("of the command take requests of before, too", async () => {
    const { mock } = await readDescription(specOf("after"));
    const { fetch } = createMock(mock);
    const created = await fetch("https://animals.example.com/pets", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(newPet),
    });
    expect([created.status, await created.json()]).toMatchObject([201, { label: "Fritz" }]);
  });
});
