import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { codeBlocksOf, linkGuidePackages, moduleOf } from "../../scripts/code-blocks.ts";
import { repositoryRoot } from "../../scripts/repository.ts";

const path = "docs/verify.md";
const blocks = codeBlocksOf({ path, text: readFileSync(join(repositoryRoot, path), "utf8") });

// Outside of node_modules, below which Node takes no TypeScript.
const folder = mkdtempSync(join(tmpdir(), "openapi-packages-guide-"));
const modules = join(repositoryRoot, "node_modules");
symlinkSync(modules, join(folder, "node_modules"), "junction");
const guide = join(folder, "guide");
linkGuidePackages(join(guide, "node_modules"), join(modules, "@genai-app"));
writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
afterAll(() => rmSync(folder, { recursive: true }));

test.each(blocks)("the guide to verification passes, line $line", async (block) => {
  const file = join(guide, `${block.line}.ts`);
  writeFileSync(file, moduleOf(block));
  const run = promisify(execFile)(
    process.execPath,
    ["--conditions=@openapi-packages/source", file],
    { cwd: repositoryRoot },
  );
  await expect(run).resolves.toMatchObject({ stderr: "" });
});
