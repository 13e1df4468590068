import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DiagnosticsError } from "../../../packages/description/src/diagnostics/diagnostics.ts";
import { scaffold, type ScaffoldOptions } from "../../src/scaffold/scaffold.ts";
import { goldenFolder, readTree, temporaryFolder, writeTree } from "../support.ts";

const options = (more: Partial<ScaffoldOptions> = {}): ScaffoldOptions => ({
  spec: join(goldenFolder, "tags", "description.yaml"),
  out: temporaryFolder(),
  scope: "@case",
  operations: [],
  tags: [],
  importExtension: "js",
  ...more,
});

const handlers = [
  "zoo-keepers/list-keepers.ts",
  "api-keys/list-keys.ts",
  "languages/list-languages.ts",
  "late/undeclared.ts",
  "default/untagged.ts",
  "index.ts",
];
const all = [...handlers, ".openapi-scaffold.json"];

/** What a run does where there is nothing to do. */
const nothing = {
  created: [],
  edited: [],
  renamed: [],
  orphaned: [],
  byHand: [],
  kept: [],
  leftOut: { operations: [], components: [] },
};

describe("scaffold", () => {
  it("writes a file per operation, in a folder per tag, and an index of all", async () => {
    const { out, ...rest } = options();
    expect(await scaffold({ out, ...rest })).toEqual({ ...nothing, created: all });
    const files = readTree(out);
    expect(Object.keys(files)).toEqual(all.toSorted());
    expect(files["default/untagged.ts"]).toBe(
      [
        'import { NotImplementedError, type UntaggedAnswer, type UntaggedHandler } from "@case/server";',
        "",
        "/** `GET /untagged` */",
        "export const untagged: UntaggedHandler = async (_input, { operation }): Promise<UntaggedAnswer> => {",
        "  throw new NotImplementedError(operation.operationId);",
        "};",
        "",
      ].join("\n"),
    );
  });

  it("writes imports for the one who reads them", async () => {
    const js = options();
    const ts = options({ importExtension: "ts" });
    await scaffold(js);
    await scaffold(ts);
    expect(readTree(js.out)["index.ts"]).toContain('from "./late/undeclared.js"');
    expect(readTree(ts.out)["index.ts"]).toContain('from "./late/undeclared.ts"');
  });

  it("never touches what is there", async () => {
    const given = options();
    const mine = { "index.ts": "// mine\n", "late/undeclared.ts": "// mine too\n" };
    writeTree(given.out, mine);
    const { created, byHand } = await scaffold(given);
    expect(created).toEqual(all.filter((path) => !Object.hasOwn(mine, path)));
    expect(byHand.map(({ path }) => path)).toEqual([
      "late/undeclared.ts",
      ...Array.from({ length: 4 }, () => "index.ts"),
    ]);
    expect(readTree(given.out)).toMatchObject(mine);
  });

  it("does nothing where all is there", async () => {
    const given = options();
    await scaffold(given);
    const before = readTree(given.out);
    expect(await scaffold(given)).toEqual({ ...nothing, kept: handlers });
    expect(readTree(given.out)).toEqual(before);
  });

  it.each<[string, Partial<ScaffoldOptions>, string[]]>([
    ["an operation", { operations: ["ListKeys"] }, ["api-keys/list-keys.ts"]],
    ["a tag as it is written", { tags: ["Zoo keepers"] }, ["zoo-keepers/list-keepers.ts"]],
    ["a tag as the client has it", { tags: ["apiKeys"] }, ["api-keys/list-keys.ts"]],
    [
      "both",
      { operations: ["Untagged"], tags: ["late"] },
      ["late/undeclared.ts", "default/untagged.ts"],
    ],
  ])("is confined to %s", async (_name, chosen, expected) => {
    const given = options(chosen);
    expect(await scaffold(given)).toEqual({
      ...nothing,
      created: [...expected, "index.ts", ".openapi-scaffold.json"],
    });
  });

  it("marks an index that lacks operations as partial", async () => {
    const given = options({ operations: ["ListKeys"] });
    await scaffold(given);
    expect(readTree(given.out)["index.ts"]).toContain("partial(");
  });

  it.each<[Partial<ScaffoldOptions>, RegExp]>([
    [{ operations: ["ListKeys", "listkeys"] }, /no operation "listkeys"/],
    [{ tags: ["Unused"] }, /no tag "Unused"/],
  ])("knows nothing of %j, and writes nothing", async (chosen, reason) => {
    const given = options(chosen);
    await expect(scaffold(given)).rejects.toThrow(reason);
    expect(readTree(given.out)).toEqual({});
  });

  it("writes nothing from a broken description", async () => {
    const folder = temporaryFolder();
    writeTree(folder, { "openapi.yaml": "openapi: [\n" });
    const given = options({ spec: join(folder, "openapi.yaml") });
    await expect(scaffold(given)).rejects.toThrow(DiagnosticsError);
    expect(readTree(given.out)).toEqual({});
  });
});
