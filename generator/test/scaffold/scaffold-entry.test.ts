import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scaffoldReport } from "../../src/commands/scaffold-report.ts";
import { runsTypeScript } from "../../src/scaffold/entry/entry-dependencies.ts";
import { healthPath } from "../../src/scaffold/entry/health-path.ts";
import type { ApiModel, Operation } from "../../../packages/description/src/model/api-model.ts";
import type { ScaffoldEntry } from "../../src/scaffold/entry/entry-types.ts";
import { temporaryFolder, writeTree } from "../support.ts";
import { handlerProject, textOf, type TestOperation } from "./scaffolding.ts";

const list: TestOperation = { id: "ListKeys", tag: "Keys", route: "GET /keys" };
const health: TestOperation = { id: "GetHealth", tag: "Keys", route: "GET /health" };
const schemes = { token: { type: "http", scheme: "bearer" } };

describe("an entry", () => {
  it("is written once, with the verifiers, and then its owner's", async () => {
    const project = handlerProject();
    const first = await project.run([list], { entry: "node" }, schemes);
    expect(first.created).toContain("server.ts");
    expect(first.entry).toMatchObject({ framework: "node", path: "server.ts", isNew: true });
    const text = textOf(project, "server.ts");
    expect(text).toContain('import { security } from "./security.js";');
    expect(text).toContain("createServer(handlers, {");
    expect(text).not.toContain("origin");

    project.write({ "server.ts": "whatever {" });
    const again = await project.run([list], { entry: "hono" }, schemes);
    expect(again.entry).toMatchObject({ isNew: false });
    expect(again.created).toEqual([]);
    expect(again.kept).toContain("server.ts");
    expect(textOf(project, "server.ts")).toBe("whatever {");
    expect(scaffoldReport(again, false)).toMatch(/server\.ts exists and is yours/);
  });

  it("is written for handlers that were there before it, and not without being asked for", async () => {
    const project = handlerProject();
    await project.run([list]);
    expect(Object.keys(project.files())).not.toContain("server.ts");
    const { created, edited } = await project.run([list], { entry: "express" });
    expect([created, edited]).toEqual([["server.ts"], []]);
    expect(textOf(project, "server.ts")).not.toContain("security");
  });

  it("is not written by a run that writes nothing", async () => {
    const project = handlerProject();
    const result = await project.run([list], { entry: "node", dryRun: true });
    expect(result.created).toContain("server.ts");
    expect(existsSync(project.out)).toBe(false);
    expect(scaffoldReport(result, true)).not.toMatch(/Next:/);
  });

  it("makes the store for handlers and verifiers of one", async () => {
    const project = handlerProject();
    await project.run([list], { entry: "node", template: "store" }, schemes);
    const text = textOf(project, "server.ts");
    expect(text).toContain("const store = createStore();\nconst server = createServer(");
    expect(text).toContain("createHandlers(store)");
    expect(text).toContain("security: createSecurity(store),");
  });

  it("has another name where a tag has its own, in a file per tag", async () => {
    const project = handlerProject();
    const tagged = { ...list, tag: "Server" };
    const { entry } = await project.run([tagged], { entry: "node", layout: "tag" });
    expect(entry?.path).toBe("handler-server.ts");
  });

  it("says what its index exports otherwise", async () => {
    const project = handlerProject();
    await project.run([list]);
    const text = textOf(project, "index.ts");
    project.write({ "index.ts": text.replace("const handlers:", "const mine:") });
    const { byHand } = await project.run([list], { entry: "node" });
    expect(byHand).toEqual([
      { path: "server.ts", message: "import what index.ts has instead of handlers" },
    ]);
  });

  it("says what is to be installed, and how it starts", async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, "package.json"), '{ "dependencies": { "hono": "^4.1.0" } }');
    const { run } = handlerProject(root);
    const result = await run([list], { entry: "hono" });
    const [server, install = "", types = ""] = result.entry?.install ?? [];
    expect(server).toBe('npm install "@case/server"');
    expect(install).toMatch(/^npm install .*@hono\/node-server@/);
    expect(install).not.toMatch(/"hono@/);
    // The project's imports end with .js, which Node itself does not find.
    expect(types).toMatch(/@types\/node.*tsx/);
    expect(result.entry?.start).toMatch(/^npx tsx .*handlers\/server\.ts$/);
    const report = scaffoldReport(result, false);
    const { installFolder, start } = result.entry ?? {};
    const commands = `  ${server}\n  ${install}\n  ${types}\n`;
    expect(report).toContain(
      `\nThe code needs in ${installFolder}:\n${commands}\nNext:\n  ${start}\n`,
    );
    const entry = { ...result.entry, installFolder: "." } as ScaffoldEntry;
    expect(scaffoldReport({ ...result, entry }, false)).toContain(
      `\nNext:\n${commands}  ${start}\n`,
    );
  });

  it.each([
    [{ "pnpm-workspace.yaml": "" }, "pnpm add", '--workspace "@case/server"'],
    [
      { "package.json": '{ "workspaces": [] }', "yarn.lock": "" },
      "yarn add",
      '"@case/server@workspace:^"',
    ],
    [{ "package.json": '{ "workspaces": [] }' }, "npm install", '"@case/server"'],
    [{ "yarn.lock": "" }, "yarn add", '"@case/server"'],
  ])("names the server's package, for %j", async (files, add, name) => {
    const root = temporaryFolder();
    const app = join(root, "app");
    writeTree(root, { ...files, "app/package.json": "{}" });
    const { run } = handlerProject(app);
    const { entry } = await run([list], { entry: "node" });
    expect(entry?.install[0]).toBe(`${add} ${name}`);
    writeTree(app, { "package.json": '{ "dependencies": { "@case/server": "0.1.0" } }' });
    const installed = await run([list], { entry: "node" });
    expect(installed.entry?.install.join()).not.toContain("@case/server");
  });

  it.each([
    ['{ "type": "module" }', "node"],
    ["{}", "node"],
    ['{ "type": "commonjs" }', "npx tsx"],
    ["{}", "yarn node", ".pnp.cjs"],
    ['{ "type": "commonjs" }', "yarn tsx", ".pnp.cjs"],
  ])("starts in a project of %s with %s %s", async (manifest, start, file = ".npmrc") => {
    const root = temporaryFolder();
    writeTree(root, { [file]: "", "app/package.json": manifest });
    const { run } = handlerProject(join(root, "app"));
    const { entry } = await run([list], { entry: "node", importExtension: "ts" });
    expect(entry?.start.startsWith(`${start} `)).toBe(true);
  });

  it("has no health checks where an operation has that path, and says so of one that came later", async () => {
    const project = handlerProject();
    await project.run([list, health], { entry: "node" });
    expect(textOf(project, "server.ts")).not.toContain("/health");
    const earlier = handlerProject();
    await earlier.run([list], { entry: "node" });
    expect(textOf(earlier, "server.ts")).toContain('"/health"');
    const { byHand } = await earlier.run([list, health]);
    expect(byHand).toEqual([
      { path: "server.ts", message: "take its own /health out: GetHealth has that path now" },
    ]);
  });
});

