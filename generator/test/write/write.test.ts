import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyChanges } from "../../src/write/apply-changes.ts";
import { WriteError } from "../../src/write/write-error.ts";
import type { FileChange } from "../../src/write/file-change.ts";
import { planChanges } from "../../src/write/plan-changes.ts";
import { readTree, temporaryFolder, writeTree } from "../support.ts";

const first = [
  { path: "contract/src/pets.ts", text: "export const pets = 1;\n" },
  { path: "contract/README.md", text: "# Contract\n" },
  { path: "client/index.ts", text: "export {};\n" },
];

/** A folder that holds what a run has written. */
function written(printed = first): string {
  const out = temporaryFolder();
  applyChanges(out, planChanges(out, printed));
  return out;
}

const kinds = (changes: readonly FileChange[]): string[] =>
  changes.map(({ kind, path }) => `${kind} ${path}`);

describe("a run", () => {
  it("writes what is missing, and says so", () => {
    const out = temporaryFolder();
    const changes = planChanges(out, first);
    expect(kinds(changes)).toEqual([
      "missing contract/src/pets.ts",
      "missing contract/README.md",
      "missing client/index.ts",
      "missing contract/.openapi-packages.json",
      "missing client/.openapi-packages.json",
    ]);
    applyChanges(out, changes);
    expect(readTree(out)).toMatchObject(
      Object.fromEntries(first.map((file) => [file.path, file.text])),
    );
  });

  it("has nothing to do when nothing changed", () => {
    expect(planChanges(written(), first)).toEqual([]);
  });

  it("touches no file but those whose text changed", () => {
    const out = written();
    const past = new Date("2001-02-03T04:05:06Z");
    for (const { path } of first) utimesSync(join(out, path), past, past);
    const second = first.map((file) =>
      file.path === "client/index.ts" ? { ...file, text: "//\n" } : file,
    );
    const changes = planChanges(out, second);
    applyChanges(out, changes);
    const touched = first.filter(
      ({ path }) => statSync(join(out, path)).mtimeMs !== past.getTime(),
    );
    expect(kinds(changes)).toEqual([
      "changed client/index.ts",
      "changed client/.openapi-packages.json",
    ]);
    expect(touched.map(({ path }) => path)).toEqual(["client/index.ts"]);
  });

  it("takes the line ends of version control for no change", () => {
    const out = written();
    writeFileSync(join(out, "client/index.ts"), "export {};\r\n");
    expect(planChanges(out, first)).toEqual([]);
  });

  it("leaves no temporary file behind", () => {
    expect(Object.keys(readTree(written())).filter((path) => path.endsWith(".tmp"))).toEqual([]);
  });
});

describe("a file that somebody else had a hand in", () => {
  it("is known as edited", () => {
    const out = written();
    writeFileSync(join(out, "client/index.ts"), "export const mine = 1;\n");
    expect(kinds(planChanges(out, first))).toEqual(["edited client/index.ts"]);
  });

  it("is known as edited even when the description changed meanwhile", () => {
    const out = written();
    writeFileSync(join(out, "client/index.ts"), "export const mine = 1;\n");
    const second = [...first.slice(0, 2), { path: "client/index.ts", text: "//\n" }];
    expect(kinds(planChanges(out, second))).toContain("edited client/index.ts");
  });

  it("is left alone where no run has written it", () => {
    const out = written();
    writeTree(out, { "client/notes.md": "mine\n", "elsewhere/notes.md": "mine\n" });
    const changes = planChanges(out, first);
    applyChanges(out, changes);
    expect(kinds(changes)).toEqual(["unexpected client/notes.md"]);
    expect(readFileSync(join(out, "client/notes.md"), "utf8")).toBe("mine\n");
  });

  it("is no business of ours in the folders of other tools", () => {
    const out = written();
    writeTree(out, { "client/node_modules/a/index.js": "", "client/dist/index.js": "" });
    expect(planChanges(out, first)).toEqual([]);
  });
});

