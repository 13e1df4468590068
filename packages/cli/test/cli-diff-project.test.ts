import { join } from "node:path";
import { expect, it } from "vitest";
import {
  edited,
  pets,
  tsconfig,
  userFolder,
  type Replacement,
} from "../../../generator/test/changes/impact/user-project.ts";
import {
  readTree,
  runCli,
  writeTree,
  type CommandResult,
} from "../../../generator/test/support.ts";

const app = `import type { Owner, Pet } from "./api/contract/index.ts";
export const ann: Owner = { name: "Ann" };
export const nickOf = (pet: Pet): unknown => pet.nick;
`;

const later: readonly Replacement[] = [
  ["required: [name]", "required: [name, age]"],
  ["        nick: { type: string }\n", ""],
];

/** A project with a configuration, and a description that came later. */
async function configured(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const config = {
    description: "head.yaml",
    out: "src/api",
    layout: "folder",
    scaffold: { out: "src/handlers", server: "src/api/server" },
  };
  return userFolder({
    "src/app.ts": app,
    "base.yaml": pets,
    "head.yaml": edited(later),
    "openapi-packages.config.json": JSON.stringify(config),
    ...files,
  });
}

const diff = (cwd: string, ...args: readonly string[]): Promise<CommandResult> =>
  runCli(["diff", "base.yaml", "--project", ".", ...args], { cwd });

it("names in each change where code of the user's will not compile, and writes nothing", async () => {
  const cwd = await configured();
  const before = readTree(join(cwd, "src"));
  const { code, stdout, stderr } = await diff(cwd);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(
    /request-property-became-required {2}Owner\.age is required now\n(?: {4}(?!does).*\n)* {4}does not compile: src\/app\.ts:2:14 TS2741: Property 'age' is missing/,
  );
  expect(stdout).toContain(
    "    does not compile: src/app.ts:3:50 TS2339: Property 'nick' does not exist on type 'Pet'.\n",
  );
  expect(stdout).toMatch(/\n2 errors of the compiler in 1 of 1 file of yours\n$/);
  expect(readTree(join(cwd, "src"))).toEqual(before);
});

it("tells them in every format", async () => {
  const cwd = await configured();
  const [markdown, json, github] = await Promise.all(
    ["markdown", "json", "github"].map((format) => diff(cwd, "--format", format)),
  );
  expect(markdown?.stdout).toContain(
    "`request-property-became-required`; does not compile: `src/app.ts:2:14` |",
  );
  expect(markdown?.stdout).toContain(
    "#### Does not compile\n\n- `src/app.ts:2:14` TS2741: Property 'age' is missing",
  );
  const { changes, compiled } = JSON.parse(json?.stdout ?? "") as {
    readonly changes: readonly { readonly code: string; readonly errors: readonly object[] }[];
    readonly compiled: object;
  };
  expect(changes.find(({ code }) => code === "response-property-removed")?.errors).toEqual([
    {
      file: "src/app.ts",
      line: 3,
      column: 50,
      code: "TS2339",
      message: "Property 'nick' does not exist on type 'Pet'.",
    },
  ]);
  expect(compiled).toEqual({ files: 1, errors: 2, earlier: 0, other: [], notes: [] });
  expect(github?.stdout).toContain(
    "::error file=src/app.ts,line=3,col=50,title=TS2339::Property 'nick' does not exist on type 'Pet'.%0Asince Pet.nick is gone from responses\n",
  );
});

it("fails by what does not compile, although no change is breaking for callers", async () => {
  const nick = "        nick: { type: string }\n";
  const cwd = await configured({
    "head.yaml": edited([[nick, `${nick}        age: { type: integer }\n`]]),
    "src/app.ts": `import type { Pet } from "./api/contract/index.ts";
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
export const isSame: Same<keyof Pet, "id" | "nick"> = true;
`,
  });
  const [plain, failing] = await Promise.all([
    runCli(["diff", "base.yaml", "--fail-on", "callers"], { cwd }),
    diff(cwd, "--fail-on", "callers"),
  ]);
  expect([plain.code, failing.code]).toEqual([0, 1]);
  expect(failing.stdout).toContain("src/app.ts:3:14 TS2322");
});

it("names the handlers of the user's that a change breaks, those too that compile still", async () => {
  const cwd = await configured();
  await runCli(["generate", "base.yaml", "--config", "openapi-packages.config.json"], { cwd });
  await runCli(["scaffold", "base.yaml"], { cwd });
  writeTree(cwd, {
    "head.yaml": edited([
      ["        nick: { type: string }\n", ""],
      ["name: { type: string }", 'name: { type: string, pattern: "^[A-Z]" }'],
      [
        "components:\n",
        "security: [{ key: [] }]\ncomponents:\n  securitySchemes: { key: { type: http, scheme: bearer } }\n",
      ],
    ]),
  });
  const { stdout } = await runCli(["diff", "base.yaml", "--format", "json"], { cwd });
  const { changes } = JSON.parse(stdout) as {
    readonly changes: readonly {
      readonly code: string;
      readonly handlerFiles: readonly object[];
    }[];
  };
  const files = changes.map(({ code, handlerFiles }) => [code, handlerFiles]);
  const getPet = { handler: "pets.getPet", file: "src/handlers/pets/get-pet.ts", line: 8 };
  const createOwner = {
    handler: "owners.createOwner",
    file: "src/handlers/owners/create-owner.ts",
    line: 8,
  };
  expect(Object.fromEntries(files)).toMatchObject({
    "response-property-removed": [getPet],
    "response-bound-tightened": [createOwner],
    "security-tightened": [createOwner, getPet],
  });
  const github = await runCli(["diff", "base.yaml", "--format", "github"], { cwd });
  expect(github.stdout).toContain(
    "::warning file=src/handlers/pets/get-pet.ts,line=8,title=response-property-removed::pets.getPet is to be looked at: Pet.nick is gone from responses\n",
  );
});

it.each([
  [["--project", "tsconfig.none.json"], /there is no tsconfig\.none\.json: --project names/],
  [["--project", "broken.json"], /broken\.json:1:\d+: /],
])("%j is wrong usage", async (args, message) => {
  const cwd = await configured({ "broken.json": tsconfig().slice(0, -3) });
  const { code, stdout, stderr } = await runCli(["diff", "base.yaml", ...args], { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(message);
});
