import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { runGenerate } from "../../../generator/src/commands/run-generate.ts";
import {
  goldenFolder,
  readTree,
  runCli,
  temporaryFolder,
  writeTree,
} from "../../../generator/test/support.ts";

const minimal = join(goldenFolder, "minimal", "description.yaml");

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
