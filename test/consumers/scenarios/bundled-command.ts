import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../../../scripts/repository.ts";
import { installWith, link } from "../by-hand.ts";
import type { Project } from "../project.ts";
import type { Scenario } from "../scenario.ts";
import { unpack, type Tarball } from "../tarballs.ts";

const sources = join(repositoryRoot, "generator", "src", "cli.ts");
const description = join(repositoryRoot, "spec", "openapi.yaml");
const recorder = join(repositoryRoot, "scripts", "weights", "record-modules.ts");
const command = "node_modules/openapi-packages/dist/cli.js";
const compiler = "/openapi-packages/dist/typescript/typescript.cjs";

/** The options of runs whose output is compared with that of the sources. */
const runs = [
  "--out api --layout folder --packages client --validators",
  "--out packages --scope @acme",
];

/** An emitter with a structure, and one that fails as users' emitters may. */
const configuration = `import { defineConfig } from "openapi-packages";
import { ExpectedError, moduleFile, moduleScope, structureKinds } from "openapi-packages/emitter";
const statements = [{ kind: structureKinds.TypeAlias, name: "Own", type: "string", isExported: true }];
const emitters = {
  works: (model, options) => [
    moduleFile("own/src/own.ts", moduleScope("own/src/own.ts", options), statements),
  ],
  fails() { throw new ExpectedError("the team has no name"); },
};
export default defineConfig({ out: "out", scope: "@acme", packages: ["client", emitters.works] });
`;

/**
 * The published command, with its dependencies alone: it makes what the sources make, loads little, has one TypeScript and loads
 * that only where it prints code, and works with emitters of users and commands of other packages.
 */
export function bundledCommand(tarballs: readonly Tarball[]): Scenario {
  return {
    name: "the bundled command, with what it depends on alone",
    async run(machine) {
      const { project } = machine;
      installWith(machine, tarballs, "openapi-packages");
      project.write("package.json", { name: "acme", private: true, type: "module" });
      await makesWhatSourcesMake(project);
      await loadsLittle(project);
      await runsEmitters(project);
      await runsOtherPackages(project, tarballs);
    },
  };
}

async function makesWhatSourcesMake(project: Project): Promise<void> {
  for (const [name, program] of [
    ["bundled", join(project.folder, command)],
    ["sources", sources],
  ] as const) {
    const own = project.within(name);
    own.write("package.json", { name: "acme", private: true, type: "module" });
    for (const options of runs)
      await own.run(`node ${program} generate ${description} --no-config ${options}`);
    await own.run(
      `node ${program} scaffold ${description} --no-config --out handlers --scope @acme --entry node`,
    );
  }
  const [bundled, made] = ["bundled", "sources"].map((name) => tree(join(project.folder, name)));
  assert.ok((made?.size ?? 0) > 100);
  assert.deepEqual(bundled, made);
}

async function loadsLittle(project: Project): Promise<void> {
  const generate = await modulesOf(project, `generate ${description} --no-config ${runs[0]}`);
  assert.ok(generate.length < 40, `generate loads ${generate.length} modules`);
  assert.ok(generate.some((url) => url.endsWith(compiler)));
  const folders = generate.map((url) => /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]);
  const others = new Set(folders.filter((one) => !/^(?:openapi-packages|@?oxfmt)/.test(one ?? "")));
  assert.deepEqual([...others], []);
  const mock = project.within("mocked");
  mock.write("package.json", {});
  const preload = `RECORDED_MODULES=modules node --import ${recorder}`;
  await mock.start(`${preload} ../${command} mock ${description} --no-config --port 0`);
  for (const urls of [await modulesOf(project, "--help"), readLines(mock.read("modules"))]) {
    assert.ok(urls.some((url) => url.endsWith("/openapi-packages/dist/cli.js")));
    assert.deepEqual(
      urls.filter((url) => url.includes("typescript")),
      [],
    );
  }
}

/** Runs the command, and returns the URLs of the modules that it loads. */
async function modulesOf(project: Project, words: string): Promise<string[]> {
  const file = join(project.folder, "modules");
  project.write("modules", "");
  await project.run(`RECORDED_MODULES=${file} node --import ${recorder} ${command} ${words}`);
  return readLines(project.read("modules"));
}

const readLines = (text: string): string[] =>
  text.split("\n").filter((line) => line.startsWith("file:") && !line.includes("record-modules"));

async function runsEmitters(project: Project): Promise<void> {
  project.write("openapi-packages.config.js", configuration);
  await project.run(`node ${command} generate ${description}`);
  assert.match(project.read("out/own/src/own.ts"), /^export type Own = string;$/m);
  project.edit("openapi-packages.config.js", "emitters.works", "emitters.fails");
  const failed = await project.try(`node ${command} generate ${description}`);
  assert.equal(failed.code, 2);
  assert.match(failed.output, /the team has no name/);
  assert.doesNotMatch(failed.output, /^ {4}at /m);
}

async function runsOtherPackages(project: Project, tarballs: readonly Tarball[]): Promise<void> {
  const installed = new Set(readdirSync(join(project.folder, "node_modules", "@openapi-packages")));
  assert.deepEqual([...installed].toSorted(), ["mock", "runtime"]);
  for (const tarball of tarballs)
    if (/verify|cli|compiler|description/.test(tarball.name)) unpack(tarball, project.folder);
  for (const name of [
    "@eslint-community/regexpp",
    "ajv-formats",
    "fast-check",
    "json-p3",
    "semver",
    "yaml",
  ])
    link(join(repositoryRoot, "node_modules", name), join(project.folder, "node_modules", name));
  project.write("faulty.yaml", "openapi: 9.9.9\npaths: {}\n");
  const verify = `node ${command} verify faulty.yaml --server http://localhost:4010`;
  const unreadable = await project.try(`${verify} --format json`);
  assert.equal(unreadable.code, 2);
  assert.match(unreadable.output, /How to fix it: openapi-packages explain/);
  assert.ok(JSON.parse(unreadable.stdout).diagnostics.length > 0);
  const wrong = await project.try(`${verify} --only nothing-of-the-kind`);
  assert.equal(wrong.code, 2);
  assert.match(wrong.output, /Try: openapi-packages verify --help/);
}

/** The texts of a folder's files, by path. */
function tree(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    paths.toSorted().map((path) => [path.slice(folder.length), readFileSync(path, "utf8")]),
  );
}
