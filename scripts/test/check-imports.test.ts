import { describe, expect, test } from "vitest";
import { checkImports } from "../check-imports.ts";
import { formatFinding, type SourceText } from "../repository.ts";

const findings = (...sources: SourceText[]) => checkImports(sources).map(formatFinding);

describe("the direction of imports", () => {
  test.each([
    ["contract", "@openapi-packages/runtime"],
    ["client", "@genai-app/contract"],
    ["client", "@openapi-packages/runtime/client"],
    ["server", "@genai-app/contract/validators"],
    ["mocks", "@genai-app/contract"],
    ["mocks", "@openapi-packages/mock"],
    ["mock", "@openapi-packages/runtime/server"],
    ["service", "@genai-app/server"],
    ["compiler", "@openapi-packages/description/model/api-model"],
    ["cli", "@openapi-packages/compiler/mock/serve/read-description"],
    ["verify", "@openapi-packages/cli/jobs"],
  ])("lets %s import %s", (name, specifier) => {
    const path = `packages/${name}/src/index.ts`;
    expect(findings({ path, text: `import * as all from "${specifier}";` })).toEqual([]);
  });

  test.each([
    ["runtime", "@genai-app/contract"],
    ["runtime", "@openapi-packages/mock"],
    ["mock", "@genai-app/contract"],
    ["mock", "@genai-app/mocks"],
    ["server", "@openapi-packages/mock"],
    ["contract", "@genai-app/client"],
    ["client", "@genai-app/server"],
    ["mocks", "@genai-app/server"],
    ["server", "@genai-app/service"],
    ["client", "openapi-packages"],
    ["service", "@genai-app/client"],
    ["description", "@openapi-packages/compiler"],
    ["compiler", "openapi-packages/generate"],
    ["cli", "openapi-packages/generate"],
    ["cli", "@openapi-packages/verify"],
    ["verify", "openapi-packages"],
  ])("refuses that %s imports %s", (name, specifier) => {
    const path = `packages/${name}/src/index.ts`;
    expect(findings({ path, text: `\nimport type { All } from "${specifier}";` })).toEqual([
      `${path}:2  import-direction  ${name} imports ${specifier}`,
    ]);
  });

  test("lets emitters beside the generator import the interface of emitters alone", () => {
    const path = "packages/zod/src/index.ts";
    const text = `import { a } from "openapi-packages/emitter";
import { b } from "openapi-packages";
import { c } from "openapi-packages/emitter/testing";`;
    const message = "zod imports openapi-packages; it may import openapi-packages/emitter alone";
    expect(findings({ path, text })).toEqual([
      `${path}:2  generator-entry  ${message}`,
      `${path}:3  generator-entry  ${message.replace("packages;", "packages/emitter/testing;")}`,
    ]);
  });

  test("refuses a relative path out of the package", () => {
    const path = "packages/client/src/index.ts";
    expect(findings({ path, text: `export * from "../../contract/src/index.ts";` })).toEqual([
      `${path}:1  import-outside-folder  client imports packages/contract/src/index.ts, which is outside packages/client/src`,
    ]);
  });

  test.each([
    [
      "openapi-typescript",
      "generator/src/emit/type-text.ts",
      "generator/src/emit/schema-types/a.ts",
    ],
    [
      "openapi-typescript/dist/lib/ts.mjs",
      "generator/src/emit/type-text.ts",
      "generator/src/emit/schema-types/a.ts",
    ],
    ["ts-morph", "packages/compiler/src/compile/a.ts", "generator/src/changes/codemod/a.ts"],
    ["typescript", "packages/verify/src/index.ts", "generator/src/print/a.ts"],
  ])("refuses %s outside of the folders that know it", (library, path, own) => {
    const text = `import { all } from "${library}";`;
    expect(findings({ path, text }, { path: own, text })).toEqual([
      expect.stringMatching(`${path}:1  library-place  only .* imports ${library}`),
    ]);
  });

  test("lets tests and scripts import anything", () => {
    const text = `import "@genai-app/server"; import "../../packages/client/src/index.ts";`;
    expect(
      findings({ path: "test/contract/a.test.ts", text }, { path: "scripts/bench/a.ts", text }),
    ).toEqual([]);
  });
});

