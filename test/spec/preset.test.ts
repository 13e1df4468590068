import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import redoclyPlugin from "../../generator/src/redocly.ts";
import { faults } from "./faults.ts";

const repository = join(import.meta.dirname, "..", "..");

/** What Redocly reports of a description in a project that has installed the package: `severity rule` of each finding. */
async function findings(preset: string, description: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "preset-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const installed = join(folder, "node_modules", "openapi-packages");
  await mkdir(installed, { recursive: true });
  const manifest = JSON.parse(
    await readFile(join(repository, "generator", "package.json"), "utf8"),
  ) as { exports: Record<string, string> };
  const exports = { "./redocly": manifest.exports["./redocly"] };
  await writeFile(
    join(installed, "package.json"),
    JSON.stringify({ name: "openapi-packages", type: "module", exports }),
  );
  await mkdir(join(installed, "src"));
  symlinkSync(
    join(repository, "generator", "src", "redocly.ts"),
    join(installed, "src", "redocly.ts"),
  );
  cpSync(join(import.meta.dirname, "clean"), folder, { recursive: true });
  await writeFile(join(folder, "openapi.yaml"), description);
  const config = `plugins: [openapi-packages/redocly]\nextends: [openapi-packages/${preset}]\n`;
  await writeFile(join(folder, "redocly.yaml"), config);
  const redocly = join(repository, "node_modules", "@redocly", "cli", "bin", "cli.js");
  const args = [redocly, "lint", "openapi.yaml", "--format", "json"];
  const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, out, err) =>
      resolve({ stdout: out, stderr: err }),
    );
  });
  expect(stderr).not.toMatch(/unknown|not found|warning in .*config/i);
  const { problems } = JSON.parse(stdout) as {
    problems: readonly { readonly severity: string; readonly ruleId: string }[];
  };
  return problems.map(({ severity, ruleId }) => `${severity} ${ruleId}`).toSorted();
}

const clean = (): Promise<string> =>
  readFile(join(import.meta.dirname, "clean", "openapi.yaml"), "utf8");

it("is extended by the name of the package, and has two degrees", async () => {
  const text = await clean();
  expect(await findings("strict", text)).toEqual([]);
  const faulty = text
    .replace("operationId: CreateBook", "operationId: list-books")
    .replace("              schema: { description: Anything. }\n", "")
    .replace("summary: Create a book\n      tags: [Books]", "summary: Create a book");
  expect(await findings("recommended", faulty)).toEqual([
    "error openapi-packages/operation-id-distinct",
    "warn openapi-packages/json-body-schema",
  ]);
  expect(await findings("strict", faulty)).toEqual([
    "error openapi-packages/json-body-schema",
    "error openapi-packages/operation-id-distinct",
    "error openapi-packages/operation-one-tag",
  ]);
});

it("has rules each of which a fault breaks, and configurations of all of them", () => {
  const { id, rules, configs } = redoclyPlugin();
  const names = Object.keys(rules.oas3).map((name) => `${id}/${name}`);
  const broken = new Set(faults.map(({ rule }) => rule));
  expect(names.filter((name) => !broken.has(name))).toEqual([]);
  for (const { rules: configured } of Object.values(configs))
    expect(
      Object.keys(configured)
        .filter((name) => name.startsWith(id))
        .toSorted(),
    ).toEqual(names.toSorted());
  expect(Object.values(configs.strict.rules).every((severity) => severity === "error")).toBe(true);
});

it("is explained rule by rule", async () => {
  const text = await readFile(join(repository, "docs", "lint.md"), "utf8");
  const { rules, configs } = redoclyPlugin();
  const rows = Object.keys(rules.oas3).map((name) => {
    const key = `openapi-packages/${name}`;
    return new RegExp(
      `^\\| \`${name}\` +\\| ${configs.recommended.rules[key]} +\\| ${configs.strict.rules[key]} +\\| \\S`,
      "m",
    );
  });
  expect(rows.filter((row) => !row.test(text))).toEqual([]);
});
