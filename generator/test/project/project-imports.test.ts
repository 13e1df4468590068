import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectImports } from "../../src/project/project-imports.ts";
import { temporaryFolder, writeTree } from "../support.ts";

const options = (compilerOptions: object, more: object = {}): string =>
  JSON.stringify({ compilerOptions, ...more });

const bundler = { module: "esnext", moduleResolution: "bundler" };
const vite = { ...bundler, allowImportingTsExtensions: true, noEmit: true };

const projects: Readonly<Record<string, readonly [string, string, Record<string, string>]>> = {
  "Vite, with two projects": [
    "ts",
    "tsconfig.app.json",
    {
      "tsconfig.json": `{
        "files": [],
        // which this one is only there to refer to
        "references": [{ "path": "./tsconfig.node.json" }, { "path": "./tsconfig.app.json" }],
      }`,
      "tsconfig.app.json": options(vite, { include: ["src"] }),
      "tsconfig.node.json": options({ module: "nodenext" }, { include: ["vite.config.ts"] }),
    },
  ],
  Next: ["none", "tsconfig.json", { "tsconfig.json": options({ ...bundler, allowJs: true }) }],
  "module preserve": [
    "none",
    "tsconfig.json",
    { "tsconfig.json": options({ module: "preserve" }) },
  ],
  "module esnext": ["none", "tsconfig.json", { "tsconfig.json": options({ module: "esnext" }) }],
  "Node's, compiled": ["js", "tsconfig.json", { "tsconfig.json": options({ module: "nodenext" }) }],
  "Node's, of another version": [
    "js",
    "tsconfig.json",
    { "tsconfig.json": options({ module: "node20" }) },
  ],
  "Node's resolution": [
    "js",
    "tsconfig.json",
    { "tsconfig.json": options({ module: "node16", moduleResolution: "node16" }) },
  ],
  "Node's type stripping": [
    "ts",
    "tsconfig.json",
    { "tsconfig.json": options({ module: "nodenext", rewriteRelativeImportExtensions: true }) },
  ],
  "what it extends": [
    "js",
    "tsconfig.json",
    {
      "tsconfig.json": '{ "extends": "./base.json" }',
      "base.json": options({ module: "nodenext" }),
    },
  ],
  "the nearest": [
    "js",
    "src/tsconfig.json",
    { "tsconfig.json": options(vite), "src/tsconfig.json": options({ module: "nodenext" }) },
  ],
};

describe("how relative imports end", () => {
  it.for(Object.entries(projects))(
    "as the project has it: %s",
    ([, [extension, tsconfig, files]]) => {
      const root = temporaryFolder();
      writeTree(root, files);
      const found = projectImports(join(root, "src", "api"));
      expect(found).toMatchObject({ extension, tsconfig: join(root, tsconfig) });
      expect(found.read).toContain(join(root, "src", "api", "tsconfig.json"));
    },
  );

  it("depends on what a project extends and refers to", () => {
    for (const name of ["Vite, with two projects", "what it extends"]) {
      const [, , files] = projects[name] ?? ["", "", {}];
      const root = temporaryFolder();
      writeTree(root, files);
      const read = Object.keys(files).map((path) => join(root, path));
      expect(projectImports(join(root, "src")).read).toEqual(expect.arrayContaining(read));
    }
  });

  it("as they are written, where there is no project", () => {
    const found = projectImports(temporaryFolder());
    expect(found.extension).toBe("ts");
    expect(found.tsconfig).toBeUndefined();
  });
});