describe("the health route", () => {
  const model = (path: string, servers: string[] = [], isMulti = false): ApiModel => {
    const parameters = isMulti ? [{ multiSegment: true }] : [];
    const operation = { path, parameters, servers: [] } as unknown as Operation;
    return { servers, groups: [{ operations: [operation] }] } as unknown as ApiModel;
  };

  it.each([
    ["/pets"],
    ["/health/live"],
    ["/{id}/health"],
    ["/v1/{id}", ["https://pets.example/v1"]],
    ["/{id}.json"],
  ])("stands beside %s", (path, servers = []) => {
    expect(healthPath(model(path, servers))).toBe("/health");
  });

  it.each([
    ["/health"],
    ["/{id}"],
    ["/h{rest}"],
    ["/{path}", [], true],
    ["/{id}", ["https://pets.example/v1"]],
  ])("gives way to %s", (path, servers = [], isMulti = false) => {
    expect(healthPath(model(path, servers, isMulti))).toBeUndefined();
  });
});

it.each([
  ["22.17.1", false],
  ["22.18.0", true],
  ["23.5.0", false],
  ["23.6.0", true],
  ["24.0.0", true],
])("Node %s runs TypeScript: %s", (version, runs) => {
  expect(runsTypeScript(version)).toBe(runs);
});
