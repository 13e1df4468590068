import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cacheFolder } from "../../src/files/cache-folder.ts";

/** Makes a project with an installed package, and returns both folders. */
function installation(): { readonly modules: string; readonly installed: string } {
  const folder = mkdtempSync(join(tmpdir(), "cache-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const modules = join(folder, "node_modules");
  const installed = join(modules, "some", "dist");
  mkdirSync(installed, { recursive: true });
  return { modules, installed };
}

test("is in the node_modules that a package is installed in", () => {
  const { modules, installed } = installation();
  expect(cacheFolder(installed)).toBe(join(modules, ".cache", "openapi-packages"));
});

test("is none where a file has its name", () => {
  const { modules, installed } = installation();
  writeFileSync(join(modules, ".cache"), "");
  expect(cacheFolder(installed)).toBeUndefined();
});

test("is none where it would be elsewhere", () => {
  const { modules, installed } = installation();
  symlinkSync(installed, join(modules, ".cache"));
  expect(cacheFolder(installed)).toBeUndefined();
});
