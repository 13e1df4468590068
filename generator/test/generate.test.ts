import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generate } from "../src/generate.ts";
import { goldenFolder, readTree, temporaryFolder, writeTree } from "./support.ts";

const description = readFileSync(join(goldenFolder, "minimal", "description.yaml"), "utf8");
const edited = description.replace("Pong.", "Pong, pong.");

interface Workspace {
  readonly folder: string;
  readonly out: string;
  readonly spec: string;
  run(more?: { check?: boolean; force?: boolean }): ReturnType<typeof generate>;
}

/** A project that has generated once; with a `node_modules`, runs remember the one before. */
async function workspace(hasNodeModules: boolean): Promise<Workspace> {
  const folder = temporaryFolder();
  const spec = join(folder, "openapi.yaml");
  const out = join(folder, "packages");
  writeTree(folder, { "openapi.yaml": description });
  if (hasNodeModules) mkdirSync(join(folder, "node_modules"));
  const run: Workspace["run"] = (more = {}) =>
    generate({ spec, out, scope: "@case", openapiJson: true, ...more });
  const { changes } = await run();
  expect(changes.every(({ kind }) => kind === "missing")).toBe(true);
  return { folder, out, spec, run };
}

/** Time and text of every file, so that a rewrite of the same text shows. */
function traces(out: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(readTree(out)).map(([path, text]) => [
      path,
      `${statSync(join(out, path)).mtimeMs} ${text}`,
    ]),
  );
}

const kinds = ({ changes }: Awaited<ReturnType<typeof generate>>): string[] =>
  changes.map(({ kind, path }) => `${kind} ${path}`);

describe.each([
  ["with a memory of the run before", true],
  ["without a memory", false],
])("a second run, %s", (_name, hasNodeModules) => {
  it("on an unchanged description writes nothing", async () => {
    const { out, run } = await workspace(hasNodeModules);
    const before = traces(out);
    expect(await run()).toMatchObject({ changes: [], isUnchanged: hasNodeModules });
    expect(traces(out)).toEqual(before);
  });

  it("writes what an edit of the description changes, and no more", async () => {
    const { out, spec, run } = await workspace(hasNodeModules);
    writeFileSync(spec, edited);
    const said = kinds(await run());
    expect(said).toEqual([
      "changed contract/openapi.json",
      "changed contract/.openapi-packages.json",
    ]);
    const fresh = join(temporaryFolder(), "packages");
    await generate({ spec, out: fresh, scope: "@case", openapiJson: true });
    expect(readTree(out)).toEqual(readTree(fresh));
  });

  it("restores what was deleted", async () => {
    const { out, run } = await workspace(hasNodeModules);
    const before = readTree(out);
    rmSync(join(out, "client"), { recursive: true });
    expect(kinds(await run())).toContain("missing client/src/index.ts");
    expect(readTree(out)).toEqual(before);
  });

  it("leaves a file alone that was edited by hand, until it is forced", async () => {
    const { out, run } = await workspace(hasNodeModules);
    const before = readTree(out);
    writeTree(out, { "client/src/index.ts": "// mine\n" });
    expect(kinds(await run())).toEqual(["edited client/src/index.ts"]);
    expect(kinds(await run())).toEqual(["edited client/src/index.ts"]);
    expect(readTree(out)["client/src/index.ts"]).toBe("// mine\n");
    expect(kinds(await run({ force: true }))).toEqual(["edited client/src/index.ts"]);
    expect(readTree(out)).toEqual(before);
    expect(kinds(await run())).toEqual([]);
  });

  it("under another scope writes everything anew", async () => {
    const { out, spec } = await workspace(hasNodeModules);
    const { changes } = await generate({ spec, out, scope: "@other", force: true });
    expect(changes.map(({ path }) => path)).toContain("client/package.json");
    expect(readTree(out)["client/package.json"]).toContain('"@other/client"');
  });
});

describe.each([
  ["with a memory of the run before", true],
  ["without a memory", false],
])("a check, %s", (_name, hasNodeModules) => {
  it("finds nothing after a run", async () => {
    const { run } = await workspace(hasNodeModules);
    expect(kinds(await run({ check: true }))).toEqual([]);
  });

  it("lists everything that is not current, and writes nothing", async () => {
    const { out, spec, run } = await workspace(hasNodeModules);
    writeFileSync(spec, edited);
    rmSync(join(out, "client/README.md"));
    writeTree(out, { "server/notes.md": "mine\n", "mocks/README.md": "mine\n" });
    const before = traces(out);
    expect(kinds(await run({ check: true })).toSorted()).toEqual([
      "changed contract/.openapi-packages.json",
      "changed contract/openapi.json",
      "edited mocks/README.md",
      "missing client/README.md",
      "unexpected server/notes.md",
    ]);
    expect(traces(out)).toEqual(before);
  });

  it("still finds a foreign file when a run has seen it before", async () => {
    const { out, run } = await workspace(hasNodeModules);
    writeTree(out, { "server/notes.md": "mine\n" });
    await run();
    expect(kinds(await run({ check: true }))).toEqual(["unexpected server/notes.md"]);
  });
});

it("warnings of a description are told by every run", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "node_modules"));
  const odd = description.replace(
    "paths:",
    "components: { schemas: { Odd: { pattern: '(' } } }\npaths:",
  );
  writeTree(folder, { "openapi.yaml": odd });
  const options = { spec: join(folder, "openapi.yaml"), out: join(folder, "out"), scope: "@case" };
  const first = await generate(options);
  const second = await generate(options);
  expect(first.warnings).toMatchObject([{ code: "pattern-ignored", severity: "warning" }]);
  expect(second).toMatchObject({ isUnchanged: true, warnings: first.warnings });
});
