import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  contractSymbols,
  moduleFile,
  moduleScope,
  packageFiles,
  type Emitter,
} from "openapi-packages/emitter";
import { describe, expect, it } from "vitest";
import { generate } from "../../src/generate.ts";
import type { GenerateOptions } from "../../src/generate-types.ts";
import { ownRange } from "../../../packages/description/src/own-version.ts";
import { goldenFolder, readTree, temporaryFolder, writeTree } from "../support.ts";

const spec = join(goldenFolder, "validators", "description.yaml");

/** What a run writes into `src/api` of a project, and how it goes on from there. */
async function project(more: Partial<GenerateOptions> = {}, golden = spec) {
  const root = temporaryFolder();
  const out = join(root, "src", "api");
  const run = (others: Partial<GenerateOptions> = {}) =>
    generate({ spec: golden, out, layout: "folder", ...more, ...others });
  const result = await run();
  return { root, out, result, run, files: () => readTree(out) };
}

/** The modules that a text imports. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export) .*?from "([^"]+)";$|^\} from "([^"]+)";$/gmu)].map(
    ([, one, other]) => one ?? other ?? "",
  );

const packageOf = (specifier: string): string => specifier.split("/").slice(0, 2).join("/");

describe("the layout folder", () => {
  it("is TypeScript without packages, and no src", async () => {
    const { files } = await project();
    const isOther = (path: string): boolean =>
      path.endsWith("/.openapi-packages.json") || path.endsWith("/AGENTS.md");
    const paths = Object.keys(files()).filter((path) => !isOther(path));
    expect(paths.filter((path) => !path.endsWith(".ts") || path.endsWith(".d.ts"))).toEqual([]);
    expect(paths.filter((path) => path.includes("/src/"))).toEqual([]);
    expect(paths).toContain("client/index.ts");
    expect(paths).toContain("contract/validators/schemas.ts");
  });

  it.for([
    ["ts", ".ts", "kebab-case"],
    ["js", ".js", "camelCase"],
    ["none", "", "camelCase"],
  ] as const)(
    "imports only what is there, and ends imports by choice: %s, %s, %s",
    async ([importExtension, ending, fileNames]) => {
      const { out, files } = await project({ importExtension, fileNames });
      const isCamel = fileNames === "camelCase";
      expect(Object.keys(files()).some((path) => path.includes("-") && path.endsWith(".ts"))).toBe(
        !isCamel,
      );
      const imports = Object.entries(files()).flatMap(([path, text]) =>
        importsOf(text).map((specifier) => ({
          // A guide shows the code of a file beside the folders.
          folder: path.endsWith(".md") ? out : join(out, dirname(path)),
          specifier,
        })),
      );
      const own = imports.filter(({ specifier }) => specifier.startsWith("."));
      expect(own.filter(({ specifier }) => !specifier.endsWith(ending))).toEqual([]);
      const fileOf = (path: string): string => `${path.slice(0, path.length - ending.length)}.ts`;
      const isThere = ({ folder, specifier }: (typeof own)[number]): boolean =>
        existsSync(join(folder, fileOf(specifier)));
      expect(own.filter((one) => !isThere(one))).toEqual([]);
      const others = imports.filter((one) => !own.includes(one));
      const packages = new Set(others.map(({ specifier }) => packageOf(specifier)));
      expect([...packages].toSorted()).toEqual([
        "@openapi-packages/mock",
        "@openapi-packages/runtime",
      ]);
    },
  );

  it("tells how code is written, and has the reference only where it is asked for", async () => {
    const { files, run } = await project();
    const pages = (): string[] => Object.keys(files()).filter((path) => path.endsWith(".md"));
    const guides = ["client", "contract", "mocks", "server"].map((part) => `${part}/AGENTS.md`);
    expect(pages().toSorted()).toEqual(guides);
    expect(files()["client/AGENTS.md"]).not.toContain("reference");
    await run({ reference: true });
    expect(pages()).toContain("contract/reference/README.md");
    expect(files()["client/AGENTS.md"]).toContain("`../contract/reference/README.md`");
    await run({ layout: "packages", scope: "@case", force: true });
    expect(pages().filter((path) => path.includes("reference"))).toEqual([]);
    expect(files()["contract/package.json"]).not.toContain("reference");
    expect(files()["contract/README.md"]).not.toContain("reference");
  });

  it("leaves files of the user beside it alone, and lists those within its parts", async () => {
    const { out, run, files } = await project();
    writeTree(out, { "custom.ts": "export {};\n", "client/mine.ts": "export {};\n" });
    const { changes } = await run({ check: true });
    expect(changes).toEqual([{ path: "client/mine.ts", kind: "unexpected" }]);
    await run();
    expect(Object.keys(files())).toEqual(expect.arrayContaining(["custom.ts", "client/mine.ts"]));
  });

  it("has packages of the user's emitters too, which import others as ours do", async () => {
    const names: Emitter = (model, options) => {
      const path = "names/src/deep/index.ts";
      const scope = moduleScope(path, options);
      const text = `export const names = Object.keys(${scope.use(contractSymbols.operationTable)});`;
      return [
        ...packageFiles(model, { ...manifest, naming: options }),
        moduleFile(path, scope, [text]),
      ];
    };
    const manifest = { folder: "names", description: "Names", dependencies: {} };
    const { files } = await project({ packages: ["client", names], importExtension: "none" });
    const own = Object.keys(files()).filter((path) => path.startsWith("names/"));
    expect(own).toEqual(["names/.openapi-packages.json", "names/deep/index.ts"]);
    expect(files()["names/deep/index.ts"]).toContain('from "../../contract/operation-table";');
  });

  it("says how imports end and why, and follows the project when it changes", async () => {
    const { root, result, run, files } = await project();
    expect(result.imports).toEqual({ extension: "ts" });
    writeTree(root, {
      "node_modules/.keep": "",
      "tsconfig.json":
        '{ "compilerOptions": { "moduleResolution": "bundler", "module": "esnext" } }',
    });
    const tsconfig = join(root, "tsconfig.json");
    expect((await run()).imports).toEqual({ extension: "none", tsconfig });
    expect((await run()).isUnchanged).toBe(true);
    writeTree(root, { "tsconfig.json": '{ "compilerOptions": { "module": "nodenext" } }' });
    expect((await run()).imports).toEqual({ extension: "js", tsconfig });
    expect(files()["client/index.ts"]).toContain('from "./core.js"');
  });

  it("says what the project lacks, each time", async () => {
    const { root, result, run } = await project({ packages: ["client"], openapiFetch: true });
    expect(result.missing?.commands).toEqual([
      `npm install "@openapi-packages/runtime@${ownRange}" "openapi-fetch@^0.17.0"`,
    ]);
    writeTree(root, {
      "node_modules/.keep": "",
      "package.json": JSON.stringify({ dependencies: { "openapi-fetch": "~0.17.1" } }),
    });
    await run();
    const { isUnchanged, missing } = await run();
    expect(isUnchanged).toBe(true);
    expect(missing?.commands).toEqual([`npm install "@openapi-packages/runtime@${ownRange}"`]);
  });
});

describe("a choice of packages", () => {
  const foldersOf = (paths: readonly string[]): string[] =>
    [...new Set(paths.map((path) => path.split("/")[0] ?? ""))].toSorted();

  it.for([
    [["client"], ["client"]],
    [
      ["mocks", "client"],
      ["client", "contract", "mocks"],
    ],
    [["contract"], ["contract"]],
    [
      ["types", "server"],
      ["contract", "server"],
    ],
    [undefined, ["client", "contract", "mocks", "server"]],
  ] as const)("%j takes along what they need: %j", async ([packages, folders]) => {
    const { files } = await project(packages === undefined ? {} : { packages });
    expect(foldersOf(Object.keys(files()))).toEqual(folders);
    expect("contract/validators.ts" in files()).toBe(packages?.join() !== "client");
  });

  it.for(["packages", "folder"] as const)(
    "makes the others obsolete, but for files of the user: %s",
    async (layout) => {
      const { out, run, files } = await project({ layout, scope: "@case" });
      writeTree(out, { "server/mine.ts": "export {};\n" });
      const { changes } = await run({ packages: ["client", "mocks"], check: true });
      // Pages of the reference no longer have code of the server.
      const isLeft = ({ kind, path }: { kind: string; path: string }): boolean =>
        kind !== "obsolete" && !/^contract\/(?:dist\/)?(?:reference\/|\.)/.test(path);
      expect(changes.filter(isLeft)).toEqual([{ path: "server/mine.ts", kind: "unexpected" }]);
      await run({ packages: ["client", "mocks"] });
      expect(foldersOf(Object.keys(files()))).toEqual(["client", "contract", "mocks", "server"]);
      expect(Object.keys(files()).filter((path) => path.startsWith("server/"))).toEqual([
        "server/mine.ts",
      ]);
      expect((await run({ packages: ["client", "mocks"], check: true })).changes).toEqual([]);
    },
  );

  it("leaves folders alone that no run wrote", async () => {
    const { out, run } = await project({ packages: ["client"] });
    writeTree(out, { "server/index.ts": "export {};\n" });
    expect((await run({ check: true })).changes).toEqual([]);
  });

  it.for(["validators", "statuses", "webhooks", "common-errors"])(
    "of types alone needs nothing at all: %s",
    async (name) => {
      const golden = join(goldenFolder, name, "description.yaml");
      const { files, result } = await project({ packages: ["types"] }, golden);
      const texts = Object.entries(files()).filter(([path]) => path.endsWith(".ts"));
      expect(texts.map(([path]) => path)).toContain("contract/index.ts");
      expect(
        texts.flatMap(([, text]) => importsOf(text)).filter((one) => !one.startsWith(".")),
      ).toEqual([]);
      expect(texts.filter(([, text]) => /^export (const|function|class) /mu.test(text))).toEqual(
        [],
      );
      expect(result.missing?.commands).toEqual([]);
    },
  );
});

describe("names of packages", () => {
  it.for([
    [{ name: "acme" }, "acme-client", "acme-contract"],
    [{ scope: "@team", name: "acme" }, "@team/acme-client", "@team/acme-contract"],
    [{ scope: "@team" }, "@team/client", "@team/contract"],
  ] as const)("are made of %j: %s", async ([naming, client, contract]) => {
    const { files } = await project({ layout: "packages", ...naming });
    const manifest = JSON.parse(files()["client/package.json"] ?? "") as Record<string, object>;
    expect(manifest["name"]).toBe(client);
    expect(Object.keys(manifest["dependencies"] ?? {})).toContain(contract);
    expect(files()["client/src/index.ts"]).toContain(`from "${contract}"`);
    expect(files()["client/README.md"]).toContain(`from "${client}"`);
  });
});
