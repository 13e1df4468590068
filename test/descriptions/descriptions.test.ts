import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkGuidePackages } from "../../scripts/code-blocks.ts";
import { compilers, sampled } from "../test-all.ts";
import { typeCheck } from "../type-check.ts";
import {
  install,
  node,
  packages,
  prepareWorkspace,
  repository,
  type Installed,
} from "./install.ts";
import type { Verdict } from "./mock-case.ts";
import {
  failuresFile,
  readmeFolder,
  pagesOf,
  writeReadmeBlocks,
  type BlockFailure,
} from "./readme-blocks.ts";
import type { CurlFailure } from "./run-curl.ts";
import { expectedDiagnostics, unanswerable } from "./expectations.ts";

const execute = promisify(execFile);
const corpus = join(import.meta.dirname, "corpus");
const descriptions = readdirSync(corpus).toSorted();
const workspace = mkdtempSync(join(tmpdir(), "openapi-packages-descriptions-"));
/** Descriptions that other tests generate from and type-check, by their scopes. */
const others = {
  "genai-app": "spec/openapi.yaml",
  "other-features": "test/contract/features/description.yaml",
};
/** Descriptions with faults, which are generated from all the same. */
const faulty = join(repository, "generator", "test", "lenient");
/** Pages of `docs` whose code blocks need nothing but the packages of `spec/openapi.yaml`. */
const guides = [
  "auth",
  "errors",
  "retries",
  "streams",
  "pages",
  "tanstack-query",
  "cors",
  "mocks",
  "server",
];
/** READMEs of the repository whose code blocks import the packages of `spec/openapi.yaml`. */
const readmes = [
  "README.md",
  "generator/README.md",
  "packages/runtime/README.md",
  "packages/mock/README.md",
  "docs/README.md",
  ...guides.map((name) => `docs/${name}.md`),
];
const failures = new Map<string, readonly BlockFailure[]>();
const installed = new Map<string, Installed>();
const verdicts = new Map<string, readonly Verdict[]>();

beforeAll(async () => {
  prepareWorkspace(workspace);
  for (const file of descriptions) {
    const name = basename(file, extname(file));
    installed.set(file, await install(workspace, name, join(corpus, file)));
  }
  for (const [name, file] of Object.entries(others))
    installed.set(file, await install(workspace, name, join(repository, file)));
  linkGuidePackages(join(workspace, "node_modules"), join(workspace, "genai-app"));
  for (const name of readdirSync(faulty)) {
    const file = readdirSync(join(faulty, name)).find((one) => one.startsWith("description."));
    const path = join(faulty, name, file ?? "description.yaml");
    installed.set(`lenient/${name}`, await install(workspace, `lenient-${name}`, path));
  }
  for (const [file, { folder, firstCall }] of installed)
    writeReadmeBlocks(folder, firstCall, file === others["genai-app"] ? readmes : []);
  const include = [...packages.map((folder) => `*/${folder}/src`), `*/${readmeFolder}`];
  const configuration = {
    extends: join(repository, "tsconfig.json"),
    // An example may end before it uses everything.
    compilerOptions: { noUnusedLocals: false },
    include,
    exclude: Object.keys(others).flatMap((name) => packages.map((folder) => `${name}/${folder}`)),
  };
  writeFileSync(join(workspace, "tsconfig.json"), JSON.stringify(configuration));
  await exercise();
});

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

async function exercise(): Promise<void> {
  const folders = [...installed.values()].map(({ folder }) => folder);
  const [lines] = await Promise.all([run("exercise.ts", folders), run("run-readmes.ts", folders)]);
  for (const [index, [file, { folder }]] of [...installed].entries()) {
    const failed = readFileSync(join(folder, readmeFolder, failuresFile), "utf8");
    failures.set(file, JSON.parse(failed) as BlockFailure[]);
    verdicts.set(file, JSON.parse(lines[index] ?? "[]") as Verdict[]);
  }
}

/** Runs a program with the folders of descriptions, and returns the lines that it prints. */
async function run(program: string, folders: readonly string[]): Promise<string[]> {
  const path = join(import.meta.dirname, program);
  const flags = ["--conditions=@openapi-packages/source", path, ...folders];
  const { stdout } = await execute(node, flags, { cwd: workspace, maxBuffer: 2 ** 26 });
  return stdout.trim().split("\n");
}

/** All whose packages this workspace has, but for the one whose method no client sends. */
const everyOne = [
  ...descriptions,
  ...Object.values(others),
  ...readdirSync(faulty).flatMap((name) => (name === "methods" ? [] : [`lenient/${name}`])),
];

describe("a description with one area of features", () => {
  it.for(descriptions)("%s is taken, and says what is wrong with it", (file) => {
    const all = installed.get(file)?.diagnostics ?? [];
    const found = all.filter(({ severity }) => severity !== "info");
    expect(found.map(({ severity, code }) => `${severity} ${code}`)).toEqual(
      expectedDiagnostics[file] ?? [],
    );
  });

  it.for(everyOne)("%s has mocks that answer what their validators accept", (file) => {
    const refused = (verdicts.get(file) ?? []).filter(({ reason }) => reason !== undefined);
    expect(refused).toEqual(unanswerable[file] ?? []);
  });
});

describe("the code blocks of the packages' pages, and the first call", () => {
  it.for(everyOne)("of %s run with its mock", (file) => {
    expect(failures.get(file)).toEqual([]);
  });

  it.for(everyOne)("of %s stand between finished texts", (file) => {
    const folder = installed.get(file)?.folder ?? "";
    const texts = pagesOf(folder).map((path) => readFileSync(join(folder, path), "utf8"));
    const prose = texts
      .join("\n")
      .replaceAll(/^```[\s\S]*?^```$/gm, "")
      .replaceAll(/(`+)[^`].*?\1/g, "");
    expect(prose).not.toMatch(/\$\{|\[object Object\]/);
  });
});

/** Descriptions without faults; what is wrong with others is wrong with the commands too. */
const faultless = [...descriptions, ...Object.values(others)];
const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl) console.warn("SKIPPED: the curl commands of the reference: curl is not installed");

it.skipIf(!hasCurl)(
  "the curl commands of the reference get a documented success of the mock",
  async () => {
    const folders = sampled(faultless, 6).map((file) => installed.get(file)?.folder ?? "");
    const lines = await run("run-curl.ts", folders);
    expect(lines.flatMap((line) => JSON.parse(line) as CurlFailure[])).toEqual([]);
  },
);

describe("all packages of all descriptions, and the code blocks of their pages, type-check", () => {
  it.for(compilers)("under %s", async (compiler) => {
    expect(await typeCheck(workspace, compiler)).toBe("");
  });
});
