import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  watch,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sampled } from "../../../test/test-all.ts";
import { generate } from "../../src/generate.ts";
import { lockName, withLock } from "../../src/write/output-lock.ts";
import { WriteError } from "../../src/write/write-error.ts";
import {
  node,
  readTree,
  repository,
  runCli,
  runCliProcess,
  temporaryFolder,
  writeTree,
} from "../support.ts";

/** How many groups of operations have enough files for a run to be caught while it writes them. */
const many = 16;
const few = 2;

/** A description of groups of operations; each of their files has the word in it. */
function description(word: string, groups: number, text = word): string {
  const paths = Array.from({ length: groups }, (_, index) => [
    `/things${index}`,
    {
      get: {
        operationId: `Get${word}${index}`,
        tags: [`tag${index}`],
        summary: text,
        responses: { 200: { description: word } },
      },
    },
  ]);
  const info = { title: "Things", version: "1.0.0" };
  return JSON.stringify({ openapi: "3.1.1", info, paths: Object.fromEntries(paths) });
}

type Tree = Readonly<Record<string, string>>;

const expectedTrees = new Map<string, Promise<Tree>>();

/** The packages of a word, as a run leaves them in a folder without any. */
function expected(word: string, groups: number): Promise<Tree> {
  const text = description(word, groups);
  const tree = expectedTrees.get(text) ?? generatedTree(text);
  expectedTrees.set(text, tree);
  return tree;
}

async function generatedTree(text: string): Promise<Tree> {
  const folder = temporaryFolder();
  writeTree(folder, { "openapi.json": text });
  const out = join(folder, "out");
  await generate({ spec: join(folder, "openapi.json"), out, scope: "@case" });
  return readTree(out);
}

/** A project that remembers its runs. */
function project(groups: number) {
  const folder = temporaryFolder();
  const [spec, out] = [join(folder, "openapi.json"), join(folder, "packages")];
  mkdirSync(join(folder, "node_modules"));
  const describeAs = (word: string): void => writeFileSync(spec, description(word, groups));
  const run = () => generate({ spec, out, scope: "@case" });
  return { folder, spec, out, describeAs, run };
}

const cli = join(repository, "generator", "src", "cli.ts");

describe("a run that is killed", () => {
  /** Events in the folder of operations to wait for; none stands for a part of a run's usual time. */
  const moments = [1, 12, 0.3, 25, 42, 54, 0.8, 70, 0.95];

  it("leaves nothing that the next run does not put right", async () => {
    const { spec, out, describeAs, run } = project(many);
    describeAs("New");
    await run();
    const tried = sampled(moments, 10);
    describeAs("Newer");
    const usual = tried.some((moment) => moment < 1) ? await usualTime(spec, out) : 0;
    for (const [index, moment] of tried.entries()) {
      describeAs(index % 2 === 0 ? "Old" : "New");
      await killedAt(moment, usual, spec, out);
      // The description has moved on: what was half written is neither old nor new any more.
      const word = ["Newer", "Old", "New"][index % 3] ?? "";
      describeAs(word);
      const { changes } = await run();
      expect(changes.filter(({ kind }) => kind === "edited" || kind === "unexpected")).toEqual([]);
      expect(readTree(out)).toEqual(await expected(word, many));
    }
  });

  async function usualTime(spec: string, out: string): Promise<number> {
    const start = performance.now();
    await runCliProcess(["generate", spec, "--out", out, "--scope", "@case"]);
    return performance.now() - start;
  }

  async function killedAt(moment: number, usual: number, spec: string, out: string) {
    const child = spawn(node, [cli, "generate", spec, "--out", out, "--scope", "@case"]);
    const kill = (): void => void child.kill("SIGKILL");
    let events = 0;
    const watcher = watch(join(out, "contract/src/operations"), () => {
      events += 1;
      if (moment >= 1 && events >= moment) kill();
    });
    const timer = moment < 1 ? setTimeout(kill, moment * usual) : undefined;
    await new Promise((resolve) => child.once("close", resolve));
    clearTimeout(timer);
    watcher.close();
  }
});

describe("what a run that was killed has left", () => {
  it("is put right, and told", async () => {
    const { out, describeAs, run } = project(few);
    describeAs("Old");
    await run();
    // As after a kill between two files: one is of a description that is history since.
    const half = "contract/src/operations/tag1.ts";
    writeTree(out, {
      [half]: "// of the interrupted run\n",
      "contract/src/operations/tag0.ts.7.openapi-packages.tmp": "// not complete",
      ".openapi-packages.journal.7.openapi-packages.tmp": "{",
      ".openapi-packages.journal": JSON.stringify({
        [half]: [hashOf("// of the interrupted run\n")],
      }),
    });
    describeAs("New");
    const { changes, isRepaired } = await run();
    expect(isRepaired).toBe(true);
    expect(changes).toContainEqual(expect.objectContaining({ path: half, kind: "changed" }));
    expect(changes).toContainEqual({
      path: "contract/src/operations/tag0.ts.7.openapi-packages.tmp",
      kind: "leftover",
    });
    expect(readTree(out)).toEqual(await expected("New", few));
    expect(await run()).toMatchObject({ isRepaired: false, isUnchanged: true });
  });

  it("is told by the command line", async () => {
    const { spec, out, describeAs, run } = project(few);
    describeAs("Old");
    await run();
    writeTree(out, {
      ".openapi-packages.journal": "{",
      "client/a.ts.7.openapi-packages.tmp": "",
    });
    const { code, stdout } = await runCli(["generate", spec, "--out", out, "--scope", "@case"]);
    expect(code).toBe(0);
    expect(stdout).toContain("An earlier run was interrupted; this run completed it.");
    expect(stdout).toMatch(/removed {4}\S+\/client\/a\.ts\S+ {2}\(of a run that was interrupted\)/);
  });

  it("does not make somebody's edit ours", async () => {
    const { out, describeAs, run } = project(few);
    describeAs("Old");
    await run();
    writeTree(out, {
      "client/README.md": "mine\n",
      ".openapi-packages.journal": JSON.stringify({ "client/README.md": [hashOf("other\n")] }),
    });
    const { changes } = await run();
    expect(changes).toMatchObject([{ path: "client/README.md", kind: "edited" }]);
    expect(readFileSync(join(out, "client/README.md"), "utf8")).toBe("mine\n");
  });
});

