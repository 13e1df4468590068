import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Command, Option } from "../src/options/option.ts";
import { optionsOf, optionTable } from "../src/options/option-table.ts";
import {
  goldenFolder,
  node,
  repository,
  runCli,
  runCliProcess,
  temporaryFolder,
  writeTree,
} from "../../../generator/test/support.ts";
import { sampled } from "../../../test/test-all.ts";

const minimal = readFileSync(join(goldenFolder, "minimal", "description.yaml"), "utf8");
const broken = "openapi: 4.0.0\n";

/** What a command is given, how it ends, and what its document has. */
interface Case {
  readonly args: readonly string[];
  readonly code: number;
  readonly document: unknown;
}

const text: unknown = expect.any(String);
const list: unknown = expect.any(Array);
const failed = { error: text };
const refused = {
  error: "1 error: 1 openapi-version",
  diagnostics: list,
  counts: { "openapi-version": 1 },
};
const packages = ["--out", "packages", "--scope", "@case"];
const handlers = ["--out", "handlers", "--scope", "@case"];

const of = (code: number, document: unknown, ...args: readonly string[]): Case => ({
  args,
  code,
  document,
});

/** Each command, doing what it is for, and failing in each way that its help has. */
const cases: Readonly<Record<Command, readonly Case[]>> = {
  init: [
    of(
      0,
      { created: ["openapi-packages.config.ts", ".gitattributes"], edited: list, next: list },
      "--yes",
    ),
    of(
      0,
      { generated: { operations: 1 }, next: [] },
      "openapi.yaml",
      "--layout",
      "folder",
      "--out",
      "src/api",
      "--install",
    ),
    of(2, failed),
  ],
  generate: [
    of(0, { operations: 1, changes: list, check: false }, "openapi.yaml", ...packages),
    of(1, { changes: list, check: true }, "openapi.yaml", ...packages, "--check"),
    of(
      0,
      { install: { commands: [] } },
      "openapi.yaml",
      "--layout",
      "folder",
      "--out",
      "src/api",
      "--install",
      "--timing",
    ),
    of(2, failed, "openapi.yaml", ...packages, "--no-such"),
    of(2, refused, "broken.yaml", ...packages),
    of(
      2,
      [
        { description: "openapi.yaml", operations: 1 },
        { description: "broken.yaml", ...refused },
      ],
      "--config",
      "two.json",
    ),
  ],
  lint: [
    of(0, { diagnostics: [], fixes: [], left: [], files: [], written: false }, "openapi.yaml"),
    of(1, { diagnostics: list, counts: { "openapi-version": 1 } }, "broken.yaml"),
    of(2, failed, "openapi.yaml", "--dry-run"),
    of(2, failed, "no-such.yaml"),
  ],
  scaffold: [
    of(0, { created: list, byHand: [] }, "openapi.yaml", ...handlers),
    of(1, { created: list }, "openapi.yaml", ...handlers, "--check"),
    of(2, refused, "broken.yaml", ...handlers),
    of(2, failed, "openapi.yaml"),
  ],
  promote: [
    of(0, { created: list }, "openapi.yaml", ...handlers, "--operation", "ping"),
    of(2, failed, "openapi.yaml", ...handlers),
  ],
  mock: [
    of(2, refused, "broken.yaml", "--port", "0"),
    of(2, failed, "openapi.yaml", "--port", "x"),
  ],
  verify: [
    of(0, { title: "Minimal", failures: [] }, "traffic.har", "openapi.yaml"),
    of(2, refused, "broken.yaml", "--server", "http://127.0.0.1:1"),
  ],
  diff: [
    of(
      0,
      { base: "earlier.yaml", changes: [{ code: "operation-added" }] },
      "earlier.yaml",
      "openapi.yaml",
    ),
    of(1, { changes: list }, "earlier.yaml", "openapi.yaml", "--fail-on", "any"),
    of(2, refused, "broken.yaml", "openapi.yaml"),
    of(2, failed),
  ],
  codemod: [
    of(
      0,
      { files: [], written: true, errors: [] },
      "openapi.yaml",
      "openapi.yaml",
      ...packages,
      "--project",
      "tsconfig.json",
    ),
    of(2, refused, "broken.yaml", "openapi.yaml", ...packages),
    of(2, failed),
  ],
  version: [of(2, failed, "earlier.yaml", "openapi.yaml", ...packages.slice(0, 2)), of(2, failed)],
  explain: [
    of(0, [{ kind: "diagnostic", code: "syntax", fix: text }], "syntax"),
    of(0, expect.arrayContaining([{ kind: "check", code: "body", finds: text }])),
    of(2, failed, "sintax"),
  ],
};