describe("the packages that generate code", () => {
  const runtime = "@openapi-packages/runtime/validation";

  test.each([
    `import type { Validator } from "${runtime}";`,
    `import type * as all from "@openapi-packages/mock";`,
    `export type { Validator } from "${runtime}";`,
    `export const load = (): import("${runtime}").Validator => 1;`,
  ])("may take types of the engines: %s", (text) => {
    for (const folder of ["generator", "packages/description", "packages/compiler"])
      expect(findings({ path: `${folder}/src/index.ts`, text })).toEqual([]);
  });

  test.each([
    `import { validate } from "${runtime}";`,
    `import { type Validator } from "${runtime}";`,
    `import "${runtime}";`,
    `export * from "${runtime}";`,
    `export const load = () => import("${runtime}");`,
  ])("take no code of the engines: %s", (text) => {
    const path = "packages/compiler/src/mock/sample/sampler.ts";
    expect(findings({ path, text })).toEqual([
      `${path}:1  import-direction  compiler imports code of ${runtime}`,
    ]);
  });

  test("take code of the engines where a mock runs without generated code", () => {
    const text = `import { a } from "${runtime}"; await import("@openapi-packages/mock/node");`;
    expect(findings({ path: "packages/compiler/src/mock/serve/serve.ts", text })).toEqual([]);
  });

  test.each(["generator/src/emit/a.ts", "packages/compiler/src/mock/serve/a.ts"])(
    "take nothing of generated ones: %s",
    (path) => {
      const text = `import type { Pet } from "@genai-app/contract";`;
      expect(findings({ path, text })).toEqual([
        expect.stringMatching(`${path}:1  import-direction  .* imports @genai-app/contract`),
      ]);
    },
  );
});

describe("the stages of a package", () => {
  const importing = (folder: string, from: string, to: string) => {
    const up = "../".repeat(from.split("/").length - 1) || "./";
    return findings({
      path: `${folder}/src/${from}`,
      text: `import type { A } from "${up}${to}";`,
    });
  };
  const [description, compiler] = ["description", "compiler"].map((name) => `packages/${name}`) as [
    string,
    string,
  ];

  test.each([
    [description, "load/read/a.ts", "json/json.ts"],
    [description, "load/bundle/a.ts", "load/read/a.ts"],
    [description, "load/a.ts", "load/filter/a.ts"],
    [description, "model/a.ts", "load/a.ts"],
    [compiler, "mock/sample/a.ts", "compile/a.ts"],
    [compiler, "mock/serve/a.ts", "mock/a.ts"],
    ["generator", "write/a.ts", "print/a.ts"],
    ["generator", "generate.ts", "write/a.ts"],
    ["generator", "scaffold/a.ts", "emit/a.ts"],
    ["generator", "commands/a.ts", "scaffold/a.ts"],
    ["generator", "index.ts", "generate.ts"],
    ["generator", "emit/client/a.ts", "emit/a.ts"],
    ["generator", "changes/codemod/a.ts", "changes/impact/a.ts"],
  ])("of %s let %s import %s", (folder, from, to) => {
    expect(importing(folder, from, to)).toEqual([]);
  });

  test.each([
    [description, "json/json.ts", "load/a.ts", "base", "load"],
    [description, "load/read/a.ts", "load/bundle/a.ts", "load/read", "load/bundle"],
    [description, "load/openapi/a.ts", "load/a.ts", "load/openapi", "load"],
    [compiler, "compile/a.ts", "mock/a.ts", "compile", "mock"],
    [compiler, "mock/sample/a.ts", "mock/serve/a.ts", "mock", "mock/serve"],
    ["generator", "print/a.ts", "write/a.ts", "print", "write"],
    ["generator", "write/a.ts", "generate-types.ts", "write", "generate"],
    ["generator", "scaffold/a.ts", "commands/a.ts", "scaffold", "commands"],
    ["generator", "commands/a.ts", "index.ts", "commands", "entry"],
    ["generator", "changes/diff/a.ts", "changes/impact/a.ts", "changes/diff", "changes/impact"],
  ])("of %s refuse that %s imports %s", (folder, from, to, own, other) => {
    expect(importing(folder, from, to)).toEqual([
      `${folder}/src/${from}:1  stage-order  ${own} imports ${folder}/src/${to}, of ${other}`,
    ]);
  });

  test("have a place for each folder", () => {
    expect(importing("generator", "helpers/a.ts", "emit/a.ts")).toEqual([
      "generator/src/helpers/a.ts:1  stage-unknown  generator/src/helpers/a.ts belongs to no stage of generator",
    ]);
  });
});

describe("cycles", () => {
  const file = (name: string, text: string) => ({ path: `scripts/${name}.ts`, text });

  test("are reported once, at the import that begins them, types included", () => {
    expect(
      findings(
        file("start", `import { one } from "./one.ts";`),
        file("one", `// first\nimport type { Two } from "./two.ts";`),
        file("two", `export { three } from "./three.ts";`),
        file("three", `import { one } from "./one.ts";`),
      ),
    ).toEqual([
      "scripts/one.ts:2  import-cycle  scripts/one.ts → scripts/two.ts → scripts/three.ts → scripts/one.ts",
    ]);
  });

  test("may have one file only", () => {
    expect(findings(file("own", `import { own } from "./own.ts";`))).toEqual([
      "scripts/own.ts:1  import-cycle  scripts/own.ts → scripts/own.ts",
    ]);
  });

  test("are not what two ways to the same file make", () => {
    expect(
      findings(
        file("top", `import "./left.ts"; import "./right.ts";`),
        file("left", `import "./bottom.ts";`),
        file("right", `import "./bottom.ts";`),
        file("bottom", ""),
      ),
    ).toEqual([]);
  });
});
