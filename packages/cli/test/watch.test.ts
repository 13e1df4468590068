import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { createFileWatcher, type FileWatcher } from "../src/file-watcher.ts";
import { UsageError } from "../../description/src/diagnostics/usage-error.ts";
import { watchDescription } from "../src/watch.ts";
import { DiagnosticsError } from "../../description/src/diagnostics/diagnostics.ts";
import {
  goldenFolder,
  node,
  readTree,
  repository,
  temporaryFolder,
  writeTree,
} from "../../../generator/test/support.ts";

/** A watcher that reports what a test says, and what it follows. */
function scripted() {
  const followed = new Set<string>();
  let pending: string[] = [];
  let wake = (): void => {};
  const watcher: FileWatcher = {
    add: (path) => void followed.add(path),
    retain(paths) {
      for (const path of followed) if (!paths.has(path)) followed.delete(path);
    },
    async changed(signal) {
      if (pending.length === 0 && !signal.aborted)
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener("abort", () => resolve());
        });
      const paths = pending;
      pending = [];
      return paths;
    },
  };
  const change = (...paths: string[]): void => {
    pending.push(...paths);
    wake();
  };
  return { watcher, followed, change };
}

const broken = new DiagnosticsError([
  {
    severity: "error",
    code: "syntax",
    message: "broken",
    location: { file: "a.yaml", line: 1, column: 1, pointer: "" },
  },
]);

/** Watches with runs that each look at some files and then succeed or fail; then it is stopped. */
async function watched(
  runs: readonly { readonly files: readonly string[]; readonly failure?: Error }[],
  afterRun: (index: number, script: ReturnType<typeof scripted>) => void,
) {
  const script = scripted();
  const stop = new AbortController();
  const said: string[] = [];
  const follows: string[][] = [];
  let index = 0;
  let settled = 0;
  await watchDescription({
    async run(onFile) {
      const { files, failure } = runs[index] ?? { files: [] };
      for (const file of files) onFile(file);
      index += 1;
      if (failure !== undefined) throw failure;
    },
    left: "No package changes",
    watcher: script.watcher,
    async debounce() {
      settled += 1;
      script.change("saved-again.yaml");
    },
    say(line) {
      said.push(line);
      if (!line.startsWith("watching")) return;
      follows.push([...script.followed]);
      if (index === runs.length) stop.abort();
      else afterRun(index, script);
    },
    signal: stop.signal,
  });
  return { said, follows, settled, index };
}

describe("watching", () => {
  it("runs again when a file changes, after the editor has settled, and says which", async () => {
    const { said, settled } = await watched(
      [{ files: ["/a.yaml"] }, { files: ["/a.yaml"] }],
      (_index, { change }) => change("/a.yaml"),
    );
    expect(settled).toBe(1);
    expect(said.map((line) => line.replace(/(\.\.\/)+/, "/"))).toEqual([
      "watching 1 file",
      "changed    /a.yaml",
      expect.stringContaining("saved-again.yaml"),
      "watching 1 file",
    ]);
  });

  it("follows the files of the last run: new ones, and those that are gone no more", async () => {
    const { follows } = await watched(
      [{ files: ["/a", "/b"] }, { files: ["/a", "/c"] }],
      (_index, { change }) => change("/a"),
    );
    expect(follows).toEqual([
      ["/a", "/b"],
      ["/a", "/c"],
    ]);
  });

  it("survives a broken save, and follows the files of the last good run with it", async () => {
    const { said, follows, index } = await watched(
      [{ files: ["/a", "/b"] }, { files: ["/a"], failure: broken }, { files: ["/a", "/b"] }],
      (_index, { change }) => change("/a"),
    );
    expect(index).toBe(3);
    expect(follows[1]).toEqual(["/a", "/b"]);
    expect(said.join("\n")).toContain("syntax  broken");
    expect(said.join("\n")).toContain("No package changes");
  });

  it("begins with a broken description too", async () => {
    const { index } = await watched(
      [{ files: ["/a"], failure: broken }, { files: ["/a"] }],
      (_index, { change }) => change("/a"),
    );
    expect(index).toBe(2);
  });

  it("ends with wrong usage and with faults of its own", async () => {
    const usage = new UsageError("no");
    await expect(watched([{ files: [], failure: usage }], () => {})).rejects.toBe(usage);
    const fault = new TypeError("no");
    await expect(watched([{ files: [], failure: fault }], () => {})).rejects.toBe(fault);
  });

  it("takes what a filter does not find any more for a broken save", async () => {
    const usage = new UsageError("no tag");
    const { index } = await watched(
      [{ files: ["/a"] }, { files: ["/a"], failure: usage }, { files: ["/a"] }],
      (_index, { change }) => change("/a"),
    );
    expect(index).toBe(3);
  });
});

