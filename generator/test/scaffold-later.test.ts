import { join } from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scaffoldReport } from "../src/cli/scaffold-report.ts";
import { recordName } from "../src/scaffold/record.ts";
import { handlerProject, touched, typeFaults, type TestOperation } from "./scaffolding.ts";

const list: TestOperation = { id: "ListKeys", tag: "keys", route: "GET /keys" };
const make: TestOperation = { id: "MakeKey", tag: "keys", route: "POST /keys" };
const pet: TestOperation = { id: "GetPet", tag: "pets", route: "GET /pets/{id}" };
const drop: TestOperation = { id: "DropKey", tag: "keys", route: "DELETE /keys/{id}" };
const user: TestOperation = { id: "AddUser", tag: "users", route: "POST /users" };
const all = { ...list, id: "ListAllKeys" };

const styles = [
  ["operation", "plain"],
  ["operation", "store"],
  ["tag", "plain"],
  ["tag", "store"],
] as const;

describe.each(styles)("a later run, a file per %s, template %s", (layout, template) => {
  it("adds what is new, and then has nothing to do", async () => {
    const { run, files } = handlerProject();
    await run([list, pet], { layout, template });
    expect(typeFaults(files(), [list, pet])).toEqual([]);
    const now = [list, make, pet, user];
    await run(now);
    expect(typeFaults(files(), now)).toEqual([]);
    const before = files();
    expect(touched(await run(now))).toEqual([]);
    expect(files()).toEqual(before);
  });

  it("takes up a rename, and moves what is gone", async () => {
    const { run, files } = handlerProject();
    await run([list, make, pet], { layout, template });
    const now = [
      all,
      { ...drop, id: "KillKey" },
      { ...make, route: "POST /keys/new", id: "CreateKey", from: "MakeKey" },
    ];
    const { renamed, orphaned } = await run(now, { prune: true });
    expect(renamed).toEqual([
      { from: "ListKeys", to: "ListAllKeys", proof: "still GET /keys" },
      { from: "MakeKey", to: "CreateKey", proof: "x-renamed-from" },
    ]);
    const path = layout === "tag" ? "pets.ts" : "pets/get-pet.ts";
    expect(orphaned).toEqual([{ operation: "GetPet", path, movedTo: `orphans/${path}` }]);
    expect(Object.keys(files())).toContain(`orphans/${path}`);
    expect(typeFaults(files(), now)).toEqual([]);
    expect(touched(await run(now))).toEqual([]);
  });
});

describe("a plan", () => {
  it("shows each line that would change, and writes nothing", async () => {
    const { run, files } = handlerProject();
    await run([list, make, pet], { layout: "tag" });
    const before = files();
    const result = await run([all, make, drop], { dryRun: true });
    expect(files()).toEqual(before);
    expect(scaffoldReport(result, true)).toBe(
      [
        "renamed  ListKeys is ListAllKeys now (still GET /keys)",
        "edit     index.ts",
        '      2 - import { listKeys, makeKey } from "./keys.js";',
        '        + import { listKeys, makeKey, dropKey } from "./keys.js";',
        "      8 -     listKeys,",
        "        +     listAllKeys: listKeys,",
        "        +     dropKey,",
        "edit     keys.ts",
        '      1 - import { NotImplementedError, type ListKeysHandler, type MakeKeyHandler } from "@case/server";',
        "        + import {",
        "        +   NotImplementedError,",
        "        +   type ListAllKeysHandler,",
        "        +   type MakeKeyHandler,",
        "        +   type DropKeyHandler,",
        '        + } from "@case/server";',
        "      4 - export const listKeys: ListKeysHandler = async (_input, { operation }) => {",
        "        + export const listKeys: ListAllKeysHandler = async (_input, { operation }) => {",
        "        + ",
        "        + /** `DELETE /keys/{id}` */",
        "        + export const dropKey: DropKeyHandler = async (_input, { operation }) => {",
        "        +   throw new NotImplementedError(operation.operationId);",
        "        + };",
        "orphan   pets.ts: the description has no GetPet any more; --prune moves it",
        "0 to create, 2 to edit; nothing was written",
        "",
      ]
        .map((line) => line.trimEnd())
        .join("\n"),
    );
  });

  it("is empty where nothing is to do", async () => {
    const { run } = handlerProject();
    await run([list]);
    const result = await run([list], { dryRun: true });
    expect(scaffoldReport(result, true)).toBe("nothing to write\n");
  });
});

