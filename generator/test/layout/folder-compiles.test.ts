import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { compilers, isTestAll } from "../../../test/test-all.ts";
import { typeCheck } from "../../../test/type-check.ts";
import { statusTypes } from "../../src/emit/contract/status-types.ts";
import { generate } from "../../src/generate.ts";
import { scaffold } from "../../src/scaffold/scaffold.ts";
import {
  caseNames,
  goldenFolder,
  node,
  repository,
  temporaryFolder,
  writeTree,
} from "../support.ts";

const run = promisify(execFile);

/** Within node_modules, so that the packages that generated code depends on are found. */
const workspace = join(repository, "node_modules", ".cache", "folder-compiles");

const strict = {
  target: "es2023",
  lib: ["ES2024", "DOM", "DOM.Iterable"],
  types: ["node"],
  customConditions: ["@openapi-packages/source"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noFallthroughCasesInSwitch: true,
  noImplicitOverride: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Compiler options of applications, by how imports end there. */
const applications = {
  ts: { module: "esnext", moduleResolution: "bundler", allowImportingTsExtensions: true },
  none: {
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    allowJs: true,
  },
  js: { module: "nodenext", allowImportingTsExtensions: true },
} as const;

/** Those that are made in a folder; `npm run test:all` makes all of them where imports end with `ts`. */
const fewCases = [
  "validators",
  "tags",
  "common-errors",
  "mocks",
  "event-stream",
  "webhooks",
  "statuses",
];

beforeAll(async () => {
  rmSync(workspace, { recursive: true, force: true });
  for (const [extension, options] of Object.entries(applications)) {
    const root = join(workspace, extension);
    mkdirSync(root, { recursive: true });
    const configuration = { compilerOptions: { ...strict, ...options }, include: ["."] };
    writeFileSync(join(root, "tsconfig.json"), JSON.stringify(configuration));
    writeFileSync(join(root, "package.json"), '{ "type": "module" }');
    for (const name of extension === "ts" && isTestAll ? caseNames(goldenFolder) : fewCases)
      await installCase(join(root, name), name, extension as keyof typeof applications);
  }
});

async function installCase(
  root: string,
  name: string,
  importExtension: keyof typeof applications,
): Promise<void> {
  const spec = join(goldenFolder, name, "description.yaml");
  const out = join(root, "api");
  const fileNames = importExtension === "js" ? "camelCase" : "kebab-case";
  await generate({ spec, out, layout: "folder", importExtension, fileNames });
  await generate({
    spec,
    out: join(root, "types"),
    layout: "folder",
    importExtension,
    packages: ["types"],
  });
  await generate({
    spec,
    out: join(root, "alone"),
    layout: "folder",
    importExtension,
    packages: ["client"],
  });
  const handlers = { spec, operations: [], tags: [], server: join(out, "server"), importExtension };
  await scaffold({ ...handlers, out: join(root, "handlers") });
}

const compilations = Object.keys(applications).flatMap((extension) =>
  compilers.map((compiler) => [extension, compiler] as const),
);

describe("a folder, its types alone, its client alone, and handlers beside it", () => {
  it.for(compilations)(
    "type-check where imports end with %s, under %s",
    async ([extension, compiler]) => {
      expect(await typeCheck(join(workspace, extension), compiler)).toBe("");
    },
  );

  it("run in Node as they are: client, validators and mock", async () => {
    const main = `
      import { createClient } from "./api/client/index.ts";
      import { createMock } from "./api/mocks/index.ts";
      import { validators } from "./api/contract/validators.ts";
      const mock = createMock();
      const api = createClient({ baseUrl: "http://localhost/", fetch: mock.fetch });
      const jobs = await api.jobs.listJobs();
      console.log(JSON.stringify([typeof jobs === "object", Object.keys(validators).length > 0]));
    `;
    // Node strips no types within node_modules.
    const cwd = temporaryFolder();
    symlinkSync(join(repository, "node_modules"), join(cwd, "node_modules"), "dir");
    const spec = join(goldenFolder, "mocks", "description.yaml");
    await generate({ spec, out: join(cwd, "api"), layout: "folder" });
    writeTree(cwd, { "main.ts": main, "package.json": '{ "type": "module" }' });
    const flags = ["--conditions=@openapi-packages/source", "main.ts"];
    const { stdout } = await run(node, flags, { cwd });
    expect(JSON.parse(stdout)).toEqual([true, true]);
  });
});

describe("the types of statuses of a contract without a runtime", () => {
  const withoutComments = (text: string): string =>
    text
      .replace(/\/\*\*[\s\S]*?\*\//g, "")
      .replace(/\s+/g, " ")
      .trim();

  it("are those of the runtime", () => {
    const runtime = join(repository, "packages", "runtime", "src", "status-range.ts");
    expect(withoutComments(statusTypes)).toBe(withoutComments(readFileSync(runtime, "utf8")));
  });
});
