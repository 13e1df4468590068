import { cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generate } from "../../../src/generate.ts";
import { readTree, writeTree } from "../../support.ts";
import {
  edited,
  impactOf,
  link,
  pets,
  told,
  tsconfig,
  userFolder,
  type Replacement,
} from "./user-project.ts";

const app = `import { createClient } from "CLIENT";
import type { Owner } from "CONTRACT";

const api = createClient({});
export async function main(): Promise<string | undefined> {
  const pet = await api.pets.getPet({ path: { pet_id: "1" }, query: { full_text: true } });
  const owner = await api.owners.createOwner({ body: { name: "Ann" } });
  return pet.nick ?? owner.name;
}
export const ann: Owner = { name: "Ann" };
`;

const inFolder = app
  .replace("CLIENT", "./api/client/index.ts")
  .replace("CONTRACT", "./api/contract/index.ts");
const ofPackages = app.replace("CLIENT", "@acme/client").replace("CONTRACT", "@acme/contract");

const nickGone: Replacement = ["        nick: { type: string }\n", ""];
const ageRequired: Replacement = ["required: [name]", "required: [name, age]"];
const renamed: Replacement = ["operationId: GetPet", "operationId: FetchPet"];

it("finds what changes break, and says which one does", async () => {
  const folder = await userFolder({
    "src/app.ts": inFolder,
    "src/members.ts": `import type { Pet } from "./api/contract/index.ts";
import { createClient, type PetsClient } from "./api/client/index.ts";

export const nickOf = ({ nick }: Pet): unknown => nick;
const options = { path: { pet_id: "1" }, query: { full_text: true } } as const;
export const fetched = (client: PetsClient): unknown => client.getPet({ ...options, query: {} });
export const owners = createClient({}).owners;
`,
  });
  const impact = await impactOf({
    folder,
    head: edited([ageRequired, nickGone, renamed, ["tags: [Owners]", "tags: [People]"]]),
    out: join(folder, "src", "api"),
  });
  expect(told(impact)).toEqual([
    "app.ts:10 TS2741 request-property-became-required",
    "app.ts:6 TS2339 operation-renamed",
    "app.ts:7 TS2339 operation-regrouped",
    "members.ts:4 TS2339 response-property-removed",
    "members.ts:6 TS2339 operation-renamed",
    "members.ts:7 TS2339 operation-regrouped",
  ]);
});

it("tells each call of a group that is gone with the operation that it calls", async () => {
  const both = pets.replace(
    "  /owners:\n",
    "    delete: { operationId: DeletePet, tags: [Pets], responses: { '204': { description: Gone. } } }\n  /owners:\n",
  );
  const folder = await userFolder({
    "openapi.yaml": both,
    "src/calls.ts": `import { createClient } from "./api/client/index.ts";

const api = createClient({});
export const got = (): unknown => api.pets.getPet({ path: { pet_id: "1" } });
export const gone = (): unknown => api.pets.deletePet({ path: { pet_id: "1" } });
`,
  });
  const impact = await impactOf({
    folder,
    head: edited([["tags: [Pets]", "tags: [Animals]"]], both),
    out: join(folder, "src", "api"),
  });
  const lines = [...impact.byChange.values()].map((errors) => errors.map(({ line }) => line));
  expect(lines).toEqual([[4], [5]]);
});

it("tells a status that is another one with the handler that answers the earlier one", async () => {
  const folder = await userFolder({
    "src/handlers.ts": `import type { GetPetAnswer, GetPetHandler } from "./api/server/index.ts";

export const getPet: GetPetHandler = async (): Promise<GetPetAnswer> => {
  return { status: 200, body: { id: "1" } };
};
`,
  });
  const impact = await impactOf({
    folder,
    head: pets.replace('"200"', '"203"'),
    out: join(folder, "src", "api"),
  });
  expect(told(impact).map((text) => text.replace(/ TS\d+/, ""))).toEqual([
    "handlers.ts:4 success-added",
    "handlers.ts:4 success-removed",
  ]);
});

it("finds a parameter that has another name, and nothing where descriptions alone differ", async () => {
  const folder = await userFolder({ "src/app.ts": inFolder });
  const out = join(folder, "src", "api");
  const whole = await impactOf({ folder, head: edited([["name: full_text", "name: whole"]]), out });
  const same = await impactOf({
    folder,
    head: edited([["description: It.", "description: This."]]),
    out,
  });
  expect([told(whole), told(same)]).toEqual([["app.ts:6 TS2353 parameter-removed"], []]);
});

it("counts what does not compile already, and writes nothing", async () => {
  const folder = await userFolder(
    {
      "src/app.ts": inFolder,
      "src/wrong.ts": 'export const n: number = "";\n',
    },
    {},
  );
  const before = readTree(join(folder, "src"));
  const impact = await impactOf({
    folder,
    head: edited([nickGone]),
    out: join(folder, "src", "api"),
  });
  expect([told(impact), impact.earlier, impact.files]).toEqual([
    ["app.ts:8 TS2339 response-property-removed"],
    1,
    2,
  ]);
  expect(readTree(join(folder, "src"))).toEqual(before);
});

