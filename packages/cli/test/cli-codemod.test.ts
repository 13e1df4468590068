import { chmodSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { edited, pets, userFolder } from "../../../generator/test/changes/impact/user-project.ts";
import { readTree, runCli, type CommandResult } from "../../../generator/test/support.ts";

const config = { description: "head.yaml", out: "src/api", layout: "folder" };

/** A project whose description calls an operation otherwise by now. */
async function renamedProject(more = ""): Promise<string> {
  return userFolder({
    "src/app.ts": `import { createClient } from "./api/client/index.ts";
// getPet\r
export const pet = createClient().pets.getPet({ path: { pet_id: "1" } });
${more}`,
    "base.yaml": pets,
    "head.yaml": edited([["operationId: GetPet", "operationId: FetchPet"]]),
    "openapi-packages.config.json": JSON.stringify(config),
  });
}

const codemod = (cwd: string, ...args: readonly string[]): Promise<CommandResult> =>
  runCli(["codemod", "base.yaml", ...args], { cwd });

it("shows a unified diff, checks, and edits nothing but names", async () => {
  const cwd = await renamedProject();
  const before = readTree(join(cwd, "src"));
  chmodSync(join(cwd, "src", "app.ts"), 0o640);
  const [plan, check] = await Promise.all([codemod(cwd, "--dry-run"), codemod(cwd, "--check")]);
  expect({ code: plan.code, stderr: plan.stderr }).toEqual({ code: 0, stderr: "" });
  expect(plan.stdout).toMatch(
    /^--- a\/src\/app\.ts\n\+\+\+ b\/src\/app\.ts\n@@ -1,3 \+1,3 @@\n[^]*\n-export const pet = createClient\(\)\.pets\.getPet\(.*\n\+export const pet = createClient\(\)\.pets\.fetchPet\(/,
  );
  expect([check.code, check.stdout]).toEqual([1, expect.stringContaining("1 to be edited")]);
  expect(readTree(join(cwd, "src"))).toEqual(before);
  const { code, stdout } = await codemod(cwd);
  expect([code, stdout]).toEqual([
    0,
    "edited: src/app.ts\n1 edited, 0 left to you, 0 errors of the compiler\n",
  ]);
  const { "app.ts": text = "" } = before;
  expect(readTree(join(cwd, "src"))).toEqual({ "app.ts": text.replace(".getPet(", ".fetchPet(") });
  expect(statSync(join(cwd, "src", "app.ts")).mode & 0o777).toBe(0o640);
  const again = await codemod(cwd, "--check");
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("0 to be edited")]);
});

it("exits with 1 for what it leaves to somebody", async () => {
  const cwd = await renamedProject(
    "declare const either: typeof api.pets | { getPet(): void };\ndeclare const api: ReturnType<typeof createClient>;\nexport const called = either.getPet;\n",
  );
  const { code, stdout } = await codemod(cwd);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /left alone: src\/app\.ts:6:30 getPet is called fetchPet or getPet now, by which type is meant\n/,
  );
  expect(stdout).toMatch(/does not compile: src\/app\.ts:6:30 TS2339: /);
});

it.each([
  [["codemod"], /name the descriptions to compare: codemod main/],
  [["codemod", "base.yaml", "--project", "none"], /there is no none: --project names/],
  [["codemod", "none.yaml"], /there is no file "none\.yaml"/],
])("%j is wrong usage", async (args, message) => {
  const cwd = await renamedProject();
  const { code, stdout, stderr } = await runCli(args, { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(message);
});
