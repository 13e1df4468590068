import { join } from "node:path";
import { expect, it } from "vitest";
import { planCodemod, type CodemodPlan } from "../../../src/changes/codemod/plan-codemod.ts";
import type { GenerateOptions } from "../../../src/generate-types.ts";
import { loadDocument } from "../../../../packages/description/src/load/load-document.ts";
import { buildApiModel } from "../../../../packages/description/src/model/build-api-model.ts";
import { edited, install, pets, userFolder, type Replacement } from "../impact/user-project.ts";
import { writeTree } from "../../support.ts";

/** Everything that can have another name has one. */
const renamed: readonly Replacement[] = [
  ["operationId: GetPet", "operationId: FetchPet\n      x-renamed-from: GetPet"],
  ["tags: [Pets]", "tags: [Animals]"],
  ["name: pet_id", "name: animal_id"],
  ["{pet_id}", "{animal_id}"],
  ["{ name: full_text, in: query", "{ name: whole, x-renamed-from: full_text, in: query"],
  ["        nick: { type: string }", "        nickname: { type: string, x-renamed-from: nick }"],
  ["#/components/schemas/Pet", "#/components/schemas/Animal"],
  ["    Pet:\n", "    Animal:\n      x-renamed-from: Pet\n"],
];

interface CodemodCase {
  readonly files: Readonly<Record<string, string>>;
  readonly head?: readonly Replacement[];
  readonly options?: Partial<GenerateOptions>;
  readonly handlers?: string;
}

interface Edited {
  readonly plan: CodemodPlan;
  /** What changes, by path from the folder of the project. */
  readonly files: Readonly<Record<string, string>>;
}

async function codemod({ files, head = renamed, options, handlers }: CodemodCase): Promise<Edited> {
  const folder = await userFolder(files);
  install(folder, "mock");
  writeTree(folder, { "head.yaml": edited(head) });
  const side = async (name: string): Promise<Parameters<typeof planCodemod>[0]["base"]> => {
    const document = await loadDocument(join(folder, name));
    const { model } = buildApiModel(document, false);
    return { document, model, locate: (pointer) => document.locate(pointer) };
  };
  const out = join(folder, "src", "api");
  const plan = await planCodemod({
    base: await side("openapi.yaml"),
    head: await side("head.yaml"),
    options: { layout: "folder", out, ...options, spec: join(folder, "openapi.yaml") },
    out: options?.layout === "packages" ? undefined : out,
    projects: [folder],
    handlers: handlers === undefined ? undefined : join(folder, handlers),
  });
  const texts = plan.files.map(({ path, after }) => [path.slice(folder.length + 1), after]);
  return { plan, files: Object.fromEntries(texts) as Record<string, string> };
}

const before = `// getPet and Pet in a comment stay, and so does 'nick'.\r
import { createClient, type PetsClient } from "./api/client/index.ts"
import type * as contract from './api/contract/index.ts';
import type { GetPetInput, Pet as Animal_, Pet } from "./api/contract/index.ts";
import { getPet } from "./api/client/pets.ts";
\r
const api = createClient( {} );
export async function main(client : PetsClient): Promise<string | undefined> {\r
\tconst input: GetPetInput = { path: { pet_id: "1" }, query: { "full_text": true } };
  const pet = await api.pets . getPet(input);   // api.pets.getPet
  const { nick } = pet, { nick: other = "none" } = await client.getPet(input);
  const call = getPet(api.core, input);
  const all = { nick, getPet: "getPet", pet_id: input.path.pet_id, Pet: 'Pet' };
  const { pets: { getPet: again } } = api;
  await again(input);
  const key = "nick" in pet ? pet["nick"] : pet?.nick;
  return nick ?? other ?? key ?? all.nick ?? (await call).nick;
}
export const made: contract.Pet = { id: "getPet", nick: "Pet" };
export type Bare = Omit<Pet, "nick">;
export type Nick = Pet["nick"] | NonNullable<Animal_['nick']>;
export type Fetched = Awaited<ReturnType<PetsClient["getPet"]>>;
export const op: contract.ops["GetPet"]["request"] = input0();
declare function input0(): GetPetInput;
const nick = "nick", value: Pet = { id: "1", nick };
export { type Pet, value };
export const own = { getPet: () => 1, nick: 2 }.getPet();
`;

