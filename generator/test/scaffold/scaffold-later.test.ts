import { join } from "node:path";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scaffoldReport } from "../../src/commands/scaffold-report.ts";
import { recordName } from "../../src/scaffold/record.ts";
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
    expect(orphaned).toEqual([{ operation: "GetPet", path, movedTo: `orphans/${path}.txt` }]);
    expect(Object.keys(files())).toContain(`orphans/${path}.txt`);
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
        "      3 -   type ListKeysAnswer,",
        "      4 -   type ListKeysHandler,",
        "        +   type ListAllKeysAnswer,",
        "        +   type ListAllKeysHandler,",
        "        +   type DropKeyAnswer,",
        "        +   type DropKeyHandler,",
        "     10 - export const listKeys: ListKeysHandler = async (_input, { operation }): Promise<ListKeysAnswer> => {",
        "        + export const listKeys: ListAllKeysHandler = async (_input, { operation }): Promise<ListAllKeysAnswer> => {",
        "        + ",
        "        + /** `DELETE /keys/{id}` */",
        "        + export const dropKey: DropKeyHandler = async (_input, { operation }): Promise<DropKeyAnswer> => {",
        "        +   throw new NotImplementedError(operation.operationId);",
        "        + };",
        "orphan   pets.ts: the description has no GetPet any more; --prune moves it",
        "0 to create, 2 to edit, 1 renamed, 1 orphan, 1 kept as they are; nothing was written",
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
    expect(scaffoldReport(result, true)).toBe("nothing to write, 2 kept as they are\n");
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
      "\ufeffimport {",
      "\tNotImplementedError,",
      "\ttype ListKeysHandler,",
      "\ttype MakeKeyAnswer,",
      "\ttype MakeKeyHandler,",
      "} from '@case/server'",
      ...keys.slice(1),
      "",
      "/** `POST /keys` */",
      "export const makeKey: MakeKeyHandler = async (_input, { operation }): Promise<MakeKeyAnswer> => {",
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
