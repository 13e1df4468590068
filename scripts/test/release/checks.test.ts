import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contentFindings } from "../../release/contents.ts";
import { publintFindings, typeFindings } from "../../release/entry-findings.ts";
import { publishedManifest } from "../../release/published-manifest.ts";
import {
  inDependencyOrder,
  releasedPackages,
  type Manifest,
} from "../../release/released-packages.ts";
import { packFolder, type PackFolder } from "./small-packages.ts";

const manifest = (name: string, more: Partial<Manifest> = {}): Manifest => ({
  name,
  version: "1.0.0",
  ...more,
});
describe("the order of a release", () => {
  test("has each package after those that it depends on", () => {
    const names = releasedPackages().map((one) => one.manifest.name);
    expect(names).toHaveLength(13);
    const late = releasedPackages().flatMap(
      ({ manifest: { name, dependencies, peerDependencies } }) =>
        Object.keys({ ...dependencies, ...peerDependencies }).filter(
          (other) => names.indexOf(other) > names.indexOf(name),
        ),
    );
    expect(late).toEqual([]);
  });

  test("is refused for a cycle", () => {
    const cycle = [
      { manifest: manifest("a", { dependencies: { b: "1" } }) },
      { manifest: manifest("b", { peerDependencies: { a: "1" } }) },
    ];
    expect(() => inDependencyOrder(cycle)).toThrow("a cycle: a → b → a");
  });
});

describe("the contents of a package", () => {
  const globs = ["package.json", "dist/**/*.js"];

  test("are those of its list", () => {
    expect(contentFindings("a", ["package.json", "dist/deep/index.js"], globs)).toEqual([]);
  });

  test.each([
    ["dist/.env", "has dist/.env, which scripts/release/contents.ts does not list"],
    [
      "dist/index.test.js.map",
      "has dist/index.test.js.map, which scripts/release/contents.ts does not list",
    ],
  ])("have not %s", (path, message) => {
    expect(contentFindings("a", ["package.json", "dist/index.js", path], globs)).toEqual([message]);
  });

  test("have no folder too much, which is told once", () => {
    const paths = ["package.json", "dist/index.js", "notes/a.md", "notes/b.md", "notes/c.md"];
    expect(contentFindings("a", paths, globs)).toEqual([
      "has notes/a.md and 2 more beside it, which scripts/release/contents.ts does not list",
    ]);
  });

  test("lack nothing of it", () => {
    expect(contentFindings("a", ["package.json"], globs)).toEqual(["has no dist/**/*.js"]);
  });

  test("have a list, also in a package that is new", () => {
    expect(contentFindings("@openapi-packages/new", ["package.json"])).toEqual([
      "nothing says which files it has: scripts/release/contents.ts has no @openapi-packages/new",
    ]);
  });
});

describe("the package.json that is published", () => {
  const written = {
    ...manifest("a", {
      files: ["dist"],
      exports: {
        ".": "./src/index.ts",
        "./*": "./src/*.ts",
        "./package.json": "./package.json",
      },
    }),
    scripts: { build: "tsc" },
    devDependencies: { typescript: "^7.0.0" },
  };
  const repository = { type: "git", url: "git+https://example.com/a.git", directory: "a" } as const;

  test("exports compiled modules, and has nothing of what only its repository has", () => {
    expect(publishedManifest(written)).toEqual({
      name: "a",
      version: "1.0.0",
      publishConfig: { access: "public", provenance: true },
      files: ["dist"],
      exports: {
        ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
        "./*": { types: "./dist/*.d.ts", default: "./dist/*.js" },
        "./package.json": "./package.json",
      },
    });
  });

  test("keeps the sources of a package that has them", () => {
    const withSources = { ...written, files: ["dist", "src"] };
    expect(publishedManifest(withSources).exports).toEqual(written.exports);
  });

  test("names the repository, unless the package does", () => {
    expect(publishedManifest(written, repository)).toMatchObject({ repository });
    const own = { ...written, repository: "github:acme/api" };
    expect(publishedManifest(own, repository)).toMatchObject({ repository: "github:acme/api" });
  });
});

describe("the entries of a tarball", () => {
  let folder: PackFolder;
  beforeEach(() => {
    folder = packFolder();
  });
  afterEach(() => folder.remove());
  const files = {
    "dist/index.js": "export const a = 1;\n",
    "dist/index.d.ts": "export declare const a: number;\n",
  };
  const entry = { types: "./dist/index.d.ts", default: "./dist/index.js" };

  test("are found, with their types", async () => {
    const [right, wrong, order, wild] = folder.pack(
      { manifest: { name: "right", license: "Apache-2.0", exports: { ".": entry } }, files },
      {
        manifest: { name: "wrong", exports: { ".": { ...entry, types: "./dist/gone.d.ts" } } },
        files,
      },
      {
        manifest: {
          name: "order",
          exports: { ".": { default: entry.default, types: entry.types } },
        },
        files,
      },
      {
        manifest: {
          name: "wild",
          exports: { ".": entry, "./*": { types: "./dist/*.d.ts", default: "./dist/*.js" } },
        },
        files: { ...files, "dist/other.d.ts": "export {};\n" },
      },
    );
    if (right === undefined || wrong === undefined || order === undefined || wild === undefined)
      throw new Error("four packages, four tarballs");
    expect(await publintFindings(right)).toEqual([]);
    expect(await typeFindings(right)).toEqual([]);
    expect(right.contents.map(({ path }) => path)).toContain("LICENSE");

    expect((await publintFindings(wrong)).join()).toMatch(/publint, error: .*gone\.d\.ts/);
    expect(await typeFindings(wrong)).toContain("attw, FallbackCondition, ., bundler");
    expect((await publintFindings(order)).join()).toMatch(/publint, error: .*types/);
    expect(await typeFindings(wild)).toEqual([]);
  });
});