const after = `// getPet and Pet in a comment stay, and so does 'nick'.\r
import { createClient, type AnimalsClient } from "./api/client/index.ts"
import type * as contract from './api/contract/index.ts';
import type { FetchPetInput, Animal as Animal_, Animal } from "./api/contract/index.ts";
import { fetchPet } from "./api/client/animals.ts";
\r
const api = createClient( {} );
export async function main(client : AnimalsClient): Promise<string | undefined> {\r
\tconst input: FetchPetInput = { path: { animal_id: "1" }, query: { "whole": true } };
  const pet = await api.animals . fetchPet(input);   // api.pets.getPet
  const { nickname: nick } = pet, { nickname: other = "none" } = await client.fetchPet(input);
  const call = fetchPet(api.core, input);
  const all = { nick, getPet: "getPet", pet_id: input.path.animal_id, Pet: 'Pet' };
  const { animals: { fetchPet: again } } = api;
  await again(input);
  const key = "nickname" in pet ? pet["nickname"] : pet?.nickname;
  return nick ?? other ?? key ?? all.nick ?? (await call).nickname;
}
export const made: contract.Animal = { id: "getPet", nickname: "Pet" };
export type Bare = Omit<Animal, "nickname">;
export type Nick = Animal["nickname"] | NonNullable<Animal_['nickname']>;
export type Fetched = Awaited<ReturnType<AnimalsClient["fetchPet"]>>;
export const op: contract.ops["FetchPet"]["request"] = input0();
declare function input0(): FetchPetInput;
const nick = "nick", value: Animal = { id: "1", nickname: nick };
export { type Animal as Pet, value };
export const own = { getPet: () => 1, nick: 2 }.getPet();
`;

it("renames what is meant, and nothing else, to the byte", async () => {
  const { files, plan } = await codemod({ files: { "src/app.ts": `\uFEFF${before}` } });
  expect(files).toEqual({ "src/app.ts": `\uFEFF${after}` });
  expect([plan.left, plan.errors]).toEqual([[], []]);
});

it("follows packages, and texts that name operations", async () => {
  const { files, plan } = await codemod({
    options: { layout: "packages", scope: "@acme" },
    files: {
      "src/mock.ts": `import { createMock } from "@acme/mocks";
import { getPet } from "@acme/client/pets";
const mock = createMock();
mock.on("GetPet", () => ({ status: 200, contentType: "application/json", body: { id: "1", nick: "GetPet" } }));
export const text: string = "GetPet";
export const call = getPet;
`,
    },
  });
  expect(files).toEqual({
    "src/mock.ts": `import { createMock } from "@acme/mocks";
import { fetchPet } from "@acme/client/animals";
const mock = createMock();
mock.on("FetchPet", () => ({ status: 200, contentType: "application/json", body: { id: "1", nickname: "GetPet" } }));
export const text: string = "GetPet";
export const call = fetchPet;
`,
  });
  expect([plan.left, plan.errors]).toEqual([[], []]);
});

const record = {
  layout: "operation",
  template: "plain",
  importExtension: "ts",
  operations: {
    GetPet: {
      route: "GET /pets/{pet_id}",
      group: "pets",
      member: "getPet",
      file: "pets/get-pet.ts",
      export: "getPet",
      types: ["GetPetHandler", "GetPetInput", "GetPetResult", "GetPetAnswer"],
    },
  },
};

it("keeps an imported name where the later one is taken", async () => {
  const { files, plan } = await codemod({
    files: {
      "src/app.ts": `import type { Pet } from "./api/contract/index.ts";
interface Animal { legs: number }
export const both = (pet: Pet, { legs }: Animal): unknown => [pet.nick, legs];
`,
    },
  });
  expect(files["src/app.ts"]).toBe(`import type { Animal as Pet } from "./api/contract/index.ts";
interface Animal { legs: number }
export const both = (pet: Pet, { legs }: Animal): unknown => [pet.nickname, legs];
`);
  expect([plan.left, plan.errors]).toEqual([[], []]);
});

