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

  test("refuses a library outside of the one folder that knows it", () => {
    const text = `import { astToString } from "openapi-typescript";`;
    const path = "generator/src/emit/type-text.ts";
    const own = "generator/src/emit/schema-types/type-nodes.ts";
    expect(findings({ path, text }, { path: own, text })).toEqual([
      `${path}:1  library-place  only generator/src/emit/schema-types imports openapi-typescript`,
    ]);
  });

  test("lets tests and scripts import anything", () => {
    const text = `import "@genai-app/server"; import "../../packages/client/src/index.ts";`;
    expect(
      findings({ path: "test/contract/a.test.ts", text }, { path: "scripts/bench/a.ts", text }),
    ).toEqual([]);
  });
});

describe("the generator and the packages", () => {
  const generator = (path: string, text: string) =>
    findings({ path: `generator/src/${path}`, text });
  const runtime = "@openapi-packages/runtime/validation";

  test.each([
    `import type { Validator } from "${runtime}";`,
    `import type * as all from "@openapi-packages/mock";`,
    `export type { Validator } from "${runtime}";`,
    `export const load = (): import("${runtime}").Validator => 1;`,
  ])("may take types of the engines: %s", (text) => {
    expect(generator("emit/emitter.ts", text)).toEqual([]);
  });

  test.each([
    `import { validate } from "${runtime}";`,
    `import { type Validator } from "${runtime}";`,
    `import "${runtime}";`,
    `export * from "${runtime}";`,
    `export const load = () => import("${runtime}");`,
  ])("take no code of the engines: %s", (text) => {
    expect(generator("mock/sample/sampler.ts", text)).toEqual([
      `generator/src/mock/sample/sampler.ts:1  import-direction  generator imports code of ${runtime}`,
    ]);
  });

  test("take code of the engines where the command mock serves", () => {
    const text = `import { a } from "${runtime}"; await import("@openapi-packages/mock/node");`;
    expect(generator("mock/serve/serve.ts", text)).toEqual([]);
  });

  test.each(["emit/emitter.ts", "mock/serve/serve.ts"])(
    "of generated ones take nothing: %s",
    (path) => {
      expect(generator(path, `import type { Pet } from "@genai-app/contract";`)).toEqual([
        `generator/src/${path}:1  import-direction  generator imports @genai-app/contract`,
      ]);
    },
  );
});

describe("the stages of the generator", () => {
  const importing = (from: string, to: string) => {
    const up = "../".repeat(from.split("/").length - 1) || "./";
    return findings({
      path: `generator/src/${from}`,
      text: `import type { A } from "${up}${to}";`,
    });
  };

  test.each([
    ["load/read/a.ts", "json.ts"],
    ["load/bundle/a.ts", "load/read/a.ts"],
    ["load/a.ts", "load/filter/a.ts"],
    ["model/a.ts", "load/a.ts"],
    ["mock/sample/a.ts", "compile/a.ts"],
    ["emit/a.ts", "mock/a.ts"],
    ["mock/serve/a.ts", "mock/a.ts"],
    ["write/a.ts", "print/a.ts"],
    ["generate.ts", "write/a.ts"],
    ["scaffold/a.ts", "emit/a.ts"],
    ["cli/a.ts", "scaffold/a.ts"],
    ["index.ts", "generate.ts"],
    ["emit/client/a.ts", "emit/a.ts"],
  ])("let %s import %s", (from, to) => {
    expect(importing(from, to)).toEqual([]);
  });

  test.each([
    ["json.ts", "load/a.ts", "base", "load"],
    ["load/a.ts", "cli/a.ts", "load", "cli"],
    ["load/read/a.ts", "load/bundle/a.ts", "load/read", "load/bundle"],
    ["load/openapi/a.ts", "load/a.ts", "load/openapi", "load"],
    ["model/a.ts", "write/a.ts", "model", "write"],
    ["compile/a.ts", "mock/a.ts", "compile", "mock"],
    ["mock/sample/a.ts", "emit/a.ts", "mock", "emit"],
    ["mock/sample/a.ts", "mock/serve/a.ts", "mock", "mock/serve"],
    ["mock/serve/a.ts", "emit/a.ts", "mock/serve", "emit"],
    ["print/a.ts", "write/a.ts", "print", "write"],
    ["write/a.ts", "generate-types.ts", "write", "generate"],
    ["scaffold/a.ts", "cli/a.ts", "scaffold", "cli"],
    ["cli/a.ts", "index.ts", "cli", "entry"],
  ])("refuse that %s imports %s", (from, to, own, other) => {
    expect(importing(from, to)).toEqual([
      `generator/src/${from}:1  stage-order  ${own} imports generator/src/${to}, of ${other}`,
    ]);
  });

  test("have a place for each folder", () => {
    expect(importing("helpers/a.ts", "json.ts")).toEqual([
      "generator/src/helpers/a.ts:1  stage-unknown  generator/src/helpers/a.ts belongs to no stage of the generator",
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