/** A project, and a package manager that talks and installs nothing. */
function project() {
  const cwd = temporaryFolder();
  const stubs = temporaryFolder();
  const jobs = ["openapi.yaml", "broken.yaml"].map((description) => ({
    description,
    out: description.replace(".yaml", ""),
    scope: "@case",
  }));
  writeTree(cwd, {
    "package.json": JSON.stringify({ name: "app", devDependencies: { typescript: "5.1" } }),
    "src/main.ts": "",
    "tsconfig.json": JSON.stringify({ files: ["src/main.ts"] }),
    "openapi.yaml": minimal,
    "earlier.yaml": "openapi: 3.1.1\ninfo: { title: Minimal, version: 1.0.0 }\npaths: {}\n",
    "broken.yaml": broken,
    "two.json": JSON.stringify(jobs),
    "traffic.har": JSON.stringify({ log: { version: "1.2", entries: [] } }),
  });
  writeFileSync(join(stubs, "npm"), "#!/bin/sh\necho added 1 package\n", { mode: 0o755 });
  const path = [stubs, process.env["PATH"]].join(delimiter);
  return { cwd, env: { ...process.env, PATH: path, CI: "1" } };
}

const commands = [
  ...new Set(Object.values<Option>(optionTable).flatMap((option) => option.commands)),
];

it("has cases for every command, each of which has the format", () => {
  expect(Object.keys(cases).toSorted()).toEqual(commands.toSorted());
  const formats = commands.map((command) =>
    optionsOf(command).flatMap(([, option]) =>
      option.flag === "format" && option.type === "choice" ? [option.values] : [],
    ),
  );
  for (const values of formats) expect(values).toEqual([expect.arrayContaining(["json"])]);
});

/** The commands of which the first case has a process of its own, which nothing may keep from its end. */
const withProcess: readonly string[] = sampled(commands, 6);

describe.skipIf(process.platform === "win32").for(Object.entries(cases))(
  "%s --format json",
  ([command, all]) => {
    const hasProcess = (index: number): boolean => index === 0 && withProcess.includes(command);
    it.for(all.map((one, index) => [one.args.join(" "), one, hasProcess(index)] as const))(
      "has one document on standard output: %s",
      async ([, { args, code, document }, isAlone]) => {
        const run = await (isAlone ? runCliProcess : runCli)(
          [command, ...args, "--format", "json"],
          project(),
        );
        expect(JSON.parse(run.stdout)).toMatchObject(document as object);
        // What keeps a command from its end is said to people too.
        const isTold = code !== 2 || run.stderr !== "";
        expect({ code: run.code, isTold }).toEqual({ code, isTold: true });
      },
    );
  },
);

/** A command that goes on, in a project, and the lines that it writes to standard output. */
function going(...args: readonly string[]) {
  const { cwd, env } = project();
  const cli = join(repository, "generator", "src", "cli.ts");
  const child = spawn(node, [cli, ...args, "--format", "json"], { cwd, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { value } = (await lines.next()) as { value?: string };
    return value === undefined ? undefined : JSON.parse(value);
  };
  const write = (path: string, contents: string): void => writeFileSync(join(cwd, path), contents);
  return { child, next, write, ended: once(child, "close") };
}

describe("a command that goes on", () => {
  it("writes a line for each run, also for one that fails", async () => {
    const { child, next, write, ended } = going("generate", "openapi.yaml", ...packages, "--watch");
    expect(await next()).toMatchObject({ operations: 1 });
    write("openapi.yaml", broken);
    expect(await next()).toMatchObject(refused);
    write("openapi.yaml", minimal);
    expect(await next()).toMatchObject({ operations: 1, changes: [] });
    child.kill("SIGTERM");
    expect([await next(), await ended]).toEqual([undefined, [0, null]]);
  });

  it("writes a list of jobs in a line, and what ends it", async () => {
    const { child, next, ended } = going("generate", "--config", "two.json", "--watch");
    expect(await next()).toMatchObject([{ out: "openapi", operations: 1 }, refused]);
    child.kill("SIGTERM");
    await ended;
    const args = ["generate", "openapi.yaml", ...packages, "--watch", "--check"];
    const wrong = await runCli([...args, "--format", "json"], project());
    const [line = "", ...more] = wrong.stdout.split("\n");
    expect([wrong.code, JSON.parse(line), more]).toEqual([2, failed, [""]]);
  });

  it("says where a mock is served, and logs its requests elsewhere", async () => {
    const { child, next, ended } = going("mock", "openapi.yaml", "--port", "0");
    const served = (await next()) as { readonly url: string };
    expect(served).toEqual({ url: expect.stringMatching(/^http:/), consoleUrl: text });
    const logged = once(child.stderr, "data");
    expect((await fetch(`${served.url}/ping`)).status).toBe(200);
    await logged;
    child.kill("SIGTERM");
    expect([await next(), await ended]).toEqual([undefined, [0, null]]);
  });
});

it("is asked for by a configuration too", async () => {
  const { cwd, env } = project();
  const config = {
    description: "broken.yaml",
    verify: { format: "json", server: "http://127.0.0.1:1" },
  };
  writeTree(cwd, { "openapi-packages.config.json": JSON.stringify(config) });
  const { code, stdout } = await runCli(["verify"], { cwd, env });
  expect([code, JSON.parse(stdout)]).toMatchObject([2, refused]);
});
