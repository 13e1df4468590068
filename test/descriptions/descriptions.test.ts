import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  install,
  node,
  packages,
  prepareWorkspace,
  repository,
  type Installed,
} from "./install.ts";
import type { Verdict } from "./mock-case.ts";
import { expectedDiagnostics, unanswerable } from "./expectations.ts";

const run = promisify(execFile);
const corpus = join(import.meta.dirname, "corpus");
const descriptions = readdirSync(corpus).toSorted();
const workspace = mkdtempSync(join(tmpdir(), "openapi-packages-descriptions-"));
/** Descriptions that other tests generate from and type-check. */
const others = ["spec/openapi.yaml", "test/contract/features/description.yaml"];
const installed = new Map<string, Installed>();
const verdicts = new Map<string, readonly Verdict[]>();

beforeAll(async () => {
  prepareWorkspace(workspace);
  for (const file of descriptions) {
    const name = basename(file, extname(file));
    installed.set(file, await install(workspace, name, join(corpus, file)));
  }
  for (const [index, file] of others.entries())
    installed.set(file, await install(workspace, `other-${index}`, join(repository, file)));
  const include = packages.map((folder) => `*/${folder}/src`);
  const configuration = {
    extends: join(repository, "tsconfig.json"),
    include,
    exclude: ["other-*"],
  };
  writeFileSync(join(workspace, "tsconfig.json"), JSON.stringify(configuration));
  await exercise();
}, 120_000);

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

async function exercise(): Promise<void> {
  const program = join(import.meta.dirname, "exercise.ts");
  const entries = [...installed];
  const folders = entries.map(([, { folder }]) => folder);
  const flags = ["--conditions=@openapi-packages/source", program, ...folders];
  const { stdout } = await run(node, flags, { cwd: workspace, maxBuffer: 2 ** 26 });
  const lines = stdout.trim().split("\n");
  for (const [index, [file]] of entries.entries())
    verdicts.set(file, JSON.parse(lines[index] ?? "[]") as Verdict[]);
}

describe("a description with one area of features", () => {
  it.for(descriptions)("%s is taken, and says what is wrong with it", (file) => {
    const found = installed.get(file)?.diagnostics ?? [];
    expect(found.map(({ severity, code }) => `${severity} ${code}`)).toEqual(
      expectedDiagnostics[file] ?? [],
    );
  });

  it.for([...descriptions, ...others])(
    "%s has mocks that answer what their validators accept",
    (file) => {
      const refused = (verdicts.get(file) ?? []).filter(({ reason }) => reason !== undefined);
      expect(refused).toEqual(unanswerable[file] ?? []);
    },
  );
});

describe("all packages of all descriptions type-check", () => {
  it.for(["typescript-7", "typescript"])("under %s", { timeout: 120_000 }, async (compiler) => {
    const bin = join(repository, "node_modules", compiler, "bin", "tsc");
    const said = await run(node, [bin, "-p", "."], { cwd: workspace, maxBuffer: 2 ** 26 }).then(
      ({ stdout }) => stdout,
      (error: { stdout?: string }) => error.stdout ?? String(error),
    );
    expect(said).toBe("");
  });
});
