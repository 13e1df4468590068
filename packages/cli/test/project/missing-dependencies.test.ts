import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { missingDependencies } from "../../src/project/missing-dependencies.ts";
import { temporaryFolder, writeTree } from "../../../../generator/test/support.ts";

const wanted = { dependencies: { runtime: "^0.1.0" }, devDependencies: { mock: "^3.0.0" } };

/** What `src/api` of a project with these files lacks. */
function lacks(files: Readonly<Record<string, string>>, folder = "src/api") {
  const root = temporaryFolder();
  writeTree(root, files);
  return { root, ...missingDependencies(join(root, folder), wanted) };
}

describe("what a project lacks", () => {
  it.for([
    [{}, "npm install", "npm install --save-dev"],
    [{ "package-lock.json": "" }, "npm install", "npm install --save-dev"],
    [{ "pnpm-lock.yaml": "" }, "pnpm add", "pnpm add --save-dev"],
    [{ "yarn.lock": "" }, "yarn add", "yarn add --dev"],
    [{ "bun.lock": "" }, "bun add", "bun add --dev"],
    [
      { "package.json": '{ "packageManager": "pnpm@10.1.0" }', "yarn.lock": "" },
      "pnpm add",
      "pnpm add --save-dev",
    ],
  ] as const)("is installed by its package manager: %j", ([files, add, addDev]) => {
    expect(lacks(files).commands).toEqual([`${add} "runtime@^0.1.0"`, `${addDev} "mock@^3.0.0"`]);
  });

  it.for([
    [{ "pnpm-workspace.yaml": "" }, "pnpm add --workspace-root"],
    [{ "yarn.lock": "# yarn lockfile v1" }, "yarn add --ignore-workspace-root-check"],
    [{ "yarn.lock": "__metadata:" }, "yarn add"],
  ] as const)("is installed at the root of a workspace: %j", ([files, add]) => {
    const manifest = JSON.stringify({
      workspaces: ["packages/*"],
      dependencies: { mock: "3.0.0" },
    });
    expect(lacks({ ...files, "package.json": manifest }).commands).toEqual([
      `${add} "runtime@^0.1.0"`,
    ]);
  });

  it("is told by the nearest package.json, and the package manager by any above", () => {
    const { root, packageJson, packageManager, dependencies } = lacks({
      "pnpm-workspace.yaml": "",
      "package.json": '{ "dependencies": { "runtime": "^0.1.0" } }',
      "src/package.json": "{}",
    });
    expect(packageJson).toBe(join(root, "src", "package.json"));
    expect(packageManager).toBe("pnpm");
    expect(dependencies).toEqual(wanted.dependencies);
  });

  it.for([
    ["^0.1.0", true],
    ["0.1.4", true],
    [">=0.1", true],
    ["*", true],
    ["latest", true],
    ["workspace:*", true],
    ["workspace:^0.1.0", true],
    ["catalog:", true],
    ["file:../runtime", true],
    ["npm:@fork/runtime@^0.1.2", true],
    ["^0.0.9", false],
    ["npm:@fork/runtime@^2.0.0", false],
    ["1.0.0", false],
  ] as const)("is nothing where it asks for a version that fits: %s %s", ([range, isThere]) => {
    for (const kind of ["dependencies", "devDependencies", "peerDependencies"]) {
      const manifest = JSON.stringify({ [kind]: { runtime: range, mock: "^3.1.0" } });
      expect(lacks({ "package.json": manifest }).dependencies).toEqual(
        isThere ? {} : wanted.dependencies,
      );
    }
  });

  it("is all of it where there is no package.json that can be read", () => {
    expect(lacks({ "package.json": "{" }).dependencies).toEqual(wanted.dependencies);
  });
});
