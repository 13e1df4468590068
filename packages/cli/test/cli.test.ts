import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { help } from "../src/help.ts";
import { configOptions, optionRows, optionsOf } from "../src/options/option-table.ts";
import { runGenerate } from "../../../generator/src/commands/run-generate.ts";
import { runPromote, runScaffold } from "../../../generator/src/commands/run-scaffold.ts";
import { UsageError } from "../../description/src/diagnostics/usage-error.ts";
import {
  goldenFolder,
  readTree,
  repository,
  runCli,
  runCliProcess,
  temporaryFolder,
  writeTree,
} from "../../../generator/test/support.ts";

const minimal = join(goldenFolder, "minimal", "description.yaml");

describe("help", () => {
  it.each([
    [["--help"], /generate.*\n.*scaffold/s],
    [["-h"], /Exit codes/],
    [["help", "scaffold"], /--operation/],
    [["generate", "--help"], /--check/],
    [["generate", minimal, "--out", "nowhere", "-h"], /--check/],
    [["scaffold", "--help"], /--operation/],
    [["mock", "pets.yaml", "--help"], /--latency/],
    [["mock", "--help", "all"], /\[mock\.interval\]/],
    [["--help", "all"], /\[verify\.workflows\]/],
    [["help", "mock", "all"], /\[mock\.interval\]/],
  ])("%j is told on standard output", async (args, text) => {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(text);
  });

  it("is told to whoever says nothing, as wrong usage", async () => {
    expect(await runCli([])).toMatchObject({ code: 2, stdout: expect.stringMatching(/generate/) });
  });

  const commands = [...new Set(optionRows.flatMap(([, option]) => option.commands))];

  it.each(commands)("of %s names every flag that it takes, and no other", (command) => {
    const text = help(command, false);
    const named = [...text.matchAll(/^ {2}(?:-\w, | {4})--([a-z-]+)/gm)].map(([, name]) => name);
    const taken = optionsOf(command).flatMap(([, option]) => {
      const { flag, type } = option;
      if (flag === undefined) return [];
      const isNegated = type === "text" && option.negatedHelp !== undefined;
      return isNegated ? [flag, `no-${flag}`] : [flag];
    });
    expect(named.toSorted()).toEqual(taken.toSorted());
  });

  it.each(["all commands", ...commands])("of %s fits a screen", (command) => {
    const lines = help(command, false).trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
  });

  it.each(commands)("of %s has every key with --help all", (command) => {
    const text = help(command, true);
    for (const [key, { flag }] of optionsOf(command)) {
      expect(text).toContain(key in configOptions ? `[${key}]` : `--${flag}`);
      expect(help("", true)).toContain(key in configOptions ? `[${key}]` : `--${flag}`);
    }
    expect(text.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  it("has at most 60 flags, so that people find theirs", () => {
    const flags = new Set(optionRows.flatMap(([, { flag }]) => flag ?? []));
    expect(flags.size).toBeLessThanOrEqual(60);
  });

  it("tells the version of the package", async () => {
    const manifest = readFileSync(join(repository, "generator", "package.json"), "utf8");
    const { version } = JSON.parse(manifest) as { version: string };
    expect(await runCliProcess(["--version"])).toEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: "",
    });
  });
});

describe("wrong usage", () => {
  const out = ["--out", "never-written"];
  const scope = ["--scope", "@case"];
  it.each([
    [["generate", ...out, ...scope], "name the description"],
    [["generate", minimal, minimal, ...out, ...scope], "one description at a time, not 2"],
    [["generate", minimal, ...scope], "give the output folder"],
    [
      ["generate", minimal, ...out],
      "--scope @acme for @acme/client, or --name acme for acme-client",
    ],
    [
      ["generate", minimal, ...out, "--name", "Acme"],
      '"Acme" is not a valid prefix of npm package names',
    ],
    [["generate", minimal, ...out, "--layout", "flat"], "--layout is packages or folder"],
    [["generate", minimal, "--layout", "folder"], "give the output folder: --out src/api"],
    [
      ["generate", minimal, ...out, ...scope, "--packages", "client,sdk"],
      "--packages is types, contract, client, server, mocks or paths",
    ],
    [["generate", minimal, ...out, "--scope", "acme"], '"acme" is not an npm scope'],
    [["generate", minimal, ...out, "--scope", "@Acme"], '"@Acme" is not an npm scope'],
    [["generate", minimal, ...out, "--scope", "@a/b"], '"@a/b" is not an npm scope'],
    [
      ["generate", minimal, ...out, ...scope, "--format", "xml"],
      "--format is pretty, json or github",
    ],
    [["generate", minimal, ...out, ...scope, "--chek"], "no option --chek; did you mean --check?"],
    [["generate", minimal, ...out, ...scope, "--colour"], "there is no option --colour"],
    [
      ["generate", minimal, ...out, ...scope, "--enums", "closed"],
      '--enums is a key of the configuration: { "enums": … }',
    ],
    [
      ["generate", minimal, ...out, ...scope, "--no-compile"],
      '--no-compile is a key of the configuration: { "compile": … }',
    ],
    [
      ["generate", minimal, ...out, ...scope, "--include-tag=Pets"],
      '--include-tag is a key of the configuration: { "filters": { "includeTags": … } }',
    ],
    [
      ["generate", minimal, ...out, ...scope, "--client-headers", "a=b"],
      '--client-headers is a key of the configuration: { "client": { "headers": … } }',
    ],
    [["generate", minimal, ...out, ...scope, "--latency", "5"], "there is no option --latency"],
    [
      ["generate", minimal, ...out, ...scope, "--includ-tag", "a"],
      "there is no option --includ-tag; did you mean the key filters.includeTags?",
    ],
    [
      ["generate", minimal, ...out, ...scope, "--header", "a"],
      '--header is a key of the configuration: { "header": … }',
    ],
    [
      ["generate", minimal, ...out, ...scope, "--allow-refs", "a"],
      "there is no option --allow-refs; did you mean --allow-ref?",
    ],
    [["generate", minimal, ...out, ...scope, "-x"], "there is no option -x"],
    [["generate", minimal, ...out, ...scope, "--check=yes"], "--check takes no value"],
    [["generate", minimal, "--out", "--scope", "@case"], "--out needs a value: --out <folder>"],
    [["generate", minimal, "--out", "", ...scope], "--out is empty; it looks like packages"],
    [["generate", minimal, ...out, "--scope"], "--scope"],
    [["scaffold", minimal, ...scope], "give the folder of the handlers"],
    [["scaffold", minimal, ...out], "name the packages: --scope @acme"],
    [["scaffold", minimal, ...out, ...scope, "--operation", "pong"], 'no operation "pong"'],
    [["scaffold", minimal, ...out, ...scope, "--tag", "Pets"], 'no tag "Pets"'],
    [["scaffold", minimal, ...out, ...scope, "--layout", "file"], "--layout is operation or tag"],
    [["scaffold", minimal, ...out, ...scope, "--entry", "koa"], "--entry is node, hono, fastify"],
    [["promote", minimal, ...out, ...scope], "name the operation"],
    [["promote", minimal, ...out, ...scope, "--operation", "pong"], 'no operation "pong"'],
  ])("%j is refused with a reason", async ([command, ...args], reason) => {
    const commands = { generate: runGenerate, scaffold: runScaffold, promote: runPromote };
    const error = await commands[command as keyof typeof commands](args).catch(
      (cause: unknown) => cause,
    );
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toContain(reason);
    expect(existsSync("never-written")).toBe(false);
  });

  it.each([
    [["generat"], 'there is no command "generat"; did you mean generate?', ""],
    [["toString"], 'there is no command "toString"', ""],
    [
      ["generate", minimal, "--out", "a"],
      "name the packages: --scope @acme for @acme/client, or --name acme for acme-client",
      "generate ",
    ],
  ])("%j ends with exit code 2 and nothing but the reason", async (args, reason, command) => {
    const cwd = temporaryFolder();
    const stderr = `${reason}\nTry: openapi-packages ${command}--help\n`;
    expect(await runCliProcess(args, { cwd })).toEqual({ code: 2, stdout: "", stderr });
    expect(readTree(cwd)).toEqual({});
  });
});

/** A project with a description, and what its commands say and leave. */
function project(description = readFileSync(minimal, "utf8")) {
  const cwd = temporaryFolder();
  writeTree(cwd, { "spec/openapi.yaml": description, "node_modules/.keep": "" });
  const generate = ["generate", "spec/openapi.yaml", "--out", "packages", "--scope", "@case"];
  return { cwd, run: (...more: string[]) => runCli([...generate, ...more], { cwd }) };
}

/** Runs `generate` within this process, which is faster, and gives what it says. */
async function generateHere(
  cwd: string,
  ...more: string[]
): Promise<{ code: number; stdout: string }> {
  const said: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said.push(String(text));
    return true;
  });
  const [spec, out] = [join(cwd, "spec", "openapi.yaml"), join(cwd, "packages")];
  try {
    const code = await runGenerate([spec, "--out", out, "--scope", "@case", ...more]);
    return { code, stdout: said.join("") };
  } finally {
    write.mockRestore();
  }
}