describe("two runs at once", () => {
  it("come one after the other", async () => {
    const { folder, spec, out, describeAs } = project(many);
    writeTree(folder, {
      "old.json": description("Old", many),
      "new.json": description("New", many),
    });
    const [oldSpec, newSpec] = [join(folder, "old.json"), join(folder, "new.json")];
    const lock = join(out, lockName);
    writeTree(out, { [lockName]: JSON.stringify({ pid: process.ppid, host: hostname() }) });
    // One is a run of another process, the other one of this.
    const runs = Promise.all([
      runCli(["generate", oldSpec, "--out", out, "--scope", "@case"]),
      generate({ spec: newSpec, out, scope: "@case" }),
    ]);
    // Both have to wait, while a run that began later writes elsewhere.
    describeAs("Newer");
    await generate({ spec, out: join(folder, "elsewhere"), scope: "@case" });
    expect(Object.keys(readTree(out))).toEqual([lockName]);
    rmSync(lock);
    const [{ code, stderr }] = await runs;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    // Whichever was first is the file that manifests name.
    const tree = JSON.parse(
      JSON.stringify(readTree(out)).replaceAll(/(?:old|new)\.json/g, "openapi.json"),
    ) as Record<string, string>;
    const isOld = tree["client/src/tag0.ts"]?.includes("getOld0") === true;
    expect(tree).toEqual(await expected(isOld ? "Old" : "New", many));
  });
});

describe("a lock", () => {
  const lockOf = (pid: number, host = hostname()): string => JSON.stringify({ pid, host });
  const locked = (text: string): string => {
    const out = temporaryFolder();
    writeTree(out, { [lockName]: text });
    return out;
  };

  it("is there while one works, and gone after that", async () => {
    const out = temporaryFolder();
    expect(await withLock(out, () => existsSync(join(out, lockName)))).toBe(true);
    expect(existsSync(join(out, lockName))).toBe(false);
  });

  it("is gone after a failure too", async () => {
    const out = temporaryFolder();
    const fail = (): never => {
      throw new Error("no");
    };
    await expect(withLock(out, fail)).rejects.toThrow("no");
    expect(existsSync(join(out, lockName))).toBe(false);
  });

  it("of a living process is waited for", async () => {
    const out = locked(lockOf(process.ppid));
    const order: string[] = [];
    const done = withLock(out, () => order.push("ours"));
    order.push("theirs");
    rmSync(join(out, lockName));
    await done;
    expect(order).toEqual(["theirs", "ours"]);
  });

  it.each([
    ["a living process", lockOf(process.ppid), `process ${process.ppid} on ${hostname()} has`],
    ["another machine", lockOf(7, "elsewhere"), "process 7 on elsewhere has"],
    ["somebody who has yet to say who", "", "another run has"],
  ])("of %s ends patience with a reason", async (_who, text, reason) => {
    const out = locked(text);
    const error = await withLock(out, () => {}, 0).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(WriteError);
    expect((error as WriteError).message).toContain(reason);
    expect(readFileSync(join(out, lockName), "utf8")).toBe(text);
  });

  it.each([
    ["a process that is gone", () => lockOf(spawnSync(process.execPath, ["--version"]).pid)],
    ["an earlier process of our number", () => lockOf(process.pid)],
  ])("of %s is taken over", async (_who, text) => {
    const out = locked(text());
    expect(await withLock(out, () => "done", 0)).toBe("done");
    expect(Object.keys(readTree(out))).toEqual([]);
  });

  it.each([
    ["that nobody signed", "", 10],
    ["of another machine that nobody came back for", lockOf(7, "elsewhere"), 3600],
  ])("%s is taken over after a while", async (_which, text, seconds) => {
    const out = locked(text);
    const then = new Date(Date.now() - seconds * 1000);
    utimesSync(join(out, lockName), then, then);
    expect(await withLock(out, () => "done", 0)).toBe("done");
  });
});

// A limit on the size of files is as good as a full disk: writing fails half-way.
describe.skipIf(process.platform === "win32")("a disk that is full", () => {
  it("leaves the packages as they were", async () => {
    const { folder, spec, out, describeAs, run } = project(few);
    describeAs("Old");
    await run();
    writeFileSync(spec, description("Large", few, "large ".repeat(4000)));
    const command = `ulimit -f 40; exec "$@"`;
    const args = [node, cli, "generate", spec, "--out", out, "--scope", "@case"];
    const { status, stderr } = spawnSync("sh", ["-c", command, "sh", ...args], {
      encoding: "utf8",
      cwd: folder,
    });
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "the packages cannot be written: EFBIG, file too large; nothing was changed\n",
    });
    expect(readTree(out)).toEqual(await expected("Old", few));
    expect((await run()).changes).not.toEqual([]);
  });
});

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