describe("a file that is watched", () => {
  const never = new AbortController().signal;

  function watcherIn(files: Readonly<Record<string, string>>) {
    const folder = temporaryFolder();
    writeTree(folder, files);
    return { folder, watcher: createFileWatcher() };
  }

  it("is heard of when it is written into", async () => {
    const { folder, watcher } = watcherIn({ "a.yaml": "1" });
    watcher.add(join(folder, "a.yaml"));
    writeFileSync(join(folder, "a.yaml"), "22");
    expect(await watcher.changed(never)).toEqual([join(folder, "a.yaml")]);
  });

  it("is heard of when another takes its place, and again after that", async () => {
    const { folder, watcher } = watcherIn({ "a.yaml": "1", "b.yaml": "2", "c.yaml": "3" });
    const path = join(folder, "a.yaml");
    watcher.add(path);
    renameSync(join(folder, "b.yaml"), path);
    expect(await watcher.changed(never)).toEqual([path]);
    renameSync(join(folder, "c.yaml"), path);
    expect(await watcher.changed(never)).toEqual([path]);
  });

  it("is heard of when it comes to be, in a folder that comes to be", async () => {
    const { folder, watcher } = watcherIn({});
    const path = join(folder, "paths", "pets.yaml");
    watcher.add(path);
    mkdirSync(join(folder, "paths"));
    writeFileSync(path, "1");
    expect(await watcher.changed(never)).toEqual([path]);
  });

  it("is heard of when its folder goes and comes back", async () => {
    const { folder, watcher } = watcherIn({ "paths/pets.yaml": "1" });
    const path = join(folder, "paths", "pets.yaml");
    watcher.add(path);
    rmSync(join(folder, "paths"), { recursive: true });
    expect(await watcher.changed(never)).toEqual([path]);
    writeTree(folder, { "paths/pets.yaml": "2" });
    expect(await watcher.changed(never)).toEqual([path]);
  });

  it("is not heard of while it stays as it is, nor is another", async () => {
    const { folder, watcher } = watcherIn({ "a.yaml": "1", "b.yaml": "1" });
    const path = join(folder, "a.yaml");
    const past = new Date("2001-02-03T04:05:06Z");
    utimesSync(path, past, past);
    watcher.add(path);
    writeFileSync(join(folder, "b.yaml"), "22");
    utimesSync(path, past, past);
    writeFileSync(path, "22");
    expect(await watcher.changed(never)).toEqual([path]);
  });

  it("is forgotten when it is retained no more", async () => {
    const { folder, watcher } = watcherIn({ "a.yaml": "1", "b.yaml": "1" });
    for (const name of ["a.yaml", "b.yaml"]) watcher.add(join(folder, name));
    watcher.retain(new Set([join(folder, "b.yaml")]));
    writeFileSync(join(folder, "a.yaml"), "22");
    writeFileSync(join(folder, "b.yaml"), "22");
    expect(await watcher.changed(never)).toEqual([join(folder, "b.yaml")]);
  });
});

/** The command with `--watch` in a process of its own. */
function startWatching(folder: string, args: readonly string[]) {
  const cli = join(repository, "generator", "src", "cli.ts");
  const child = spawn(node, [cli, ...args, "--watch"], { cwd: folder });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  let seen = 0;
  child.stdout.setEncoding("utf8").on("data", (text: string) => lines.push(...text.split("\n")));
  const said = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  return {
    /** What is said until it waits for a change. */
    async watching(): Promise<string> {
      const told: string[] = [];
      for (let line = ""; !line.startsWith("watching"); told.push(line))
        line = String((await said.next()).value);
      const printed = lines.slice(seen);
      seen = lines.length;
      return [...told, ...printed].join("\n");
    },
    stop(): Promise<unknown> {
      const stopped = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      return stopped;
    },
  };
}

describe("generate --watch", () => {
  it("keeps packages current until it is stopped", async () => {
    const folder = temporaryFolder();
    const description = readFileSync(join(goldenFolder, "minimal", "description.yaml"), "utf8");
    const config = "openapi-packages.config.json";
    writeTree(folder, {
      "openapi.yaml": description,
      "node_modules/.keep": "",
      [config]: '{ "openapiJson": true }',
    });
    const [spec, out] = [join(folder, "openapi.yaml"), join(folder, "packages")];
    const args = ["generate", spec, "--out", out, "--scope", "@case"];
    const { watching, stop } = startWatching(folder, args);
    expect(await watching()).toContain("watching 2 files");
    const before = readTree(out);
    writeFileSync(spec, `${description}\nbroken: [`);
    expect(await watching()).toMatch(/changed {4}openapi\.yaml\n[^]* {2}syntax {2}/);
    expect(readTree(out)).toEqual(before);
    writeFileSync(spec, description.replace("Pong.", "Pong and pong."));
    expect(await watching()).toContain("changed    openapi.yaml");
    expect(readTree(out)["contract/openapi.json"]).toContain("Pong and pong.");
    expect(await stop()).toBe(0);
  });

  it("follows the configuration, and what that imports", async () => {
    const folder = temporaryFolder();
    const description = readFileSync(join(goldenFolder, "minimal", "description.yaml"), "utf8");
    const options = (text: string): string =>
      `export const options = { out: "packages", ${text} };`;
    writeTree(folder, {
      "api/openapi.yaml": description,
      "package.json": "{}",
      "options.ts": options('scope: "@case", header: "first"'),
      "openapi-packages.config.ts": [
        'import { options } from "./options.ts";',
        'export default { description: "api/openapi.yaml", ...options };',
      ].join("\n"),
    });
    /** At once, as editors do that write safely. */
    const change = (text: string): void => {
      writeTree(folder, { "changed.ts": options(text) });
      renameSync(join(folder, "changed.ts"), join(folder, "options.ts"));
    };
    const { watching } = startWatching(folder, ["generate"]);
    expect(await watching()).toContain("watching 3 files");
    change('scoop: "@second"');
    expect(await watching()).toContain("there is no option scoop; did you mean scope?");
    change('scope: "@case", header: "second"');
    expect(await watching()).toContain("changed    options.ts");
    expect(readTree(folder)["packages/client/src/index.ts"]).toMatch(/^\/\/ second\n/);
  });
});