it("leaves a record as it is laid out that says the same", async () => {
  const { files } = await codemod({
    handlers: "src/handlers",
    head: [["operationId: CreateOwner", "operationId: MakeOwner"]],
    files: {
      "src/app.ts": "export {};\n",
      "src/handlers/.openapi-scaffold.json": JSON.stringify(record, null, 4),
    },
  });
  expect(files).toEqual({});
});

it("renames constants of scaffolded handlers, where they are used, and in the record", async () => {
  const { files, plan } = await codemod({
    handlers: "src/handlers",
    files: {
      "src/handlers/.openapi-scaffold.json": JSON.stringify(record),
      "src/handlers/pets/get-pet.ts": `import type { GetPetHandler } from "../../api/server/index.ts";

export const getPet: GetPetHandler = async ({ path }) => ({
  status: 200, contentType: "application/json", body: { id: path.pet_id, nick: "x" },
});
`,
      "src/handlers/index.ts": `import type { Handlers } from "../api/server/index.ts";
import { getPet } from "./pets/get-pet.ts";

export const handlers: Pick<Handlers, "pets"> = { pets: { getPet } };
`,
    },
  });
  expect(Object.keys(files)).toEqual([
    "src/handlers/pets/get-pet.ts",
    "src/handlers/index.ts",
    "src/handlers/.openapi-scaffold.json",
  ]);
  expect(files["src/handlers/pets/get-pet.ts"]).toContain("export const fetchPet: FetchPetHandler");
  expect(files["src/handlers/pets/get-pet.ts"]).toContain('{ id: path.animal_id, nickname: "x" }');
  expect(files["src/handlers/index.ts"])
    .toBe(`import type { Handlers } from "../api/server/index.ts";
import { fetchPet } from "./pets/get-pet.ts";

export const handlers: Pick<Handlers, "animals"> = { animals: { fetchPet } };
`);
  expect(JSON.parse(files["src/handlers/.openapi-scaffold.json"] ?? "")).toMatchObject({
    operations: {
      FetchPet: {
        route: "GET /pets/{animal_id}",
        group: "animals",
        member: "fetchPet",
        file: "pets/get-pet.ts",
        export: "fetchPet",
        types: ["FetchPetHandler", "FetchPetInput", "FetchPetResult", "FetchPetAnswer"],
      },
    },
  });
  expect([plan.left, plan.errors]).toEqual([[], []]);
});

it("leaves alone what it cannot tell, with its place, and says what does not compile then", async () => {
  const { files, plan } = await codemod({
    head: [
      [
        "        nick: { type: string }",
        "        nickname: { type: string, x-renamed-from: nick }",
      ],
      ["        age: { type: integer }\n", ""],
    ],
    files: {
      "src/app.ts": `import type { Owner, Pet } from "./api/contract/index.ts";
export const text = (one: Pet | { nick: string }): unknown => one.nick;
export const age = (owner: Owner): unknown => owner.age;
`,
    },
  });
  expect(files).toEqual({});
  expect(plan.left.map((one) => one.before)).toEqual([
    {
      file: expect.stringMatching(/src\/app\.ts$/),
      line: 2,
      column: 67,
      message: "nick is called nickname or nick now, by which type is meant",
    },
  ]);
  expect(plan.errors.map(({ line, code }) => `${line} ${code}`)).toEqual(["2 TS2339", "3 TS2339"]);
});

it("moves a call to the group that its operation went to alone", async () => {
  const shared = pets.replace("tags: [Owners]", "tags: [Pets]");
  const { files, plan } = await codemod({
    head: [["tags: [Owners]", "tags: [People]"]],
    files: {
      "openapi.yaml": shared,
      "src/app.ts": `import { createClient } from "./api/client/index.ts";
const api = createClient({});
const { pets } = api;
export const calls = [
  api.pets.createOwner({ body: { name: "Ann" } }),
  pets.createOwner({ body: { name: "Ann" } }),
  api.pets.getPet({ path: { pet_id: "1" } }),
];
`,
    },
  });
  expect(files["src/app.ts"]).toContain("  api.people.createOwner(");
  expect(plan.left.map(({ before: { line, message } }) => [line, message])).toContainEqual([
    6,
    "pets.createOwner is people.createOwner now",
  ]);
});
