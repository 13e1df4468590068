import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli, temporaryFolder, writeTree } from "../../../generator/test/support.ts";

const head = "openapi: 3.1.1\ninfo: { title: Lint, version: 1.0.0 }\n";
const operation = 'responses: { "200": { description: Done. } }';

/** A description of two files with a warning in each, and a note. */
const flawed = {
  "openapi.yaml": `${head}paths:
  # All of them.
  /pets:
    get:
      summary: 'All' # of the shop
      responses:
        "200":
          description: It.
          content: { application/json: { schema: { $ref: "schemas/pet.yaml" } } }
  /toys: { get: { operationId: toys, deprecated: "yes", ${operation} } }
`,
  "schemas/pet.yaml": "type: dict # of anything\r\n",
};

const corrected = {
  "openapi.yaml": flawed["openapi.yaml"]
    .replace("of the shop\n", "of the shop\n      operationId: GetPets\n")
    .replace('"yes"', "true"),
  "schemas/pet.yaml": "type: object # of anything\r\n",
};

async function linted(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const cwd = temporaryFolder();
  writeTree(cwd, files);
  const result = await runCli(["lint", ...args], { cwd });
  const text = (name: string): string => readFileSync(join(cwd, name), "utf8");
  return { ...result, cwd, text };
}

describe("lint", () => {
  it("lists all that is wrong with its places, and writes nothing", async () => {
    const { code, stdout, cwd, text } = await linted(flawed, "openapi.yaml");
    expect(stdout).toContain("openapi.yaml:12:38  warning field-invalid  deprecated must be");
    expect(stdout).toContain("schemas/pet.yaml:1:1  warning schema-type-unknown");
    expect(stdout).toContain("openapi.yaml:6:5  info operation-id-missing");
    expect(stdout).toContain("2 warnings: 1 field-invalid, 1 schema-type-unknown\n");
    expect(stdout).toContain("--fix writes what is assumed: ");
    expect(code).toBe(0);
    expect(text("openapi.yaml")).toBe(flawed["openapi.yaml"]);
    expect(existsSync(join(cwd, "node_modules"))).toBe(false);
  });

  it("ends with 1 for errors, and for warnings if it is strict", async () => {
    expect(await linted(flawed, "openapi.yaml", "--strict")).toMatchObject({ code: 1 });
    expect(await linted(flawed, "openapi.yaml", "--strict=field-invalid")).toMatchObject({
      code: 1,
    });
    expect(await linted(flawed, "openapi.yaml", "--strict=path-start")).toMatchObject({ code: 0 });
    const broken = await linted({ "a.yaml": "openapi: 4.0.0\n" }, "a.yaml");
    expect(broken.stdout).toContain("a.yaml:1:1  openapi-version  ");
    expect(broken.code).toBe(1);
  });

  it("finds nothing wrong with a right description", async () => {
    const { stdout, code } = await linted(corrected, "openapi.yaml", "--strict");
    expect([stdout, code]).toEqual(["no problems\n", 0]);
  });

  it("annotates for GitHub Actions", async () => {
    const { stdout } = await linted(flawed, "openapi.yaml", "--format", "github");
    expect(stdout).toContain(
      "::warning file=schemas/pet.yaml,line=1,col=1,title=schema-type-unknown::",
    );
  });

  it("refuses wrong usage, and says what is meant", async () => {
    const { code, stderr } = await linted(flawed, "openapi.yaml", "--dry-run");
    expect([code, stderr.split("\n")[0]]).toEqual([
      2,
      "--dry-run prints what --fix would write: add --fix",
    ]);
    expect(await linted(flawed, "-", "--fix")).toMatchObject({ code: 2 });
    expect(await linted(flawed, "openapi.yaml", "--strict=fild-invalid")).toMatchObject({
      code: 2,
    });
    expect(await linted(flawed, "no.yaml")).toMatchObject({ code: 2 });
  });
});

describe("lint --fix", () => {
  it("writes what is assumed into all files, and keeps everything else", async () => {
    const { code, stdout, text, cwd } = await linted(flawed, "openapi.yaml", "--fix", "--strict");
    expect(stdout).toMatch(/^no problems\nfixed in openapi.yaml, schemas\/pet.yaml: /);
    expect(code).toBe(0);
    for (const [name, wanted] of Object.entries(corrected)) expect(text(name)).toBe(wanted);
    const again = await runCli(["lint", "openapi.yaml", "--fix"], { cwd });
    expect(again.stdout).toBe("no problems\nnothing to fix\n");
  });

  it("prints a patch with --dry-run, and writes nothing", async () => {
    const { stdout, text } = await linted(flawed, "openapi.yaml", "--fix", "--dry-run");
    expect(stdout).toContain("--- a/openapi.yaml\n+++ b/openapi.yaml\n");
    expect(stdout).toContain("+      operationId: GetPets\n");
    expect(stdout).toContain("# to be fixed in openapi.yaml, schemas/pet.yaml: ");
    for (const [name, wanted] of Object.entries(flawed)) expect(text(name)).toBe(wanted);
  });

  it("says in JSON what was fixed, what is left and why", async () => {
    const files = {
      ...flawed,
      "openapi.yaml": `${flawed["openapi.yaml"]}  /a: &a { get: { ${operation} } }\n  /b: *a\n`,
    };
    const { stdout } = await linted(files, "openapi.yaml", "--fix", "--format", "json");
    const document = JSON.parse(stdout) as Record<string, unknown>;
    expect(document).toMatchObject({
      written: true,
      diagnostics: [{ code: "operation-id-missing" }],
      left: [
        { code: "operation-id-missing", reason: "an alias shares the place" },
        { code: "operation-id-missing", reason: "an alias shares the place" },
      ],
    });
    expect(document["files"]).toHaveLength(2);
  });
});
