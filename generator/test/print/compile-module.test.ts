import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadCompiler, loadDeclarationPrinter } from "../../src/print/compile-module.ts";
import { compiledFiles } from "../../src/print/compiled-files.ts";
import { caseNames, goldenFolder, printPackages } from "../support.ts";

const source = `// Top
import type { A } from "./a.ts";
import { b } from "./b.ts";

/** What "./c.ts" is. */
export const c: { readonly b: typeof b; readonly a?: A; readonly path: "./c.ts" } = { b, path: "./c.ts" };
`;

afterEach(() => {
  vi.doUnmock("oxc-transform");
});

describe("oxc", () => {
  it("makes code and declarations of one module, which import compiled ones", async () => {
    const printed = { path: "client/src/pets/c.ts", text: source };
    const files = await compiledFiles(printed, await loadCompiler(true), "// Top\n");
    const texts = Object.fromEntries(files.map(({ path, text }) => [path, text]));
    expect(Object.keys(texts)).toEqual([
      "client/dist/pets/c.js",
      "client/dist/pets/c.js.map",
      "client/dist/pets/c.d.ts",
      "client/dist/pets/c.d.ts.map",
    ]);
    const code = texts["client/dist/pets/c.js"];
    expect(code).toMatch(/^\/\/ Top\nimport \{ b \} from "\.\/b\.js";\n/);
    expect(code).toMatch(/path: "\.\/c\.ts"[^]*\n\/\/# sourceMappingURL=c\.js\.map\n$/);
    const declaration = texts["client/dist/pets/c.d.ts"];
    expect(declaration).toMatch(/^\/\/ Top\nimport type \{ A \} from "\.\/a\.js";\n/);
    expect(declaration).toContain('/** What "./c.ts" is. */');
    expect(declaration).toContain('readonly path: "./c.ts"');
  });

  it("maps lines to those of the source, below the comment at the top", async () => {
    const printed = { path: "client/src/pets/c.ts", text: source };
    const files = await compiledFiles(printed, await loadCompiler(true), "// Top\n");
    const map = JSON.parse(files.find(({ path }) => path.endsWith(".js.map"))?.text ?? "") as {
      sources: string[];
      mappings: string;
    };
    expect(map.sources).toEqual(["../../src/pets/c.ts"]);
    // The import of b: line 2 of the code, line 3 of the source (VLQ: E is 2).
    expect(map.mappings).toMatch(/^;AAEA/);
  });

  it("refuses an export whose type is not written out, and names its line", async () => {
    const compile = await loadCompiler();
    const text = 'import { b } from "./b.ts";\nexport const c = b();\n';
    await expect(compile("client/src/c.ts", text)).rejects.toThrow(
      /^client\/src\/c\.ts:2 cannot be compiled: .*type/,
    );
  });

  it("is asked for where it has no binary for the platform", async () => {
    vi.doMock("oxc-transform", () => {
      throw new Error("Cannot find native binding");
    });
    for (const load of [loadCompiler, loadDeclarationPrinter])
      await expect(load()).rejects.toThrow(
        /^the binary of oxc-transform for \S+ cannot be loaded: npm install --save-dev @oxc-transform\/binding-\S+@\d+\.\d+\.\d+, or/,
      );
  });
});

it("finds the types of all exports written out", async () => {
  const compile = await loadCompiler();
  for (const name of caseNames(goldenFolder)) {
    const files = await printPackages(join(goldenFolder, name, "description.yaml"), "@case");
    await expect(
      Promise.all(files.map((file) => compiledFiles(file, compile, ""))),
    ).resolves.toBeDefined();
  }
});
