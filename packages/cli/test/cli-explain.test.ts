import { describe, expect, it } from "vitest";
import { apiChangeKinds } from "../../../generator/src/surface/api-change.ts";
import { pageText } from "../src/explain-report.ts";
import { diagnosticCodes } from "../../description/src/diagnostics/diagnostic-codes.ts";
import { changeKinds } from "../../../generator/src/changes/diff/change-kinds.ts";
import { diagnosticPages } from "../src/explain/diagnostic-page.ts";
import { installedCommands } from "../src/load-commands.ts";
import { runCli, temporaryFolder, writeTree } from "../../../generator/test/support.ts";

describe("explain", () => {
  it("prints the cause, the assumption and the fix of a diagnostic, with an example", async () => {
    const { code, stdout, stderr } = await runCli(["explain", "path-start"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`path-start  (warning)

Cause: a path does not start with a slash.
Assumed: a slash in front of it.

Start the path with a slash: it is appended to the URL of the server.

Before:

  paths:
    pets:
      get: { operationId: listPets, responses: { "204": { description: Done. } } }

After:

  paths:
    /pets:
      get: { operationId: listPets, responses: { "204": { description: Done. } } }
`);
  });

  it("says whom a change breaks, and what a check finds", async () => {
    const change = await runCli(["explain", "response-property-added"]);
    expect(change.stdout).toContain("What: an optional property was added, in responses.");
    expect(change.stdout).toMatch(/Handlers +compatible: visible, but nothing breaks/);
    const check = await runCli(["explain", "accepts-valid"]);
    expect(check.stdout).toContain("Finds: a valid request is refused.");
  });

  it("lists all codes without one", async () => {
    const { stdout } = await runCli(["explain"]);
    const codes = [
      ...Object.keys(diagnosticCodes),
      ...changeKinds.keys(),
      ...Object.keys(apiChangeKinds),
      "accepts-valid",
    ];
    expect(codes.filter((code) => !stdout.includes(`\n  ${code} `))).toEqual([]);
  });

  it("names the nearest code of an unknown one", async () => {
    expect(await runCli(["explain", "path-strat"])).toEqual({
      code: 2,
      stdout: "",
      stderr:
        'there is no code "path-strat"; explain without a code lists all codes; did you mean path-start?\nTry: openapi-packages explain --help\n',
    });
    expect(await runCli(["explain", "syntax", "path-start"])).toMatchObject({ code: 2 });
  });

  it("has lines that terminals need not break, but for those of examples", async () => {
    const installed = await installedCommands(process.cwd());
    const pages = [...diagnosticPages(), ...installed.flatMap((one) => one.pages())];
    expect(new Set(pages.map(({ kind }) => kind)).size).toBe(4);
    const lines = pages.flatMap((page) => pageText(page).split("\n"));
    expect(lines.filter((line) => line.length > 100 && !line.startsWith("  "))).toEqual([]);
  });
});

it("is what errors of a description point to, once, and not in formats for programs", async () => {
  const cwd = temporaryFolder();
  writeTree(cwd, { "openapi.yaml": "info: {}\n" });
  const args = ["generate", "openapi.yaml", "--out", "out", "--scope", "@case"];
  const { stderr } = await runCli(args, { cwd });
  expect(stderr).toMatch(
    /1 error: 1 not-openapi\nHow to fix it: openapi-packages explain not-openapi\n$/,
  );
  const github = await runCli([...args, "--format", "github"], { cwd });
  expect(github.stdout + github.stderr).not.toContain("explain");
});