describe("what a file looks like", () => {
  it("is kept: quotes, line ends, indentation, no semicolons, no final comma, byte order mark", async () => {
    const { run, files, write } = handlerProject();
    await run([list], { layout: "tag" });
    const keys = [
      "\ufeffimport { NotImplementedError, type ListKeysHandler } from '@case/server'",
      "",
      "export const listKeys: ListKeysHandler = async (_input, { operation }) => {",
      "\tthrow new NotImplementedError(operation.operationId)",
      "}",
    ];
    const index = [
      "import type { Handlers } from '@case/server'",
      "import { listKeys } from './keys.js' // ours",
      "export const handlers: Handlers = {",
      "\tkeys: { // all of them",
      "\t\tlistKeys // no comma",
      "\t}",
      "}",
    ];
    write({ "keys.ts": keys.join("\r\n"), "index.ts": index.join("\r\n") });
    await run([list, make, user]);
    expect(files()["keys.ts"]?.split("\r\n")).toEqual([
      "\ufeffimport { NotImplementedError, type ListKeysHandler, type MakeKeyHandler } from '@case/server'",
      ...keys.slice(1),
      "",
      "/** `POST /keys` */",
      "export const makeKey: MakeKeyHandler = async (_input, { operation }) => {",
      "\tthrow new NotImplementedError(operation.operationId)",
      "}",
    ]);
    expect(files()["index.ts"]?.split("\r\n")).toEqual([
      "import type { Handlers } from '@case/server'",
      "import { listKeys, makeKey } from './keys.js' // ours",
      "import { addUser } from './users.js'",
      "export const handlers: Handlers = {",
      "\tusers: {",
      "\t\taddUser,",
      "\t},",
      "\tkeys: { // all of them",
      "\t\tmakeKey,",
      "\t\tlistKeys // no comma",
      "\t}",
      "}",
    ]);
  });
});