describe("generate", () => {
  it("says what it made", async () => {
    const { code, stdout, stderr } = await project().run();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const parts = [...stdout.matchAll(/^ {2}(\w+) +(\d+) files {2}(\d+) written, \d+ compiled$/gm)];
    expect(parts.map(([, name]) => name)).toEqual(["contract", "client", "server", "mocks"]);
    const total =
      /^✓ 1 operation, 0 schemas, (\d+) files in packages: (\d+) written, \d+ compiled \(/m;
    const [, files, written] = total.exec(stdout) ?? [];
    expect(files).toBe(written);
    expect(stdout).not.toContain("created");
  });

  it("lists each file with --verbose", async () => {
    const { stdout } = await project().run("--verbose");
    expect(stdout).toMatch(/^created {4}packages\/client\/src\/index\.ts$/m);
    expect(stdout).toMatch(/^created {4}packages\/client\/dist\/index\.js$/m);
  });

  it("finds packages current, and says when they are not", async () => {
    const { cwd } = project();
    expect(await generateHere(cwd)).toMatchObject({ code: 0 });
    const current = await generateHere(cwd, "--check");
    expect(current).toEqual({ code: 0, stdout: expect.stringContaining("up to date") });
    writeTree(cwd, { "packages/client/README.md": "mine\n", "packages/client/mine.md": "mine\n" });
    const stale = await generateHere(cwd, "--check");
    expect(stale.code).toBe(1);
    expect(stale.stdout).toMatch(/^edited {5}\S+\/packages\/client\/README\.md {2}\(by hand\)$/m);
    expect(stale.stdout).toMatch(/^unexpected \S+\/packages\/client\/mine\.md {2}\(not ours/m);
    expect(stale.stdout).toContain("2 not up to date");
    const left = await generateHere(cwd);
    expect(left.code).toBe(1);
    expect(left.stdout).toContain("left alone, --force overwrites it");
    expect(await generateHere(cwd, "--force")).toMatchObject({ code: 0 });
  });

  it("reports as JSON", async () => {
    const { cwd } = project();
    const { code, stdout } = await generateHere(cwd, "--check", "--format", "json");
    const report = JSON.parse(stdout) as { changes: unknown[] };
    expect(code).toBe(1);
    expect(report).toEqual({
      check: true,
      compiled: [],
      operations: 1,
      schemas: 0,
      files: report.changes.length,
      parts: {
        contract: expect.any(Number),
        client: expect.any(Number),
        server: expect.any(Number),
        mocks: expect.any(Number),
      },
      leftOut: { operations: [], components: [] },
      undeclaredPages: [],
      notes: [],
      isRepaired: false,
      isUnchanged: false,
      changes: expect.arrayContaining([{ path: "client/src/index.ts", kind: "missing" }]),
      warnings: [],
      infos: [],
      causes: [{ kind: "missing", paths: expect.any(Array) }],
      counts: {},
      milliseconds: expect.any(Number),
    });
  });

  it("names lists in pages that no rule leads through", async () => {
    const list = (id: string, more: string): string =>
      `get: { operationId: ${id}, ${more} responses: { "200": { description: List., content: { application/json: { schema: { $ref: "#/components/schemas/List" } } } } } }`;
    const description = [
      'openapi: 3.1.0\ninfo: { title: Lists, version: "1" }\npaths:',
      `  /a: { ${list("byPage", "parameters: [{ name: page, in: query, schema: { type: integer } }],")} }`,
      `  /b: { ${list("all", "")} }`,
      `  /c: { ${list("declared", "parameters: [{ name: page, in: query, schema: { type: integer } }], x-pagination: { style: none, reason: All. },")} }`,
      "components: { schemas: { List: { type: object, properties: { items: { type: array, items: { type: string } } } } } }",
      "",
    ].join("\n");
    const { cwd, run } = project(description);
    const { stdout } = await run();
    expect(stdout).toContain("1 list has no x-pagination, so a call returns one page: byPage\n");
    const args = ["generate", "spec/openapi.yaml", "--out", "out", "--scope", "@case"];
    const json = await runCli([...args, "--format", "json"], { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({ undeclaredPages: ["byPage"] });
  });

  it("reports what is wrong with a description on standard error", async () => {
    const { cwd, run } = project("openapi: 3.1.1\ninfo: { title: A, version: 1.0.0 }\npaths: []\n");
    const { code, stdout, stderr } = await run("--strict");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^spec\/openapi\.yaml:3:1 {2}structure {2}/);
    expect(stderr).toMatch(/^1 error: 1 structure$/m);
    expect(Object.keys(readTree(cwd))).toEqual(["node_modules/.keep", "spec/openapi.yaml"]);
  });

  it("reports what is wrong with a description as JSON", async () => {
    const { code, stdout, stderr } = await project("swagger: '1.2'\n").run("--format", "json");
    expect(code).toBe(2);
    expect(stderr).toMatch(/^1 error: 1 swagger-version$/m);
    expect(JSON.parse(stdout)).toEqual({
      error: "1 error: 1 swagger-version",
      diagnostics: [
        {
          severity: "error",
          code: "swagger-version",
          message: 'swagger "1.2" is not a supported version',
          location: { file: "spec/openapi.yaml", line: 1, column: 1, pointer: "/swagger" },
          hint: expect.stringContaining("OpenAPI 3"),
        },
      ],
      counts: { "swagger-version": 1 },
    });
  });

  it("says that there is no description", async () => {
    const args = ["generate", "absent.yaml", "--out", "packages", "--scope", "@case"];
    const { code, stderr } = await runCli(args, { cwd: temporaryFolder() });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^absent\.yaml {2}description-not-found {2}there is no file absent\.yaml$/m,
    );
  });
});

describe("scaffold", () => {
  it("writes a file that listens, and takes origins only for one", async () => {
    const cwd = temporaryFolder();
    const args = ["scaffold", minimal, "--out", "handlers", "--scope", "@case"];
    const configured = (allowOrigin: string): void =>
      writeTree(cwd, {
        "openapi-packages.config.json": JSON.stringify({
          scaffold: { allowOrigins: [allowOrigin] },
        }),
      });
    configured("https://app.example/");
    expect((await runCli([...args, "--entry", "node"], { cwd })).code).toBe(2);
    configured("https://app.example");
    const alone = await runCli(args, { cwd });
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining("--entry")]);
    const { code, stdout } = await runCli([...args, "--entry", "node"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^created {2}server\.ts$/m);
    expect(stdout).toMatch(/^ {2}(?:node|npx tsx) handlers\/server\.ts$/m);
    expect(readFileSync(join(cwd, "handlers/server.ts"), "utf8")).toContain(
      '"https://app.example"',
    );
  });

  it("finds the server of a folder by the configuration, which has to have one", async () => {
    const cwd = temporaryFolder();
    const config = { description: minimal, layout: "folder", out: "api", packages: ["client"] };
    const write = (given: object): void =>
      writeFileSync(join(cwd, "openapi-packages.config.json"), JSON.stringify(given));
    write(config);
    const refused = await runCli(["scaffold", "--out", "handlers"], { cwd });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('add "server"')]);
    write({ ...config, packages: ["server"], scaffold: { out: "handlers", entry: "node" } });
    expect((await runCli(["scaffold"], { cwd })).code).toBe(0);
    expect(readFileSync(join(cwd, "handlers/server.ts"), "utf8")).toContain(
      'from "../api/server/index.ts"',
    );
  });

  it("says what it made and what it left", async () => {
    const cwd = temporaryFolder();
    const args = ["scaffold", minimal, "--out", "handlers", "--scope", "@case"];
    expect(await runCli(args, { cwd })).toEqual({
      code: 0,
      stdout:
        "created  default/ping.ts\ncreated  index.ts\ncreated  .openapi-scaffold.json\n3 created, 0 edited, 0 kept as they are\n",
      stderr: "",
    });
    const again = await runCli([...args, "--format", "json"], { cwd });
    expect(JSON.parse(again.stdout)).toEqual({
      created: [],
      edited: [],
      renamed: [],
      orphaned: [],
      byHand: [],
      kept: ["default/ping.ts", "index.ts"],
      leftOut: { operations: [], components: [] },
    });
  });

  it("checks with exit code 1, says what is left to do by hand, and what does not parse", async () => {
    const cwd = temporaryFolder();
    const args = ["scaffold", minimal, "--out", "handlers", "--scope", "@case"];
    const check = await runCli([...args, "--check"], { cwd });
    expect(check).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("create   index.ts\n"),
    });
    expect(readTree(cwd)).toEqual({});
    expect((await runCli([...args, "--dry-run"], { cwd })).code).toBe(0);
    writeTree(cwd, { "handlers/index.ts": "export {};\n" });
    const { code, stdout } = await runCli(args, { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain("by hand  index.ts: list ping of ./default/ping.ts as default.ping\n");
    expect((await runCli([...args, "--check"], { cwd })).code).toBe(0);
    writeTree(cwd, { "handlers/index.ts": "export {;\n" });
    expect(await runCli(args, { cwd })).toEqual({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^handlers\/index\.ts:1:9 does not parse: .*\nNo file was touched\.\n$/,
      ),
    });
  });
});
