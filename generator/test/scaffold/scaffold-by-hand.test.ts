import { join } from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { handlerProject, touched, typeFaults, type TestOperation } from "./scaffolding.ts";

const list: TestOperation = { id: "ListKeys", tag: "keys", route: "GET /keys" };
const make: TestOperation = { id: "MakeKey", tag: "keys", route: "POST /keys" };
const pet: TestOperation = { id: "GetPet", tag: "pets", route: "GET /pets/{id}" };
const user: TestOperation = { id: "AddUser", tag: "users", route: "POST /users" };
const all = { ...list, id: "ListAllKeys" };

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
    expect((error as Error).message).toMatch(/index\.ts:1:1 is not valid UTF-8/);
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
    expect(files()["orphans/keys/makeKey.ts.txt"]).toContain(
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
