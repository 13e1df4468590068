import { StructureKind } from "ts-morph";
import { expect, it } from "vitest";
import type { EmittedFile } from "../../src/emit/emitted-file.ts";
import { loadCompiler } from "../../src/print/compile-module.ts";
import { loadFormatter } from "../../src/print/formatter.ts";
import { generatedBanner, printFiles } from "../../src/print/print-files.ts";

const module = (name: string): EmittedFile => ({
  kind: "module",
  path: `client/src/${name}.ts`,
  structure: {
    statements: [
      { kind: StructureKind.TypeAlias, name, isExported: true, type: "{ a: 1 }" },
      `export const value: ${name} = { a: 1 };`,
    ],
  },
});

it("prints modules in the order of the files, each with the banner at its top", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `Module${index}`);
  const printed = await printFiles(names.map(module), await loadFormatter("oxfmt", "."));
  expect(printed).toEqual(
    names.map((name) => ({
      path: `client/src/${name}.ts`,
      text: `${generatedBanner}export type ${name} = { a: 1 };\nexport const value: ${name} = { a: 1 };\n`,
    })),
  );
});

it("prints other modules while a long one is formatted, few at once", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `Module${index}`);
  const othersDone = Promise.withResolvers<undefined>();
  let formatted = 0;
  let inWork = 0;
  let most = 0;
  await printFiles(names.map(module), async (path, parts) => {
    inWork++;
    most = Math.max(most, inWork);
    if (path.endsWith("/Module0.ts")) await othersDone.promise;
    else await Promise.resolve();
    inWork--;
    formatted++;
    if (formatted === names.length - 1) othersDone.resolve(undefined);
    return parts.join("");
  });
  expect(formatted).toBe(names.length);
  expect(most).toBeLessThan(6);
});

it("leaves other files as they are", async () => {
  const file: EmittedFile = { kind: "text", path: "client/README.md", text: "#  API" };
  expect(await printFiles([file], await loadFormatter("oxfmt", "."))).toEqual([
    { path: "client/README.md", text: "#  API" },
  ]);
});

it("leaves out what stands beside compiled files where nothing is compiled", async () => {
  const file: EmittedFile = { kind: "text", path: "contract/dist/reference/a.md", text: "# A" };
  const format = await loadFormatter("none", ".");
  expect(await printFiles([file], format)).toEqual([]);
  expect(await printFiles([file], format, { compile: await loadCompiler() })).toEqual([
    { path: file.path, text: "# A", isCompiled: true },
  ]);
});

it("puts a header above the banner, as comments that nothing in it can end", async () => {
  const header = "\n  Copyright Acme\r\n\n*/ import './evil.ts' // \u202e\u2028second\n";
  const format = await loadFormatter("none", ".");
  const [first] = await printFiles([module("Pet")], format, { header });
  const comment = "// Copyright Acme\n//\n// */ import './evil.ts' // \\u{202e}\n// second\n";
  expect(first?.text.startsWith(comment + generatedBanner)).toBe(true);
});
