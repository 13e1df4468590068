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
    ["service", "@genai-app/server"],
  ])("lets %s import %s", (name, specifier) => {
    const path = `packages/${name}/src/index.ts`;
    expect(findings({ path, text: `import * as all from "${specifier}";` })).toEqual([]);
  });

  test.each([
    ["runtime", "@genai-app/contract"],
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

  test("refuses that the generator imports a package", () => {
    const path = "generator/src/cli.ts";
    expect(findings({ path, text: `await import("@openapi-packages/runtime");` })).toEqual([
      `${path}:1  import-direction  generator imports @openapi-packages/runtime`,
    ]);
  });

  test("refuses a relative path out of the package", () => {
    const path = "packages/client/src/index.ts";
    expect(findings({ path, text: `export * from "../../contract/src/index.ts";` })).toEqual([
      `${path}:1  import-outside-folder  client imports packages/contract/src/index.ts, which is outside packages/client/src`,
    ]);
  });

  test("lets tests and scripts import anything", () => {
    const text = `import "@genai-app/server"; import "../../packages/client/src/index.ts";`;
    expect(
      findings({ path: "test/contract/a.test.ts", text }, { path: "scripts/bench/a.ts", text }),
    ).toEqual([]);
  });
});

describe("rings", () => {
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
      "scripts/one.ts:2  import-ring  scripts/one.ts → scripts/two.ts → scripts/three.ts → scripts/one.ts",
    ]);
  });

  test("may have one file only", () => {
    expect(findings(file("own", `import { own } from "./own.ts";`))).toEqual([
      "scripts/own.ts:1  import-ring  scripts/own.ts → scripts/own.ts",
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
