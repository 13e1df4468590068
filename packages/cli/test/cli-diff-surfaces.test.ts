import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { generate } from "../../../generator/src/generate.ts";
import { basePath } from "../../../generator/test/changes/diff/edited.ts";
import { runCli, temporaryFolder, writeTree } from "../../../generator/test/support.ts";

const base = readFileSync(basePath, "utf8");
const edited = base.replace("        age: { type: integer }\n", "");

const released = mkdtempSync(join(tmpdir(), "openapi-packages-"));
beforeAll(() => release(released));
afterAll(() => rmSync(released, { recursive: true, force: true }));

/** A copy of a repository whose packages were generated and committed at `v1`. */
function repository(): string {
  const folder = temporaryFolder();
  cpSync(released, folder, { recursive: true });
  return folder;
}

async function release(folder: string): Promise<void> {
  const git = (...args: readonly string[]): unknown =>
    execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
    });
  git("init", "--quiet", "--initial-branch=main");
  await writeAndGenerate(folder, base);
  git("add", "--all");
  git("commit", "--quiet", "--message=First");
  git("tag", "v1");
}

async function writeAndGenerate(
  folder: string,
  description: string,
  more: { readonly enums?: "closed" } = {},
): Promise<void> {
  writeTree(folder, { "pets.yaml": description });
  const [spec, out] = [join(folder, "pets.yaml"), join(folder, "packages")];
  await generate({ spec, out, scope: "@acme", compile: false, ...more });
}

const diff = (cwd: string, ...args: readonly string[]) =>
  runCli(["diff", "v1", "pets.yaml", "--out", "packages", ...args], { cwd });

it("tells breaks of the generated API that the description does not declare, and fails by them", async () => {
  const cwd = repository();
  await writeAndGenerate(cwd, base, { enums: "closed" });
  const { code, stdout } = await diff(cwd, "--fail-on", "undeclared");
  expect(stdout).toContain(
    `packages/client/package.json  breaking export-removed  @acme/client: GetPetResult  (undeclared)
    breaks: callers compiling
    was: type GetPetResult =`,
  );
  expect(stdout).toMatch(
    /\nno visible change\nthe generated API: \d+ changes: \d+ break callers, 0 break handlers, \d+ undeclared\n$/,
  );
  expect(code).toBe(1);
  const markdown = await diff(cwd, "--format", "markdown", "--fail-on", "callers");
  expect(markdown.stdout).toContain(
    "| `GetPetResult`, `export-removed` | `@acme/client` | callers compiling | **nothing** |",
  );
  expect(markdown.code).toBe(1);
  const github = await diff(cwd, "--format", "github");
  expect(github.stdout).toContain(
    "::error file=packages/client/package.json,title=undeclared export-removed::@acme/client: GetPetResult%0Abreaks: callers compiling%0A",
  );
  // Without `--fail-on`.
  expect(github.code).toBe(0);
  const json = JSON.parse((await diff(cwd, "--format", "json")).stdout) as object;
  expect(json).toMatchObject({
    changes: [],
    surface: {
      out: "packages",
      changes: expect.arrayContaining([
        expect.objectContaining({
          code: "export-removed",
          name: "GetPetResult",
          verdicts: { callers: "breaking", handlers: "none" },
          declaredBy: [],
        }),
      ]) as unknown,
    },
  });
});

it("finds a break that the description declares declared", async () => {
  const cwd = repository();
  await writeAndGenerate(cwd, edited);
  const { code, stdout } = await diff(cwd, "--fail-on", "undeclared");
  expect({ code, last: stdout.trim().split("\n").at(-1) }).toEqual({
    code: 0,
    last: expect.stringMatching(
      /^the generated API: 1 change: 1 break callers, 1 break handlers, all declared by the description$/,
    ),
  });
  const markdown = await diff(cwd, "--format", "markdown");
  expect(markdown.stdout).toContain(
    "| `Owner.age`, `member-removed` | `@acme/contract` | callers compiling, handlers compiling | `request-property-removed`",
  );
});

it("compares what is generated where the packages are older than the description, and says so", async () => {
  const cwd = repository();
  writeTree(cwd, { "pets.yaml": edited });
  const { stdout } = await diff(cwd);
  expect(stdout.trim().split("\n").at(-1)).toMatch(
    /^the generated API: 1 change: 1 break callers, 1 break handlers, all declared by the description; its packages are out of date/,
  );
  const json = JSON.parse((await diff(cwd, "--format", "json")).stdout) as object;
  expect(json).toMatchObject({
    surface: {
      areStale: true,
      changes: [{ packageName: "@acme/contract", name: "Owner", member: ["age"] }],
    },
  });
});

it("compares the packages of two revisions, and says where there are none", async () => {
  const cwd = repository();
  const two = await runCli(["diff", "v1", "v1:pets.yaml", "--out", "packages"], { cwd });
  expect(two.stdout).toMatch(/\nthe generated API is the same\n$/);
  rmSync(join(cwd, "packages"), { recursive: true });
  expect((await diff(cwd)).stdout).toContain(
    "the generated API was not compared: pets.yaml has no generated packages in packages",
  );
  expect((await runCli(["diff", "v1", "pets.yaml", "--out", "lib"], { cwd })).stdout).toBe(
    "no visible change\n",
  );
});
