import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { basePath } from "../../../generator/test/changes/diff/edited.ts";
import { runCli, temporaryFolder, writeTree } from "../../../generator/test/support.ts";

const base = readFileSync(basePath, "utf8");
const edited = base
  .replace("required: [name, email]", "required: [name, email, age]")
  .replace(
    "        age: { type: integer }\n",
    "        age: { type: integer }\n        pets: { type: integer }\n",
  );

/** A repository with an earlier description at `v1`, and a later one in its work tree. */
function repositoryOf(files: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder();
  const git = (...args: readonly string[]): unknown =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
    });
  git("init", "--quiet", "--initial-branch=main");
  writeTree(folder, { "api/pets.yaml": base });
  git("add", "--all");
  git("commit", "--quiet", "--message=First");
  git("tag", "v1");
  writeTree(folder, { "api/pets.yaml": edited, ...files });
  return folder;
}

it("compares a revision with the work tree, and says by name what breaks whom", async () => {
  const cwd = repositoryOf();
  const { code, stdout, stderr } = await runCli(["diff", "v1:api/pets.yaml"], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(
    `api/pets.yaml:134:9  breaking request-property-became-required  Owner.age is required now
    breaks: callers compiling, callers running
    was: v1:api/pets.yaml:134:9
    touches: types Owner; methods and handlers owners.createOwner; mocks CreateOwner; modules client/owners, server/owners
`,
  );
  expect(stdout).toMatch(
    /4 changes: 1 break callers compiling, 1 break callers running, 1 break handlers\n$/,
  );
});

it.each([
  ["a revision and a file", ["v1", "api/pets.yaml"]],
  ["two revisions", ["v1:api/pets.yaml", "v1"]],
  ["two files", ["earlier.yaml", "api/pets.yaml"]],
])("compares %s", async (_what, args) => {
  const cwd = repositoryOf({ "earlier.yaml": base });
  const { code, stdout } = await runCli(["diff", ...args, "--format", "json"], { cwd });
  const { changes } = JSON.parse(stdout) as { readonly changes: readonly unknown[] };
  expect({ code, count: changes.length }).toEqual({ code: 0, count: args[1] === "v1" ? 0 : 4 });
});

it("takes the description of the configuration as the later one", async () => {
  const config = JSON.stringify({ description: "api/pets.yaml" });
  const cwd = repositoryOf({ "openapi-packages.config.json": config });
  const { code, stdout } = await runCli(["diff", "v1", "--fail-on", "any"], { cwd });
  expect({ code, last: stdout.trim().split("\n").at(-1) }).toEqual({
    code: 1,
    last: expect.stringMatching(/^4 changes/),
  });
});

it("fails on breaks only where it is told to", async () => {
  const added = base.replace(
    "        age: { type: integer }\n",
    "        age: { type: integer }\n        pets: { type: integer }\n",
  );
  const longer = base.replace("maxLength: 40", "maxLength: 80");
  const cwd = temporaryFolder();
  writeTree(cwd, { "base.yaml": base, "added.yaml": added, "longer.yaml": longer });
  const codes = await Promise.all(
    [
      ["added.yaml", "any"],
      ["added.yaml", "breaking"],
      ["longer.yaml", "breaking"],
      ["longer.yaml", "callers"],
    ].map(async ([head = "", failOn = ""]) => {
      const { code } = await runCli(["diff", "base.yaml", head, "--fail-on", failOn], { cwd });
      return `${head} ${failOn} ${code}`;
    }),
  );
  expect(codes).toEqual([
    "added.yaml any 1",
    "added.yaml breaking 0",
    "longer.yaml breaking 1",
    "longer.yaml callers 0",
  ]);
});

it("reports in Markdown and as annotations", async () => {
  const cwd = repositoryOf();
  const markdown = await runCli(["diff", "v1:api/pets.yaml", "--format", "markdown"], { cwd });
  expect(markdown.stdout).toContain(
    "| Owner.age is required now (`api/pets.yaml:134:9`), `response-property-became-required` | compatible | compatible | **breaking** | types `Owner`;",
  );
  const github = await runCli(["diff", "v1:api/pets.yaml", "--format", "github"], { cwd });
  expect(github.stdout).toContain(
    "::error file=api/pets.yaml,line=134,col=9,title=request-property-became-required::Owner.age is required now%0Abreaks: callers compiling, callers running%0A",
  );
  expect(github.stdout).toContain(
    "::notice file=api/pets.yaml,line=135,col=9,title=request-property-added::",
  );
});

it.each([
  [["diff"], /name the descriptions to compare/],
  [["diff", "v1"], /name the description to compare with v1/],
  [
    ["diff", "api/pets.yaml"],
    /^diff compares two descriptions, and no configuration names the one to compare with api\/pets\.yaml: diff api\/pets\.yaml later\.yaml, or a revision before it, diff main api\/pets\.yaml$/m,
  ],
  [["diff", "v2", "api/pets.yaml"], /no revision "v2".*did you mean v1\?/],
  [["diff", "v1:api/pet.yaml"], /no api\/pet\.yaml at v1; did you mean v1:api\/pets\.yaml\?/],
  [["diff", "v1", "api/pets.yaml", "--fail-on", "braking"], /did you mean breaking\?/],
  [["diff", "api/pets.yaml", "broken.yaml"], /not-openapi/],
])("%j is wrong usage, or has errors", async (args, message) => {
  const cwd = repositoryOf({ "broken.yaml": "paths: {}" });
  const { code, stdout, stderr } = await runCli(args, { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(message);
});

it("shows text of descriptions that could steer a terminal as escapes", async () => {
  const cwd = temporaryFolder();
  const hostile = base.replace(
    "{ type: string, enum: [here, sold] }",
    '{ type: string, enum: [here, sold, "\\e[2J|<b>"] }',
  );
  writeTree(cwd, { "base.yaml": base, "head.yaml": hostile });
  for (const format of ["pretty", "markdown", "json", "github"]) {
    const { stdout } = await runCli(["diff", "base.yaml", "head.yaml", "--format", format], {
      cwd,
    });
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toContain("2J");
  }
});

it.each([
  [[], 1],
  [["--stability", "beta"], 1],
  [["--stability", "stable"], 0],
])("fails for the callers of what is stable alone: %j", async (stability, expected) => {
  const operation = "operationId: DeletePet\n";
  const cwd = temporaryFolder();
  writeTree(cwd, {
    "earlier.yaml": base.replace(operation, `${operation}      x-stability-level: beta\n`),
    "later.yaml": base.replace(operation, "operationId: ErasePet\n"),
  });
  const args = ["diff", "earlier.yaml", "later.yaml", ...stability, "--fail-on", "callers"];
  const { code, stdout } = await runCli(args, { cwd });
  expect(code).toBe(expected);
  expect(stdout.includes("callers: not counted, it was beta")).toBe(expected === 0);
  const json = await runCli([...args, "--format", "json"], { cwd });
  const [change] = (JSON.parse(json.stdout) as { readonly changes: readonly object[] }).changes;
  expect(change).toMatchObject({
    stability: "beta",
    verdicts: { compile: expected === 0 ? "compatible" : "breaking", handlers: "breaking" },
    ...(expected === 0 ? { excused: "beta" } : {}),
  });
  for (const format of ["markdown", "github"]) {
    const report = await runCli([...args, "--format", format], { cwd });
    expect(report.stdout.includes("it was beta")).toBe(expected === 0);
  }
});
