import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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