describe("a file that was there before any run", () => {
  it("is not overwritten, but told", () => {
    const out = temporaryFolder();
    writeTree(out, { "client/index.ts": "export const mine = 1;\n" });
    expect(kinds(planChanges(out, first))).toContain("edited client/index.ts");
  });

  it("is no difference where it is what would be written", () => {
    const out = temporaryFolder();
    writeTree(out, { "client/index.ts": "export {};\n" });
    expect(kinds(planChanges(out, first)).join()).not.toContain("client/index.ts");
  });
});

describe("what is not a file", () => {
  it("stands in the way where a file is to be", () => {
    const out = temporaryFolder();
    mkdirSync(join(out, "client/index.ts"), { recursive: true });
    expect(() => planChanges(out, first)).toThrow(WriteError);
    expect(() => planChanges(out, first)).toThrow(/index\.ts is not a file/);
  });

  it("is left alone elsewhere, links to folders included", () => {
    const out = written();
    symlinkSync(temporaryFolder(), join(out, "client/linked"), "dir");
    expect(kinds(planChanges(out, first))).toEqual(["unexpected client/linked"]);
  });

  it("in place of a folder leaves everything as it is", () => {
    const out = temporaryFolder();
    writeTree(out, { contract: "mine\n" });
    expect(() => planChanges(out, first)).toThrow(/contract is not a folder/);
    expect(readTree(out)).toEqual({ contract: "mine\n" });
  });
});

describe("a file that is wanted no more", () => {
  const [pets, ...rest] = first;

  it("is removed, and its folder when nothing else is in it", () => {
    const out = written();
    const changes = planChanges(out, rest);
    applyChanges(out, changes);
    expect(kinds(changes)).toContain("obsolete contract/src/pets.ts");
    expect(existsSync(join(out, "contract/src"))).toBe(false);
    expect(existsSync(join(out, "contract/README.md"))).toBe(true);
  });

  it("stays when it was edited by hand", () => {
    const out = written();
    writeFileSync(join(out, pets?.path ?? ""), "export const mine = 1;\n");
    const changes = planChanges(out, rest);
    applyChanges(out, changes);
    expect(kinds(changes)).toContain("unexpected contract/src/pets.ts");
    expect(existsSync(join(out, "contract/src/pets.ts"))).toBe(true);
  });

  it("stays when nothing says who wrote it", () => {
    const out = written();
    unlinkSync(join(out, "contract/.openapi-packages.json"));
    expect(kinds(planChanges(out, rest))).toContain("unexpected contract/src/pets.ts");
  });
});

describe("a path", () => {
  it.each(["../outside.ts", "contract/../../outside.ts", "/outside.ts"])(
    "%s is refused",
    (path) => {
      const out = join(temporaryFolder(), "out");
      const outside = [{ path, text: "" }];
      expect(() => planChanges(out, outside)).toThrow(/outside of the output folder/);
    },
  );

  it("through a linked folder is refused", () => {
    const out = temporaryFolder();
    symlinkSync(temporaryFolder(), join(out, "contract"), "dir");
    expect(() => planChanges(out, first)).toThrow(/symbolic link/);
  });

  it("that is a link is refused, even one that leads nowhere", () => {
    const out = written();
    rmSync(join(out, "client/index.ts"));
    symlinkSync(join(out, "nowhere.ts"), join(out, "client/index.ts"));
    expect(() => planChanges(out, first)).toThrow(/symbolic link/);
  });

  it("of the output folder itself may be a link", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "real"));
    symlinkSync(join(folder, "real"), join(folder, "out"), "dir");
    applyChanges(join(folder, "out"), planChanges(join(folder, "out"), first));
    expect(existsSync(join(folder, "real/client/index.ts"))).toBe(true);
  });
});

describe("a list of what was written", () => {
  it("that cannot be read counts as none", () => {
    const out = written();
    writeFileSync(join(out, "client/.openapi-packages.json"), "{");
    expect(kinds(planChanges(out, first))).toEqual(["changed client/.openapi-packages.json"]);
  });
});
