import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../description/src/diagnostics/diagnostics.ts";
import { githubDiagnostics } from "../../../generator/src/commands/github-report.ts";
import { runCli, temporaryFolder } from "../../../generator/test/support.ts";

const place = { file: "spec/openapi.yaml", line: 12, column: 7, pointer: "/paths/~1pets" };
const warning: Diagnostic = {
  severity: "warning",
  code: "path-parameter-undeclared",
  message: "GET /pets/{id} has {id} in its path",
  location: place,
  hint: "declare it: 100%, or remove it",
};

describe("annotations of GitHub Actions", () => {
  it("have a place, a title and a message, and notes are notices", () => {
    const note: Diagnostic = { ...warning, severity: "info", code: "openapi-lifted" };
    const error: Diagnostic = { ...warning, severity: "error", related: [place] };
    expect(githubDiagnostics([warning, note, error]).split("\n")).toEqual([
      "::warning file=spec/openapi.yaml,line=12,col=7,title=path-parameter-undeclared::GET /pets/{id} has {id} in its path%0Apointer: #/paths/~1pets%0Ahint: declare it: 100%25, or remove it",
      "::notice file=spec/openapi.yaml,line=12,col=7,title=openapi-lifted::GET /pets/{id} has {id} in its path%0Apointer: #/paths/~1pets%0Ahint: declare it: 100%25, or remove it",
      "::error file=spec/openapi.yaml,line=12,col=7,title=path-parameter-undeclared::GET /pets/{id} has {id} in its path%0Apointer: #/paths/~1pets%0Asee: spec/openapi.yaml:12:7%0Ahint: declare it: 100%25, or remove it",
      "1 error: 1 path-parameter-undeclared",
      "1 warning: 1 path-parameter-undeclared",
      "1 note: 1 openapi-lifted",
      "",
    ]);
  });

  it.each([
    "\n::set-output name=x::y",
    "\r\n::add-mask::secret",
    "\u2028::error::x",
    "%0A::stop-commands::x",
    "##[add-mask]x",
    "::error::x",
  ])("of a text with %j are one command each, and no other", (text) => {
    const location = { ...place, file: `a${text}.yaml`, pointer: text };
    const hostile = { ...warning, message: text, hint: text, location, related: [location] };
    const lines = githubDiagnostics([hostile]).split(/[\r\n\u2028]/);
    expect(lines).toHaveLength(3);
    const [, properties = "", message = ""] =
      /^::warning ([^:]*)::(.*)$/.exec(lines[0] ?? "") ?? [];
    expect(properties.split(",").map((one) => one.split("=")[0])).toEqual([
      "file",
      "line",
      "col",
      "title",
    ]);
    expect(message).not.toBe("");
    expect(message).not.toContain(text.startsWith("%") ? text : "\n");
  });

  it("are written for a description with faults, and for files that are not up to date", async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, "openapi.yaml"),
      'openapi: 3.1.1\ninfo: { title: T, version: "1" }\npaths: { "/pets/{id}": { get: { responses: { "204": { description: "" } } } } }\n',
    );
    const args = ["generate", "openapi.yaml", "-o", "out", "--scope", "@t", "--format", "github"];
    const env = { ...process.env, GITHUB_WORKSPACE: folder };
    const checked = await runCli([...args, "--check"], { cwd: folder, env });
    expect(checked.code).toBe(1);
    expect(checked.stdout).toContain(
      "::warning file=openapi.yaml,line=3,col=26,title=path-parameter-undeclared::",
    );
    expect(checked.stdout).toMatch(
      /^::error file=out\/contract\/\S+,title=not up to date \(missing\)::\d+ files missing: never written, removed, or not committed%0A\S+%0A.*… and \d+ more%0Arun openapi-packages generate, and commit what it writes$/m,
    );
    expect(checked.stdout.match(/^::error/gm)).toHaveLength(1);
    const strict = await runCli([...args, "--strict=path-parameter-undeclared"], {
      cwd: folder,
      env,
    });
    expect(strict.code).toBe(2);
    expect(strict.stdout).toContain("::error file=openapi.yaml,line=3,col=26,");
    expect(strict.stdout).toContain("1 error: 1 path-parameter-undeclared\n");
    const misspelt = await runCli([...args, "--strict=path-parameter-undeclarde"], {
      cwd: folder,
      env,
    });
    expect(misspelt.code).toBe(2);
    expect(misspelt.stderr).toContain("the nearest is path-parameter-undeclared");
  });
});
