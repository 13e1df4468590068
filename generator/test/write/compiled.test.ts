import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generate } from "../../src/generate.ts";
import type { GenerateOptions } from "../../src/generate-types.ts";
import { goldenFolder, readTree, runCli, temporaryFolder, writeTree } from "../support.ts";

const spec = join(goldenFolder, "tags", "description.yaml");

/** Packages that have been generated once, with a memory of that run. */
async function project(first: Partial<GenerateOptions> = {}) {
  const folder = temporaryFolder();
  const out = join(folder, "packages");
  mkdirSync(join(folder, "node_modules"));
  const run = (options: Partial<GenerateOptions> = {}) =>
    generate({ spec, out, scope: "@case", ...options });
  await run(first);
  return { folder, out, run };
}

const dist = (out: string, name = "client"): string => join(out, name, "dist");

const removeCompiled = (out: string): void => {
  for (const name of ["contract", "client", "server", "mocks"])
    rmSync(dist(out, name), { recursive: true });
};

describe("compiled files", () => {
  it("stand beside the sources of every module, on request with maps that lead back", async () => {
    const { out, run } = await project();
    expect(Object.keys(readTree(out)).filter((path) => path.endsWith(".map"))).toEqual([]);
    expect(readFileSync(join(dist(out), "index.js"), "utf8")).not.toContain("sourceMappingURL");
    await run({ sourceMaps: true });
    const files = Object.keys(readTree(join(out, "client")));
    const sources = files.filter((path) => /^src\/.*\.ts$/.test(path));
    const expected = sources.flatMap((path) => {
      const base = path.replace(/^src/, "dist").replace(/\.ts$/, "");
      return [".js", ".js.map", ".d.ts", ".d.ts.map"].map((extension) => base + extension);
    });
    expect(sources).not.toEqual([]);
    expect(files).toEqual(expect.arrayContaining(expected));
    const map = JSON.parse(readFileSync(join(dist(out), "index.d.ts.map"), "utf8")) as object;
    expect(map).toMatchObject({ version: 3, file: "index.d.ts", sources: ["../src/index.ts"] });
  });

  it("have copies of what needs no compiler", async () => {
    const { out } = await project();
    const tree = readTree(join(out, "contract"));
    const copied = Object.keys(tree).filter((path) => /^src\/.*(\.js|\.d\.ts)$/.test(path));
    expect(copied).not.toEqual([]);
    for (const path of copied) expect(tree[path.replace("src", "dist")]).toBe(tree[path]);
  });

  it("import no TypeScript", async () => {
    const { out } = await project();
    const tree = Object.entries(readTree(out)).filter(([path]) => path.includes("/dist/"));
    const code = tree.filter(([path]) => /\.[jt]s$/.test(path));
    expect(code.filter(([, text]) => /from "\.[^"]*\.ts"/.test(text))).toEqual([]);
  });

  it("are left out on request, and those of earlier runs go", async () => {
    const { out, run } = await project();
    writeTree(out, { "client/dist/bundle.js": "mine\n" });
    const { changes } = await run({ compile: false });
    expect(changes.every(({ isCompiled, kind }) => isCompiled && kind === "obsolete")).toBe(true);
    expect(readTree(dist(out))).toEqual({ "bundle.js": "mine\n" });
    expect(existsSync(dist(out, "server"))).toBe(false);
  });

  it("of others stay where only sources are wanted", async () => {
    const { out, run } = await project({ compile: false });
    writeTree(out, { "client/dist/index.js": "mine\n" });
    const { changes } = await run({ compile: false, check: true });
    expect(changes).toEqual([]);
  });

  it("of a compiler, from before there was a list of them, are replaced", async () => {
    const { out, run } = await project({ compile: false });
    writeTree(out, { "client/dist/index.js": "compiled\n" });
    await run();
    expect(readFileSync(join(dist(out), "index.js"), "utf8")).toContain("createClient");
  });

  it("go with the tag that they are of, and nothing else does", async () => {
    const { folder, out } = await project();
    const own = join(folder, "own.yaml");
    writeFileSync(own, readFileSync(spec, "utf8").replaceAll("Zoo keepers", "Renamed"));
    const before = Object.keys(readTree(dist(out)));
    await generate({ spec: own, out, scope: "@case" });
    const after = Object.keys(readTree(dist(out)));
    expect(after.length).toBe(before.length);
    expect(after.filter((path) => path.startsWith("renamed."))).toHaveLength(2);
  });
});

describe("a check", () => {
  it("finds nothing where there are sources alone", async () => {
    const { out, run } = await project();
    removeCompiled(out);
    expect((await run({ check: true })).changes).toEqual([]);
  });

  it.each<[string, (out: string) => void, string]>([
    ["stale", (out) => writeFileSync(join(dist(out), "index.js"), "old"), "edited"],
    ["partial", (out) => rmSync(join(dist(out), "index.js")), "missing"],
    ["of one package only", (out) => rmSync(dist(out), { recursive: true }), "missing"],
    ["beside others", (out) => writeFileSync(join(dist(out), "more.js"), ""), "unexpected"],
  ])("finds compiled files that are %s", async (_name, spoil, kind) => {
    const { out, run } = await project();
    spoil(out);
    const { changes } = await run({ check: true });
    expect(changes.length).toBeGreaterThan(0);
    for (const change of changes) expect(change).toMatchObject({ kind, isCompiled: true });
  });
});

describe("a run after a clone of sources alone", () => {
  it("writes what runs, and calls it no change of sources", async () => {
    const { out } = await project();
    const written = readTree(out);
    removeCompiled(out);
    const { code, stdout } = await runCli(["generate", spec, "--out", out, "--scope", "@case"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}client +\d+ files {2}\d+ compiled$/m);
    expect(stdout).toMatch(/files in \S+: \d+ compiled \(/);
    expect(readTree(out)).toEqual(written);
  });

  it("remembers sources alone", async () => {
    const { run } = await project({ compile: false });
    expect((await run({ compile: false })).isUnchanged).toBe(true);
    expect((await run()).isUnchanged).toBe(false);
    expect((await run()).isUnchanged).toBe(true);
  });
});