describe("what the user did", () => {
  it("holds: a handler in another file, under another name, or written into the index", async () => {
    const { run, files, write } = handlerProject();
    await run([list, make, pet]);
    write({
      "mine.ts": `${files()["keys/list-keys.ts"]}`.replace("const listKeys", "const all"),
      "index.ts": [
        'import type { Handlers } from "@case/server";',
        'import { all as everyKey } from "./mine.js";',
        "const pets = { getPet: async () => ({ status: 204 }) };",
        "export const handlers: Handlers = {",
        "  keys: { listKeys: everyKey, makeKey: async () => ({ status: 204 }) },",
        "  pets,",
        "};",
        "",
      ].join("\n"),
    });
    expect(touched(await run([list, make, pet]))).toEqual([]);
    await run([all, make, pet, user]);
    expect(files()["index.ts"]).toContain("keys: { listAllKeys: everyKey, makeKey: async");
    expect(files()["mine.ts"]).toContain("const all: ListAllKeysHandler");
    expect(typeFaults(files(), [all, make, pet, user])).toEqual([]);
  });

  it("is asked for where the index is too much its author's own", async () => {
    const { run, write } = handlerProject();
    await run([list]);
    write({ "index.ts": 'export * from "./wiring/all.js";\n' });
    expect(touched(await run([list]))).toEqual([]);
    const { created, edited, byHand } = await run([list, user]);
    expect({ created, edited }).toEqual({ created: ["users/add-user.ts"], edited: [] });
    expect(byHand).toEqual([
      { path: "index.ts", message: "list addUser of ./users/add-user.js as users.addUser" },
    ]);
  });

  it("is not overwritten by a new operation that takes a name from another", async () => {
    const { run, files } = handlerProject();
    await run([list]);
    const now = [all, { ...list, route: "GET /keys/all" }];
    const { renamed } = await run(now);
    expect(renamed).toEqual([]);
    const told = [
      { ...all, from: "ListKeys" },
      { ...list, route: "GET /keys/all" },
    ];
    const other = handlerProject();
    await other.run([list]);
    expect((await other.run(told)).renamed).toHaveLength(1);
    expect(other.files()["index.ts"]).toContain("listAllKeys: listKeys,\n    listKeys: listKeys2,");
    expect(Object.keys(other.files())).toContain("keys/list-keys-2.ts");
    for (const tree of [files(), other.files()]) expect(typeFaults(tree, now)).toEqual([]);
  });

  it("stops a run that cannot read it, with its place, before anything is written", async () => {
    const { run, files, write, out } = handlerProject();
    await run([list, make]);
    write({ "keys/list-keys.ts": "export const = 1;\n", "keys/make-key.ts": "<<<<<<< HEAD\n" });
    writeFileSync(join(out, "index.ts"), Buffer.from([0x2f, 0x2f, 0xff, 0x0a]));
    const bytes = readFileSync(join(out, "index.ts"));
    const before = files();
    const error = await run([list, make, pet]).catch((cause: unknown) => cause);
    expect((error as Error).message).toMatch(/index\.ts:1:1 is no text in UTF-8/);
    expect((error as Error).message).toMatch(/list-keys\.ts:1:14 does not parse: /);
    expect((error as Error).message).toMatch(/make-key\.ts:1:1 does not parse: Merge conflict/);
    expect(files()).toEqual(before);
    expect(readFileSync(join(out, "index.ts"))).toEqual(bytes);
  });

  it("decides whether an orphan is moved", async () => {
    const { run, files, write } = handlerProject();
    await run([list, make, pet], { layout: "tag" });
    const keys = `${files()["keys.ts"]}\nexport const twice = [makeKey, makeKey];\n`;
    write({ "keys.ts": keys, "more.ts": 'import { getPet } from "./pets.js";\nvoid getPet;\n' });
    const before = files();
    const result = await run([list], { prune: true });
    expect(result.orphaned).toEqual([
      { operation: "GetPet", path: "pets.ts", reason: "more.ts imports it" },
      { operation: "MakeKey", path: "keys.ts", reason: "other code of keys.ts uses it" },
    ]);
    expect(files()).toEqual(before);
    write({ "keys.ts": keys.replace(/\nexport const twice.*\n/, ""), "more.ts": "" });
    await run([list], { prune: true });
    expect(files()["orphans/keys/makeKey.ts"]).toContain(
      "/** `POST /keys` */\nexport const makeKey",
    );
    expect(files()["keys.ts"]).not.toMatch(/makeKey/i);
    expect(typeFaults(files(), [list])).toEqual([]);
  });

  it("is left in the index where a tag goes, and told", async () => {
    const { run, files, write } = handlerProject();
    await run([list, pet]);
    const index = files()["index.ts"] ?? "";
    write({ "index.ts": index.replace("  pets: {\n", "  pets: {\n    // mine\n") });
    const { byHand } = await run([list], { prune: true });
    expect(byHand).toEqual([
      { path: "index.ts", message: "take pets out: nothing but your comments is left of it" },
    ]);
    expect(files()["index.ts"]).toContain("  pets: {\n    // mine\n  },\n");
  });

  it("is no orphan where filters leave its operation out", async () => {
    const { run } = handlerProject();
    await run([list, pet]);
    const filters = { includeTags: ["keys"] };
    expect((await run([list, pet], { filters, prune: true })).orphaned).toEqual([]);
    const { orphaned } = await run([list, { ...pet, id: "ReadPet" }], { filters, prune: true });
    expect(orphaned[0]?.reason).toMatch(/filters/);
  });
});

describe("the record", () => {
  it.each([
    ["no JSON", "<<<<<<<"],
    ["another thing", "{}"],
    [
      "a path that leads elsewhere",
      JSON.stringify({
        layout: "tag",
        template: "plain",
        importExtension: "js",
        operations: {
          Gone: {
            route: "GET /",
            group: "a",
            member: "gone",
            file: "../../a.ts",
            export: "gone",
            types: [],
          },
        },
      }),
    ],
  ])("that is %s is refused", async (_name, text) => {
    const { run, files, write } = handlerProject();
    write({ [recordName]: text });
    await expect(run([list], { prune: true })).rejects.toThrow(recordName);
    expect(files()).toEqual({ [recordName]: text });
  });

  it("is made for handlers that are there without one", async () => {
    const { run, files, out } = handlerProject();
    await run([list, pet]);
    const record = readFileSync(join(out, recordName), "utf8");
    const elsewhere = handlerProject();
    elsewhere.write({ ...files(), [recordName]: "" });
    const { [recordName]: _, ...rest } = files();
    const fresh = handlerProject();
    fresh.write(rest);
    const { created, edited } = await fresh.run([list, pet]);
    expect({ created, edited }).toEqual({ created: [recordName], edited: [] });
    expect(fresh.files()[recordName]).toBe(record);
  });
});