it("takes no generated file for one that is there which the later description would remove", async () => {
  const wide = 'export * from "./api/client/pets.ts";\n';
  const folder = await userFolder({ "src/app.ts": wide }, {});
  expect(existsSync(join(folder, "src", "api", "client", "pets.ts"))).toBe(true);
  const impact = await impactOf({
    folder,
    head: edited([["tags: [Pets]", "tags: [Animals]"]]),
    out: join(folder, "src", "api"),
  });
  expect(told(impact)).toEqual(["app.ts:1 TS2307 operation-regrouped"]);
});

const packages = { layout: "packages", scope: "@acme" } as const;

/** Packages where a package manager would have them. */
const installations: Readonly<Record<string, (folder: string) => void>> = {
  "linked from a workspace": (folder) => {
    for (const name of readdirSync(join(folder, "packages")))
      link(folder, `@acme/${name}`, join(folder, "packages", name));
  },
  "copied from a registry": (folder) => {
    cpSync(join(folder, "packages"), join(folder, "node_modules", "@acme"), { recursive: true });
    rmSync(join(folder, "packages"), { recursive: true });
  },
  "linked without compiled files": (folder) => {
    for (const name of readdirSync(join(folder, "packages"))) {
      rmSync(join(folder, "packages", name, "dist"), { recursive: true });
      link(folder, `@acme/${name}`, join(folder, "packages", name));
    }
  },
  "not installed at all": (folder) => rmSync(join(folder, "packages"), { recursive: true }),
};

it.each(Object.keys(installations))("reads packages that are %s", async (how) => {
  const folder = await userFolder({ "src/app.ts": ofPackages });
  const out = join(folder, "packages");
  await generate({ ...packages, formatter: "none", spec: join(folder, "openapi.yaml"), out });
  installations[how]?.(folder);
  const impact = await impactOf({
    folder,
    head: edited([ageRequired, renamed]),
    options: packages,
    ...(existsSync(out) ? { out } : {}),
  });
  expect(told(impact)).toEqual([
    "app.ts:10 TS2741 request-property-became-required",
    "app.ts:6 TS2339 operation-renamed",
    "app.ts:7 TS2741 request-property-became-required",
  ]);
});

it("reads projects that others refer to, JavaScript that is checked, and JSX", async () => {
  const folder = await userFolder({
    "tsconfig.json": JSON.stringify({ files: [], references: [{ path: "app" }, { path: "lib" }] }),
    "lib/tsconfig.json": tsconfig(
      { include: ["../src"] },
      { composite: true, emitDeclarationOnly: true, noEmit: false },
    ),
    "app/tsconfig.json": tsconfig(
      { include: ["."], references: [{ path: "../lib" }] },
      { jsx: "preserve", allowJs: true, checkJs: true },
    ),
    "src/app.ts": inFolder,
    "app/page.tsx": `import { ann } from "../src/app.ts";
declare global { namespace JSX { interface IntrinsicElements { p: object } } }
export const page = <p>{ann.nickname}{ann.age}</p>;
`,
    "app/old.js": 'import { ann } from "../src/app.ts";\nexport const age = ann.age;\n',
  });
  const impact = await impactOf({
    folder,
    head: edited([["        age: { type: integer }\n", ""]]),
    out: join(folder, "src", "api"),
  });
  expect([told(impact), impact.earlier]).toEqual([
    [
      "old.js:2 TS2339 request-property-removed",
      "old.js:2 TS2339 response-property-removed",
      "page.tsx:3 TS2339 request-property-removed",
      "page.tsx:3 TS2339 response-property-removed",
    ],
    1,
  ]);
});

it("compiles with the defaults of the project's own compiler, and without what only others know", async () => {
  const loose = { strict: undefined, module: undefined, moduleResolution: undefined };
  const folder = await userFolder({
    "src/app.ts": 'import "./api/client/index.ts";\nexport const n: string = null;\n',
    "tsconfig.json": tsconfig({}, { ...loose, stableTypeOrdering: true }),
  });
  const out = join(folder, "src", "api");
  const five = await impactOf({ folder, head: edited([nickGone]), out });
  writeTree(folder, { "node_modules/typescript/package.json": '{ "version": "7.0.2" }' });
  const seven = await impactOf({ folder, head: edited([nickGone]), out });
  expect([five.earlier, seven.earlier]).toEqual([0, 1]);
  expect(seven.notes).toEqual([
    expect.stringMatching(
      /tsconfig\.json:1:\d+: Unknown compiler option 'stableTypeOrdering'.*5\.9/,
    ),
  ]);
});

it.each<readonly [string, Readonly<Record<string, string>>, RegExp]>([
  ["none", {}, /there is no .*nowhere: --project names a tsconfig\.json/],
  ["no JSON", { "nowhere/tsconfig.json": "{ include: " }, /nowhere\/tsconfig\.json:1:\d+: /],
  ["empty", { "nowhere/tsconfig.json": '{ "include": ["*.ts"] }' }, /No inputs were found/],
  [
    "one that extends nothing",
    { "nowhere/tsconfig.json": '{ "extends": "./base.json", "files": ["a.ts"] }' },
    /base\.json/,
  ],
])("refuses a project that is %s", async (_what, files, message) => {
  const folder = await userFolder({ "src/app.ts": inFolder, ...files });
  await expect(
    impactOf({ folder, head: edited([nickGone]), projects: [join(folder, "nowhere")] }),
  ).rejects.toThrow(message);
});
