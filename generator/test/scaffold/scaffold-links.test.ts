import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { recordName } from "../../src/scaffold/record.ts";
import { WriteError } from "../../src/write/write-error.ts";
import { readTree, temporaryFolder } from "../support.ts";
import { handlerProject, type HandlerProject, type TestOperation } from "./scaffolding.ts";

const list: TestOperation = { id: "ListKeys", tag: "keys", route: "GET /keys" };
const make: TestOperation = { id: "MakeKey", tag: "keys", route: "POST /keys" };
const renamed: TestOperation = { ...list, id: "AllKeys", tag: "locks", from: "ListKeys" };

/** Puts a link in the place of a file or folder, to a copy of it, or to nothing, outside. */
function linkAway(project: HandlerProject, path: string, isDangling = false): string {
  const outside = temporaryFolder();
  const [link, target] = [join(project.out, path), join(outside, "target")];
  mkdirSync(dirname(link), { recursive: true });
  try {
    renameSync(link, target);
  } catch {
    writeFileSync(target, "export {};\n");
  }
  if (isDangling) rmSync(target, { recursive: true });
  symlinkSync(target, link);
  return outside;
}

/** The files and links of a folder, with the texts of files. */
const snapshot = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? `${path}: ${readFileSync(path, "utf8")}` : path;
    })
    .toSorted();

describe("through a symbolic link below the folder of handlers", () => {
  it.each<[string, readonly TestOperation[], readonly TestOperation[], string, boolean]>([
    ["a new handler", [], [list], "keys/list-keys.ts", false],
    ["a new handler", [], [list], "keys/list-keys.ts", true],
    ["a new handler in a folder", [list], [list, make], "keys", false],
    ["the index", [list], [list, make], "index.ts", false],
    ["the index", [], [list], "index.ts", true],
    ["the record", [list], [list, make], recordName, false],
    ["the record", [], [list], recordName, true],
    ["a renamed handler", [list], [renamed], "keys/list-keys.ts", false],
    ["an orphan", [list, make], [list], "orphans", false],
  ])("%s is neither written nor moved (%#)", async (_, before, after, path, isDangling) => {
    const project = handlerProject();
    if (before.length > 0) await project.run(before);
    const outside = linkAway(project, path, isDangling);
    const [was, wasOutside] = [snapshot(project.out), snapshot(outside)];
    const run = project.run(after, { prune: true });
    await expect(run).rejects.toBeInstanceOf(WriteError);
    await expect(run).rejects.toThrow(/is a symbolic link|is not a file/);
    expect(snapshot(outside)).toEqual(wasOutside);
    expect(snapshot(project.out)).toEqual(was);
  });

  it("promote writes nothing either", async () => {
    const project = handlerProject();
    await project.run([list]);
    const outside = linkAway(project, "keys/make-key.ts", true);
    const run = project.run([list, make], { promote: true, operations: ["MakeKey"] });
    await expect(run).rejects.toBeInstanceOf(WriteError);
    expect(readdirSync(outside)).toEqual([]);
  });

  it("handlers are written where the folder itself is one", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "real"));
    symlinkSync(join(root, "real"), join(root, "handlers"));
    await handlerProject(root).run([list]);
    expect(Object.keys(readTree(join(root, "real")))).toContain("keys/list-keys.ts");
  });
});
