import { execFile } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { codeBlocksOf } from "../../../scripts/code-blocks.ts";
import { typeCheck } from "../../../test/type-check.ts";
import { goldenFolder, node, readTree, repository, temporaryFolder } from "../support.ts";

const run = promisify(execFile);
const page = readFileSync(join(repository, "docs", "emitter.md"), "utf8");

/** The code blocks of the page by the files that their first lines name. */
const blocks = codeBlocksOf({ path: "docs/emitter.md", text: page }).map(({ code }) => {
  const [, name = ""] = /^\/\/ (\S+)\n/.exec(code) ?? expect.unreachable(code);
  return [name, code] as const;
});

it("the page on emitters compiles, its test passes, and its program generates", async () => {
  const [, emitter = ""] = blocks.find(([name]) => name === "permissions.ts") ?? [];
  expect(emitter.split("\n").length).toBeLessThan(33);
  // Outside of node_modules, below which Node takes no TypeScript.
  const folder = temporaryFolder();
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "junction");
  for (const [name, code] of blocks) writeFileSync(join(folder, name), code);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  cpSync(join(goldenFolder, "security", "description.yaml"), join(folder, "openapi.yaml"));
  const extended = join(repository, "tsconfig.json");
  const files = blocks.map(([name]) => name);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: extended, files, include: [], exclude: [] }),
  );
  const source = "--conditions=@openapi-packages/source";
  expect(await typeCheck(folder)).toBe("");
  const tested = await run(node, [source, "--test", "permissions.test.ts"], { cwd: folder });
  expect(tested.stdout).toMatch(/pass 1\n.*fail 0/);
  await run(node, [source, "generate.ts"], { cwd: folder });
  const written = readTree(join(folder, "packages"));
  const folders = new Set(Object.keys(written).map((path) => path.split("/")[0]));
  expect([...folders].toSorted()).toEqual(["client", "contract", "permissions"]);
  expect(written["permissions/src/index.ts"]).toContain("export const permissions: Readonly<");
  await run(node, [source, "generate-inputs.ts"], { cwd: folder });
  const shared = readTree(join(folder, "shared"));
  expect([...new Set(Object.keys(shared).map((path) => path.split("/")[0]))]).toEqual([
    "contract",
    "inputs",
  ]);
  expect(shared["inputs/src/index.ts"]).toMatch(/from "@acme\/contract\/operations\/\w+";/);
});
