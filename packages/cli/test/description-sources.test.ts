import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  goldenFolder,
  node,
  readTree,
  repository,
  runCli,
  temporaryFolder,
  writeTree,
  type CommandResult,
} from "../../../generator/test/support.ts";
import { serve, texts } from "../../description/test/load/serve.ts";

const minimal = readFileSync(join(goldenFolder, "minimal", "description.yaml"), "utf8");

/** Runs the command line with a text as its standard input. */
function runWithInput(args: readonly string[], cwd: string, input: string): Promise<CommandResult> {
  const cli = join(repository, "generator", "src", "cli.ts");
  return new Promise((resolve) => {
    const child = execFile(node, [cli, ...args], { cwd }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
    child.stdin?.end(input);
  });
}

describe("standard input", () => {
  it("is the description by the name -, with references from the working directory", async () => {
    const cwd = temporaryFolder();
    writeTree(cwd, { "schemas/pet.yaml": "type: object\n" });
    const input = `${minimal.trimEnd()}\ncomponents: { schemas: { Pet: { $ref: schemas/pet.yaml } } }\n`;
    const args = ["generate", "-", "--out", "out", "--scope", "@case"];
    const { code, stdout } = await runWithInput(args, cwd, input);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("1 schema") });
    expect(Object.keys(readTree(join(cwd, "out")))).toContain("contract/package.json");
    const broken = await runWithInput(args, cwd, "openapi: 2\n");
    expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining("<stdin>:1:1") });
  });
});

describe("what can be followed", () => {
  it.each([
    [["-"], "--watch follows files, but standard input is read once"],
    [["https://specs.example/openapi.yaml"], "--watch follows files, not URLs"],
  ])("is files: %j", async (positionals, message) => {
    for (const command of ["generate", "mock"]) {
      const options = command === "mock" ? [] : ["--out", "out", "--scope", "@case"];
      const result = await runCli([command, ...positionals, ...options, "--watch"]);
      expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    }
  });
});

describe("every command that reads a description", () => {
  it("reads a private one at a URL, mended by overlays", async () => {
    const { origin, requests } = await serve(texts({ "/openapi.yaml": minimal }));
    const cwd = temporaryFolder();
    writeTree(cwd, {
      "fixes.yaml": `overlay: 1.1.0
info: { title: Fixes, version: 1.0.0 }
actions: [{ target: $.paths.*.get, update: { operationId: renamed } }]
`,
      "openapi-packages.config.json": '{ "overlays": ["fixes.yaml"] }',
    });
    const source = [`${origin}/openapi.yaml`, "--request-header", "X-Key: ${OPENAPI_KEY}"];
    const env = { ...process.env, OPENAPI_KEY: "s3cret" };
    const generated = await runCli(["generate", ...source, "--out", "out", "--scope", "@case"], {
      cwd,
      env,
    });
    expect(generated).toMatchObject({ code: 0, stderr: "" });
    const scaffolded = await runCli(["scaffold", ...source, "--out", "src", "--scope", "@case"], {
      cwd,
      env,
    });
    expect(scaffolded).toMatchObject({ code: 0, stderr: "" });
    expect(Object.keys(readTree(join(cwd, "src"))).join()).toContain("renamed");
    expect(requests.map(({ headers }) => headers["x-key"])).toEqual(["s3cret", "s3cret"]);
  });

  it("says what a header looks like, and not what it was given", async () => {
    const args = ["generate", "https://specs.example/a", "--request-header", "s3cret"];
    const { code, stderr } = await runCli([...args, "--out", "out", "--scope", "@case"]);
    expect(code).toBe(2);
    expect(stderr).toContain(
      "--request-header is name: value, as in 'Authorization: Bearer ${TOKEN}'",
    );
    expect(stderr).not.toContain("s3cret");
  });
});
