import { chmodSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyPlan } from "../../src/scaffold/apply-plan.ts";
import { EditableFile } from "../../src/scaffold/editable-file.ts";
import { renameTypes } from "../../src/scaffold/rename-types.ts";
import { WriteError } from "../../src/write/write-error.ts";
import { handlerProject, textOf, type TestOperation } from "./scaffolding.ts";
import { readTree, temporaryFolder } from "../support.ts";

const from = 'from "@case/server";';

describe("a renamed type", () => {
  it.each([
    [
      "wherever the import is meant",
      `import type { OldHandler } ${from}\nexport const a: OldHandler = b as OldHandler;`,
      `import type { NewHandler } ${from}\nexport const a: NewHandler = b as NewHandler;`,
    ],
    [
      "behind an alias",
      `import { type OldHandler as Mine } ${from}\nlet a: Mine;`,
      `import { type NewHandler as Mine } ${from}\nlet a: Mine;`,
    ],
    [
      "in what is handed on",
      `export type { OldHandler } ${from}\nexport { OldHandler as Mine } ${from}`,
      `export type { NewHandler as OldHandler } ${from}\nexport { NewHandler as Mine } ${from}`,
    ],
    [
      "as a member of all of the module",
      `import * as server ${from}\nlet a: server.OldHandler; let b: other.OldHandler;`,
      `import * as server ${from}\nlet a: server.NewHandler; let b: other.OldHandler;`,
    ],
    [
      "in a type that imports",
      'let a: import("@case/server").OldHandler;\nlet b: import("./mine.js").OldHandler;',
      'let a: import("@case/server").NewHandler;\nlet b: import("./mine.js").OldHandler;',
    ],
    [
      "and is called as before where that name is exported, or means something else as well",
      `import type { OldHandler } ${from}\nexport type { OldHandler };`,
      `import type { NewHandler as OldHandler } ${from}\nexport type { OldHandler };`,
    ],
    [
      "and is called as before where the name is another type's",
      `import type { OldHandler } ${from}\nfunction a<OldHandler>(b: OldHandler) {}`,
      `import type { NewHandler as OldHandler } ${from}\nfunction a<OldHandler>(b: OldHandler) {}`,
    ],
    [
      "and is called as before where the new name is taken",
      `import type { OldHandler } ${from}\ninterface NewHandler { OldHandler: OldHandler }`,
      `import type { NewHandler as OldHandler } ${from}\ninterface NewHandler { OldHandler: OldHandler }`,
    ],
    [
      "but for members, texts and comments of that name",
      `import type { OldHandler } ${from}\nlet a: { OldHandler: OldHandler } = b.OldHandler("OldHandler"); // OldHandler`,
      `import type { NewHandler } ${from}\nlet a: { OldHandler: NewHandler } = b.OldHandler("OldHandler"); // OldHandler`,
    ],
    [
      "and no type of another module",
      'import type { OldHandler } from "./server.js";\nlet a: OldHandler;',
      'import type { OldHandler } from "./server.js";\nlet a: OldHandler;',
    ],
  ])("has its new name %s", (_where, before, after) => {
    const file = new EditableFile("a.ts", before);
    renameTypes(file, [{ module: "@case/server", from: "OldHandler", to: "NewHandler" }]);
    expect(file.text).toBe(after);
  });

  it("is one of the contract too, in any file of the folder", async () => {
    const { run, files, write } = handlerProject();
    const list: TestOperation = { id: "ListKeys", tag: "keys", route: "GET /keys" };
    await run([list]);
    const helper = (name: string): string =>
      `import type { ${name}Input, ${name}Result } from "@case/contract";\nexport type Both = ${name}Input | ${name}Result;\n`;
    write({ "lib/help.ts": helper("ListKeys") });
    await run([{ ...list, id: "ListAll" }]);
    expect(files()["lib/help.ts"]).toBe(helper("ListAll"));
  });
});

describe("writing", () => {
  const list: TestOperation = { id: "ListKeys", tag: "keys", route: "GET /keys" };

  it("leaves a file its mode", async () => {
    const project = handlerProject();
    await project.run([list]);
    const path = join(project.out, "index.ts");
    chmodSync(path, 0o600);
    await project.run([list, { id: "MakeKey", tag: "keys", route: "POST /keys" }]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(textOf(project, "index.ts")).toContain("makeKey,");
  });

  it("stops where a file was changed since it was read, or has come into being", () => {
    const out = temporaryFolder();
    writeFileSync(join(out, "a.ts"), "now");
    const result = {
      created: [],
      edited: [],
      renamed: [],
      orphaned: [],
      byHand: [],
      kept: [],
      leftOut: { operations: [], components: [] },
    };
    for (const before of ["then", undefined]) {
      const writes = [
        { path: "b.ts", before: undefined, text: "b" },
        { path: "a.ts", before, text: "a" },
      ];
      const plan = { moved: new Map<string, string>(), writes, result };
      expect(() => applyPlan(out, plan)).toThrow(WriteError);
      expect(readTree(out)).toEqual({ "a.ts": "now" });
    }
  });
});
