import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import {
  goldenFolder,
  node,
  readTree,
  repository,
  runCli,
  temporaryFolder,
  writeTree,
} from "../../../generator/test/support.ts";

const configFolder = join(repository, "packages", "cli", "src", "config");

const minimal = readFileSync(join(goldenFolder, "minimal", "description.yaml"), "utf8");

function project(files: Readonly<Record<string, string>>): string {
  const cwd = temporaryFolder();
  writeTree(cwd, {
    "api/openapi.yaml": minimal,
    "package.json": "{}\n",
    "node_modules/.keep": "",
    ...files,
  });
  return cwd;
}

const job = { description: "api/openapi.yaml", out: "packages", scope: "@case" };

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A configuration with an emitter of its own, in a module of its own. */
const withEmitter = {
  "openapi-packages.config.ts": [
    'import { defineConfig, type Config } from "openapi-packages";',
    'import { hello } from "./lib/hello.ts";',
    `const job: Config = { ...${JSON.stringify(job)}, packages: [hello] };`,
    "export default defineConfig(job);\n",
  ].join("\n"),
  "lib/hello.ts": [
    'import { markdownFile, type Emitter } from "openapi-packages/emitter";',
    'export const hello: Emitter = () => [markdownFile("hello/README.md", ["Hello"])];\n',
  ].join("\n"),
};

describe("a configuration", () => {
  it("says what is made of which description, wherever in the package the command is run", async () => {
    const cwd = project({ "openapi-packages.config.json": json(job), "src/deep/a.ts": "" });
    const { code, stdout, stderr } = await runCli(["generate"], { cwd: join(cwd, "src", "deep") });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("1 operation, 0 schemas");
    expect(Object.keys(readTree(cwd))).toContain("packages/client/src/index.ts");
    expect(await runCli(["generate", "--check"], { cwd })).toMatchObject({ code: 0 });
  });

  it("in TypeScript has functions, whose change is seen, also in what they import", async () => {
    const cwd = project(withEmitter);
    const run = async () => (await runCli(["generate", "--format", "json"], { cwd })).stdout;
    const isUnchanged = async () =>
      (JSON.parse(await run()) as { isUnchanged: boolean }).isUnchanged;
    expect([await isUnchanged(), await isUnchanged()]).toEqual([false, true]);
    writeTree(cwd, { "lib/hello.ts": withEmitter["lib/hello.ts"].replace('"Hello"', '"Bye"') });
    expect(await isUnchanged()).toBe(false);
    expect(readTree(cwd)["packages/hello/README.md"]).toBe("Bye\n");
  });

  it("is loaded anew with all it imports", async () => {
    const cwd = project(withEmitter);
    const changed = 'export const hello = "changed";\n';
    const loader = pathToFileURL(join(configFolder, "import-config.ts")).href;
    // The module system of tests loads modules in its own way.
    const script = [
      'import { writeFileSync } from "node:fs";',
      `import { importConfig } from ${JSON.stringify(loader)};`,
      "const first = await importConfig(process.argv[1]);",
      `writeFileSync("lib/hello.ts", ${JSON.stringify(changed)});`,
      "const { value } = await importConfig(process.argv[1]);",
      "console.log(JSON.stringify({ value, files: [...first.files].sort() }));",
    ].join("\n");
    const path = join(cwd, "openapi-packages.config.ts");
    const stdout = execFileSync(node, ["--input-type=module", "--eval", script, path], { cwd });
    expect(JSON.parse(String(stdout))).toEqual({
      value: { ...job, packages: ["changed"] },
      files: [join(cwd, "lib", "hello.ts"), path],
    });
  });

  it("that is a module needs a Node that strips types, and JSON does not", async () => {
    const file = "openapi-packages.config.mjs";
    const cwd = project({ [file]: `export default ${json(job)}`, "api.json": json(job) });
    const loader = pathToFileURL(join(configFolder, "load-config.ts")).href;
    const script = [
      `import { loadConfig } from ${JSON.stringify(loader)};`,
      'Object.defineProperty(process.features, "typescript", { value: false });',
      'console.log((await loadConfig("api.json")).jobs.length);',
      `await loadConfig("${file}").catch(({ message }) => console.log(message));`,
    ].join("\n");
    const stdout = execFileSync(node, ["--input-type=module", "--eval", script], { cwd });
    expect(String(stdout)).toBe(
      `1\n${file} needs Node 22.18 or newer, which strips types, and node --version says ${process.version}: update Node, or write openapi-packages.config.json\n`,
    );
  });

  it("has options that flags come before, and none with --no-config", async () => {
    const cwd = project({
      "openapi-packages.config.mjs": `export default ${json({ ...job, reference: true })}`,
    });
    const args = ["generate", "--scope", "@other", "--no-reference"];
    expect(await runCli(args, { cwd })).toMatchObject({ code: 0 });
    const tree = readTree(cwd);
    expect(tree["packages/client/package.json"]).toContain('"@other/client"');
    expect(Object.keys(tree)).not.toContain("packages/contract/reference/README.md");
    const { code, stderr } = await runCli(["generate", "--no-config"], { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("name the description"),
    });
  });

  it("has functions that name operations, for every command", async () => {
    const cwd = project({
      "openapi-packages.config.ts": `export default { ...${JSON.stringify(job)}, scaffold: { out: "h" },
        operationName: ({ operationId }) => \`\${operationId}It\` };`,
    });
    expect(await runCli(["generate"], { cwd })).toMatchObject({ code: 0 });
    expect(await runCli(["scaffold"], { cwd })).toMatchObject({ code: 0 });
    const tree = readTree(cwd);
    expect(tree["packages/client/src/default.ts"]).toContain("pingIt");
    expect(tree["h/index.ts"]).toContain("pingIt");
  });

  it("is named by --config, and paths in it are relative to it", async () => {
    const cwd = project({
      "config/api.json": json({ ...job, description: "../api/openapi.yaml", out: "../made" }),
    });
    expect(await runCli(["generate", "--config", "config/api.json"], { cwd })).toMatchObject({
      code: 0,
    });
    expect(Object.keys(readTree(cwd))).toContain("made/client/src/index.ts");
    const { stderr } = await runCli(["generate", "-c", "none.json"], { cwd });
    expect(stderr).toMatch(/^--config: there is no file .*none\.json$/m);
  });

  it("gives scaffold its folder, and its style", async () => {
    const scaffold = { out: "handlers", layout: "tag", importExtension: "ts" };
    const cwd = project({ "openapi-packages.config.json": json({ ...job, scaffold }) });
    expect(await runCli(["scaffold"], { cwd })).toMatchObject({ code: 0 });
    const tree = readTree(cwd);
    expect(tree["handlers/index.ts"]).toContain("./default.ts");
  });
});

