import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { repositoryRoot } from "../repository.ts";
import { stepsOf } from "../steps.ts";

const folder = mkdtempSync(join(tmpdir(), "readme-commands-"));
afterAll(() => rmSync(folder, { recursive: true }));

const readme = readFileSync(join(repositoryRoot, "README.md"), "utf8");
const [, section = ""] = readme.split("\n## Commands\n");
/** The scripts of the table of commands, with their arguments. */
const commands = [...section.matchAll(/^\| `npm (?:run )?(.*?)`/gm)].map(([, one]) => one ?? "");

const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** The commands of the table that run elsewhere, each with the place, so that none runs twice. */
const elsewhere: Readonly<Record<string, string>> = {
  test: "this is part of it",
  generate: "a step of npm test, as a check",
  "lint:spec": "a step of npm test",
  "release -- --dry-run": "a step of npm test",
  build: "the dry run of a release builds all packages",
  docs: "test/browser/documentation.test.ts",
  overview: "scripts/test/overview.test.ts",
  "test:consumers": "needs the registry; what does not is a step of npm test",
  "test:types": "takes minutes; the oldest and the newest compiler are in a step of npm test",
  "test:runtimes": "needs other runtimes; test/browser/runtimes.test.ts has Node and Chromium",
  weights: "a step of npm test, as a check",
  "compare:diff": "takes minutes; test/diff/own-edits.test.ts has its verdicts",
  "compare:bed-clients": "takes minutes; test/verify/beds/clients.test.ts has its verdicts",
  "compare:beds": "takes minutes; test/verify/beds has its verdicts",
  "compare:verify-beds": "needs peers from the registry",
  "compare:verify": "needs peers from the registry",
  "compare:history": "test/verify/history makes the same judgements",
  bench: "measures",
};

/** The commands that run here. Words in capitals stand for values that the reader chooses. */
const here = ["scaffold -- --out DIR", "promote -- --out DIR", "mock -- --port 4010", "sizes"];

test("each command of the table is a script, and is tried here or elsewhere", () => {
  expect(commands.length).toBeGreaterThan(10);
  for (const command of commands) {
    expect(Object.keys(scripts)).toContain(command.split(" ")[0]);
    expect([...here, ...Object.keys(elsewhere)]).toContain(command);
  }
  expect([...here, ...Object.keys(elsewhere)].toSorted()).toEqual(commands.toSorted());
});

test("what steps of npm test run is what the scripts run", () => {
  const programs = stepsOf(false).map(({ program }) => program.join(" "));
  expect(programs.some((one) => one.startsWith("generator/src/cli.ts generate "))).toBe(true);
  expect(programs.some((one) => one.includes("@redocly/cli") && one.includes(" lint "))).toBe(true);
});

test("scaffold, then promote, write handlers into a folder", () => {
  const out = join(folder, "handlers");
  run("scaffold", "--out", out);
  expect(readdirSync(out)).toContain("index.ts");
  run("promote", "--out", out, "--operation", "GetConfig");
  expect(readFileSync(join(out, "config", "get-config.ts"), "utf8")).toContain("status: 200");
});

test("mock serves the description", async () => {
  const child = spawn("npm", ["run", "--silent", "mock", "--", "--port", "0"], {
    cwd: repositoryRoot,
    detached: true,
  });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let output = "";
      const hear = (chunk: Buffer): void => {
        output += chunk.toString();
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
        if (found !== null) resolve(found[0]);
      };
      child.stdout.on("data", hear);
      child.stderr.on("data", hear);
      child.on("close", () => reject(new Error(output)));
    });
    const answer = await fetch(`${address}/api/assistants`);
    expect([200, 404]).toContain(answer.status);
  } finally {
    process.kill(-(child.pid ?? 0), "SIGTERM");
  }
});

test("sizes counts the files that it measures", () => {
  expect(run("sizes")).toMatch(/^sizes of \d+ files$/m);
});

function run(script: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", script, "--", ...args], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  expect(status, `${stdout}${stderr}`).toBe(0);
  return stdout;
}
