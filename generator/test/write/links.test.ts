import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryPath } from "../../../packages/description/src/files/atomic-file.ts";
import { cacheFolder } from "../../../packages/description/src/files/cache-folder.ts";
import { journalName } from "../../src/write/journal.ts";
import { manifestName } from "../../src/write/manifest.ts";
import { lockName } from "../../src/write/output-lock.ts";
import { openState } from "../../src/write/run-state.ts";
import { writePackages } from "../../src/write/write-packages.ts";
import { readTree, temporaryFolder } from "../support.ts";

const printed = [
  { path: "contract/src/pets.ts", text: "export const pets = 1;\n" },
  { path: "client/index.ts", text: "export {};\n" },
];
const next = [{ path: "contract/src/pets.ts", text: "export const pets = 2;\n" }];

const write = (out: string, files = printed) =>
  writePackages({ out, force: true }, files, () => {});

/** A folder outside, with a file that names what is in the output folder. */
function outsideFolder(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "precious.json"), JSON.stringify({ files: { "../../x": "y" } }));
  return folder;
}

describe("what a run keeps beside the packages", () => {
  it.each([journalName, temporaryPath(journalName)])(
    "as a link (%s) is replaced, and its target stays as it was",
    async (name) => {
      const [out, outside] = [temporaryFolder(), outsideFolder()];
      const before = readTree(outside);
      symlinkSync(join(outside, "precious.json"), join(out, name));
      await write(out);
      expect(readTree(outside)).toEqual(before);
      expect(existsSync(join(out, name))).toBe(false);
    },
  );

  it("as a link to nothing is not made by a run", async () => {
    const [out, outside] = [temporaryFolder(), temporaryFolder()];
    mkdirSync(join(out, "contract/src"), { recursive: true });
    for (const path of [journalName, "contract/src/pets.ts"])
      symlinkSync(join(outside, "made"), join(out, temporaryPath(path)));
    await write(out);
    expect(readdirSync(outside)).toEqual([]);
    expect(lstatSync(join(out, "contract/src/pets.ts")).isFile()).toBe(true);
  });

  it.each(["/dev/zero", "nowhere", "a file", "a folder"])(
    "as a lock that is a link to %s ends the run",
    async (target) => {
      const [out, outside] = [temporaryFolder(), outsideFolder()];
      mkdirSync(join(outside, "a folder"));
      writeFileSync(join(outside, "a file"), "kept");
      symlinkSync(target === "/dev/zero" ? target : join(outside, target), join(out, lockName));
      const before = readTree(outside);
      await expect(write(out)).rejects.toThrow(`${lockName} is a link or no file; remove it`);
      expect(readTree(outside)).toEqual(before);
      expect(readdirSync(out)).toEqual([lockName]);
    },
  );

  it("as a manifest that is a link ends the run", async () => {
    const [out, outside] = [temporaryFolder(), outsideFolder()];
    await write(out);
    renameSync(join(out, "contract", manifestName), join(outside, "manifest.json"));
    symlinkSync(join(outside, "manifest.json"), join(out, "contract", manifestName));
    const before = readTree(outside);
    await expect(write(out, next)).rejects.toThrow(/is a symbolic link/);
    expect(readTree(outside)).toEqual(before);
  });

  it("with paths that lead outside removes nothing there", async () => {
    const root = temporaryFolder();
    const out = join(root, "packages");
    await write(out);
    writeFileSync(join(root, "precious.ts"), "export {};\n");
    const hash = "24c70b4a3a3b6e1a9dd1dc6b4a0ee2ae5d1e6a1d9b0bca6a0d7c4f8d7ee1a0c1";
    const paths = ["../precious.ts", "../../precious.ts", join(root, "precious.ts"), "/etc/passwd"];
    const files = Object.fromEntries(paths.map((path) => [path, hash]));
    writeFileSync(join(out, "contract", manifestName), JSON.stringify({ files }));
    writeFileSync(
      join(out, journalName),
      JSON.stringify(Object.fromEntries(paths.map((path) => [path, [hash]]))),
    );
    await write(out, next);
    expect(existsSync(join(root, "precious.ts"))).toBe(true);
  });

  it("a package's folder that is a link is not listed, and nothing in it is removed", async () => {
    const [out, outside] = [temporaryFolder(), temporaryFolder()];
    await write(out);
    renameSync(join(out, "contract"), join(outside, "contract"));
    symlinkSync(join(outside, "contract"), join(out, "contract"));
    const before = readTree(outside);
    const { changes } = await write(out, []);
    expect(changes.map(({ path }) => path.split("/")[0])).not.toContain("contract");
    await expect(write(out, next)).rejects.toThrow(/is a symbolic link/);
    expect(readTree(outside)).toEqual(before);
  });
});

describe("the cache", () => {
  it.each(["node_modules/.cache", "node_modules/.cache/openapi-packages"])(
    "is not kept where %s is a link",
    (path) => {
      const [root, outside] = [temporaryFolder(), temporaryFolder()];
      mkdirSync(join(root, path, ".."), { recursive: true });
      symlinkSync(outside, join(root, path));
      expect(cacheFolder(root)).toBeUndefined();
    },
  );

  it("that names files outside, or devices, is as none", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "node_modules"));
    const spec = join(root, "openapi.yaml");
    writeFileSync(spec, "openapi: 3.1.0\n");
    const out = join(root, "packages");
    await write(out);
    const options = { spec, out, scope: "@a" };
    const summary = {
      warnings: [],
      infos: [],
      operations: 1,
      schemas: 0,
      files: 2,
      parts: { contract: 2 },
      leftOut: { operations: [], components: [] },
      undeclaredPages: [],
      notes: [],
      importedPackages: [],
    };
    const sources = [{ path: spec, text: "openapi: 3.1.0\n" }];
    const read = { sources, others: [] };
    openState(options).remember(read, printed, summary);
    expect(await openState(options).recall()).toEqual(summary);
    openState(options).remember(
      read,
      [{ path: "../../precious.ts", text: "" }, ...printed],
      summary,
    );
    expect(await openState(options).recall()).toBeUndefined();
    const device = { sources: [...sources, { path: "/dev/zero", text: "" }], others: [] };
    openState(options).remember(device, printed, summary);
    expect(await openState(options).recall()).toBeUndefined();
  });
});