describe("several jobs", () => {
  const broken = { ...job, description: "api/broken.yaml", out: "broken" };
  const files = {
    "openapi-packages.config.json": json([broken, job]),
    "api/broken.yaml": "openapi: 4.0.0\n",
  };

  it("are all done, each with its name, and the worst decides the exit code", async () => {
    const cwd = project(files);
    const { code, stdout, stderr } = await runCli(["generate"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^api\/broken\.yaml → broken\napi\/broken\.yaml:1:1 {2}/);
    expect(stdout).toMatch(/^api\/openapi\.yaml → packages\n/);
    expect(stdout).toContain("1 operation, 0 schemas");
    expect(
      stderr.match(/^How to fix it: openapi-packages explain openapi-version$/gm),
    ).toHaveLength(1);
  });

  it("have no JSON among annotations, where one fails by its options", async () => {
    const nameless = { description: broken.description, out: broken.out };
    const cwd = project({ ...files, "openapi-packages.config.json": json([nameless, job]) });
    const { code, stdout, stderr } = await runCli(["generate", "--format", "github"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^api\/broken\.yaml → broken\n.*--scope/);
    expect(stdout).not.toContain("{");
  });

  it("are a list of reports in JSON", async () => {
    const cwd = project(files);
    const { code, stdout, stderr } = await runCli(["generate", "--format", "json"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^api\/broken\.yaml → broken\n/);
    expect(JSON.parse(stdout)).toMatchObject([
      { description: "api/broken.yaml", out: "broken", diagnostics: [{ severity: "error" }] },
      { description: "api/openapi.yaml", out: "packages", operations: 1 },
    ]);
  });

  it("are chosen by their description", async () => {
    const cwd = project(files);
    const { code, stdout } = await runCli(["generate", "api/openapi.yaml", "--out", "x"], { cwd });
    expect(code).toBe(0);
    expect(stdout).not.toContain("broken");
    expect(Object.keys(readTree(cwd))).toContain("x/client/src/index.ts");
  });

  it.each([
    [["generate", "--out", "x"], "--out is of one job, and openapi-packages.config.json has 2"],
    [["generate", "other.yaml"], "openapi-packages.config.json has no job for other.yaml"],
    [["mock"], "openapi-packages.config.json has 2 jobs: name a description"],
    [["scaffold"], "openapi-packages.config.json has 2 jobs: name a description"],
  ])("%j is refused", async (args, message) => {
    const { code, stderr } = await runCli(args, { cwd: project(files) });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(`openapi-packages ${args[0]} api/openapi.yaml`);
  });
});

describe("what is wrong in a configuration", () => {
  it("is said with file, line and column in JSON, all at once", async () => {
    const wrong = { ...job, formater: "none", formatter: "pretier", mock: { port: "x", prot: 1 } };
    const cwd = project({ "openapi-packages.config.json": json(wrong) });
    expect(await runCli(["generate"], { cwd })).toEqual({
      code: 2,
      stdout: "",
      stderr: [
        "openapi-packages.config.json:5:3: there is no option formater; did you mean formatter?",
        'openapi-packages.config.json:6:3: formatter is oxfmt, prettier or none, not "pretier"; did you mean prettier?',
        'openapi-packages.config.json:8:5: mock.port is a number from 0 to 65535, not "x"',
        "openapi-packages.config.json:9:5: there is no option mock.prot; did you mean port?\n",
      ].join("\n"),
    });
  });

  it.each([
    ["json", "{ description: 1 }", /^openapi-packages\.config\.json:1:3 is not JSON: /],
    ["json", '{ "a": 1,\n }', /^openapi-packages\.config\.json.* is not JSON: /],
    ["json", "[]", /^openapi-packages\.config\.json:1:1: the list of jobs is empty$/m],
    ["json", '{ "operationName": "a" }', /:1:3: operationName is a function, which/],
    ["json", "7", /the configuration is not an object of options/],
    [
      "json",
      '[{ "scope": 7 }]',
      /^openapi-packages\.config\.json:1:4: \[0\]\.scope is a string, not 7$/m,
    ],
    ["ts", "export const a = 1;", /^openapi-packages\.config\.ts has no default export: /],
    [
      "ts",
      "\nthrow new Error('no');export {}",
      /^openapi-packages\.config\.ts:2 cannot be loaded: no$/m,
    ],
    ["json", '{ "scaffold": { "template": "db" } }', /scaffold\.template is plain or store/],
    [
      "json",
      '{ "mock": { "interval": "slow", "slashes": "any", "acceptNull": "", "limits": { "a": -1 } } }',
      /mock\.interval is milliseconds.*\n.*mock\.slashes is exact or lenient.*\n.*mock\.acceptNull is absent.*\n.*mock\.limits\.a is a whole/,
    ],
    ["json", '{ "mock": { "proxyTimeout": "1s" } }', /mock\.proxyTimeout is milliseconds from 0/],
    ["json", '{ "mock": { "consoleToken": "" } }', /mock\.consoleToken is empty; it looks like/],
    ["ts", "enum A { B }\nexport default {}", /enum is not supported.*; Node strips types and/],
    [
      "ts",
      "export default { mock: 1, filters: { includeTags: 'a' } }",
      /mock is not an object of options\n.*filters\.includeTags is a list of strings, not "a"/,
    ],
    [
      "mjs",
      "import './none.mjs';",
      /^openapi-packages\.config\.mjs cannot be loaded: Cannot find module/,
    ],
  ])("%s: %s", async (extension, text, message) => {
    const cwd = project({ [`openapi-packages.config.${extension}`]: text });
    const { code, stderr } = await runCli(["generate"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("Try:");
  });

  it("is a key that another one makes useless", async () => {
    const cwd = project({
      "openapi-packages.config.json": json({ ...job, fileNames: "camelCase" }),
    });
    const { code, stderr } = await runCli(["generate"], { cwd });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^fileNames is for --layout folder$/m),
    ]);
  });

  it("is that there are two", async () => {
    const cwd = project({
      "openapi-packages.config.json": json(job),
      "openapi-packages.config.ts": "export default {};",
    });
    const { stderr } = await runCli(["generate"], { cwd });
    expect(stderr).toMatch(/^there are openapi-packages\.config\.ts and .*json: keep one of them/);
  });
});
