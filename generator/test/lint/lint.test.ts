import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { jsonFile, type Emitter } from "../../src/emitter.ts";
import { writeEdited } from "../../src/commands/write-edited.ts";
import { generate } from "../../src/generate.ts";
import { completeOptions } from "../../src/generate/complete-options.ts";
import { lint, type LintResult } from "../../src/lint/lint.ts";
import { mostFixes } from "../../src/lint/most-fixes.ts";
import {
  caseNames,
  caseOptions,
  readTree,
  repository,
  temporaryFolder,
  writeTree,
} from "../support.ts";

const lenientFolder = join(import.meta.dirname, "..", "lenient");

type Options = Partial<Parameters<typeof completeOptions>[0]>;

const lintOf = (spec: string, options: Options = {}): Promise<LintResult> =>
  lint(completeOptions({ spec, out: temporaryFolder(), scope: "@case", ...options }));

/** Writes files into a new folder, and fixes the first of them. */
async function fixed(
  files: Readonly<Record<string, string>>,
  options: Options = {},
): Promise<LintResult & { readonly after: LintResult["after"]; text(name: string): string }> {
  const folder = temporaryFolder();
  writeTree(folder, files);
  const [first = ""] = Object.keys(files);
  const result = await lintOf(join(folder, first), options);
  for (const { path, after } of result.files) writeFileSync(path, after);
  return { ...result, text: (name) => readFileSync(join(folder, name), "utf8") };
}

async function generated(spec: string, options: Options): Promise<Record<string, string>> {
  const out = temporaryFolder();
  await generate({ spec, out, scope: "@case", ...options });
  return readTree(out);
}

/** The cases with corrections, and how many of each code are written. */
const corrected: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "control-characters": { "operation-id-duplicate": 1 },
  misspelt: { "path-parameter-undeclared": 1 },
  "mixed-warnings": {
    "field-invalid": 1,
    "operation-id-duplicate": 1,
    "path-parameter-undeclared": 1,
    "pattern-legacy": 1,
  },
  "openapi-version-number": { "openapi-version-assumed": 1 },
  parameters: { "parameter-in-unknown": 1 },
  "parameters-in-body": { "operation-id-missing": 1, "parameter-in-unknown": 2 },
  "path-parameters": { "path-parameter-undeclared": 1 },
  "path-start": { "path-start": 1 },
  "responses-missing": { "operation-id-missing": 1 },
  "schema-type-unknown": { "schema-type-unknown": 2 },
  "security-requirements": { "security-requirement": 3 },
  "security-types": { "security-requirement": 3, "security-scheme-type": 2 },
  "several-causes": {
    "operation-id-duplicate": 1,
    "parameter-in-unknown": 1,
    "path-parameter-undeclared": 2,
    "schema-type-unknown": 1,
  },
  "types-of-other-languages": { "schema-type-unknown": 9 },
};

/** A fix changes what a description says, and nothing that is generated from it. */
describe("of a description with faults, fixes", () => {
  it.for(caseNames(lenientFolder))("change nothing but its text: %s", async (name) => {
    const folder = temporaryFolder();
    cpSync(join(lenientFolder, name), folder, { recursive: true });
    const file = readdirSync(folder).find((one) => one.startsWith("description.")) ?? "";
    const spec = join(folder, file);
    const options: Options = caseOptions(join(lenientFolder, name));
    const result = await lintOf(spec, options);
    const counts = Object.groupBy(result.fixes, ({ code }) => code);
    expect(
      Object.fromEntries(Object.entries(counts).map(([code, own]) => [code, own.length])),
    ).toEqual(corrected[name] ?? {});
    if (result.fixes.length === 0) return;
    const before = await generated(spec, options);
    for (const { path, after } of result.files) writeFileSync(path, after);
    expect(await generated(spec, options)).toEqual(before);
    const again = await lintOf(spec, options);
    expect([again.fixes, again.files]).toEqual([[], []]);
    const [few, many] = [again, result].map(({ before: read }) => read.diagnostics.length);
    expect(few).toBeLessThan(many ?? 0);
  });
});

const head = "openapi: 3.1.1\ninfo: { title: Lint, version: 1.0.0 }\n";
const get = (more = ""): string => `get: { ${more}responses: { "200": { description: Done. } } }`;

describe("a fix is left to the user", () => {
  it("where an alias shares the place", async () => {
    const path = (name: string, item: string): string => `  /${name}: ${item}\n`;
    const text = `${head}paths:\n${path("a", `&item { ${get()} }`)}${path("b", "*item")}`;
    const { left, files } = await fixed({ "openapi.yaml": text });
    expect(files).toEqual([]);
    expect(left.map(({ code }) => code)).toContain("operation-id-missing");
  });

  it("where a path item stands for several paths, which have names of their own", async () => {
    const text = `${head}paths:\n  /a: { $ref: item.yaml }\n  /b: { $ref: item.yaml }\n`;
    const { left, files } = await fixed({ "openapi.yaml": text, "item.yaml": `${get()}\n` });
    expect(files).toEqual([]);
    expect(left).toMatchObject([
      { reason: "other uses of the same place need something else there" },
    ]);
  });

  it("where an overlay writes the place", async () => {
    const text = `${head}paths:\n  /a: { ${get("operationId: a, ")} }\n`;
    const folder = temporaryFolder();
    const overlay = join(folder, "overlay.yaml");
    const update = "{ type: int }";
    writeTree(folder, {
      "overlay.yaml": `overlay: 1.0.0\ninfo: { title: More, version: 1.0.0 }\nactions:\n  - { target: $, update: { components: { schemas: { A: ${update} } } } }\n`,
    });
    const { left, files } = await fixed({ "openapi.yaml": text }, { overlays: [overlay] });
    expect(files).toEqual([]);
    expect(left).toMatchObject([
      { code: "schema-type-unknown", reason: "an overlay writes the place" },
    ]);
  });

  it("where the description is in Swagger 2.0", async () => {
    const swagger = `swagger: "2.0"\ninfo: { title: Lint, version: 1.0.0 }\npaths:\n  /a: { ${get()} }\n`;
    const { left, files } = await fixed({ "openapi.yaml": swagger });
    expect(files).toEqual([]);
    expect(left[0]?.reason).toContain("Swagger 2.0");
  });

  it("where the file is not in UTF-8", async () => {
    const folder = temporaryFolder();
    const spec = join(folder, "openapi.yaml");
    writeFileSync(spec, Buffer.from(`${head}paths:\n  /caf\u00e9: { ${get()} }\n`, "latin1"));
    const { left, files } = await lintOf(spec);
    expect(files).toEqual([]);
    expect(left[0]?.reason).toContain("UTF-8");
  });

  it("until the errors of the description are corrected", async () => {
    const text = `${head}paths:\n  /a: { ${get()} }\ncomponents:\n  securitySchemes: { constructor: { type: http, scheme: basic } }\n`;
    const { left, files, before } = await fixed({ "openapi.yaml": text });
    expect(before.diagnostics.map(({ code }) => code)).toContain("security-scheme-name");
    expect(files).toEqual([]);
    expect(left).toMatchObject([{ reason: "the errors of the description come first" }]);
  });

  it("where other code would be generated, and all others are written", async () => {
    const ids: Emitter = ({ document: { paths = null } }) => [
      jsonFile("other/document.json", { paths }),
    ];
    const text = `${head}paths:\n  /a: { ${get()} }\n  /b: { ${get("deprecated: 'yes', ")} }\n`;
    const {
      left,
      fixes,
      text: read,
    } = await fixed({ "openapi.yaml": text }, { packages: ["client", ids] });
    expect(read("openapi.yaml")).toBe(text.replace("'yes'", "true"));
    expect(fixes.map(({ code }) => code)).toEqual(["field-invalid"]);
    expect(left).toMatchObject(
      ["GET /a", "GET /b"].map(() => ({
        code: "operation-id-missing",
        reason: "other code would be generated from the corrected description",
      })),
    );
  });
});

test("as many fixes as are right are found in few attempts", async () => {
  const candidates = Array.from({ length: 100 }, (_, index) => index);
  const wrong = new Set([7, 70]);
  let attempts = 0;
  const found = await mostFixes<number, { fixes: readonly number[] }>(
    { fixes: [] },
    candidates,
    async (fixes) => {
      attempts += 1;
      return fixes.some((one) => wrong.has(one)) ? undefined : { fixes };
    },
  );
  expect(found.fixes).toEqual(candidates.filter((one) => !wrong.has(one)));
  expect(attempts).toBeLessThan(40);
});

describe("fixes", () => {
  it("are written where a reference leads, in each file as it is", async () => {
    const { text, fixes } = await fixed({
      "openapi.yaml": `${head}paths:\n  /a:\n    get:\n      operationId: a\n      responses:\n        "200": { description: Done., content: { application/json: { schema: { $ref: "a.json" } } } }\n`,
      "a.json": '{\r\n\t"type": "dict",\r\n\t"properties": { "b": { "type": "text" } }\r\n}\r\n',
    });
    expect(fixes).toHaveLength(2);
    expect(text("a.json")).toBe(
      '{\r\n\t"type": "object",\r\n\t"properties": { "b": { "type": "string" } }\r\n}\r\n',
    );
  });

  it("of a type that `nullable` makes a list of are written as the type", async () => {
    const { text } = await fixed({
      "openapi.yaml": `openapi: 3.0.3\ninfo: { title: Lint, version: 1.0.0 }\npaths: {}\ncomponents:\n  schemas:\n    A: { type: int, nullable: true }\n`,
    });
    expect(text("openapi.yaml")).toContain("A: { type: integer, nullable: true }");
  });

  it("of an operationId put quotes around a number", async () => {
    const { text, fixes } = await fixed({
      "openapi.yaml": `${head}paths:\n  /a: { ${get("operationId: 7, ")} }\n`,
    });
    expect(fixes.map(({ code }) => code)).toEqual(["structure"]);
    expect(text("openapi.yaml")).toContain('operationId: "7",');
  });

  it("of several parameters of a path make one list", async () => {
    const { text } = await fixed({
      "openapi.yaml": `${head}paths:\n  /a/{b}/{c}:\n    get:\n      operationId: a\n      responses: { "200": { description: Done. } }\n`,
    });
    const item = (name: string): string =>
      `        - { name: ${name}, in: path, required: true, schema: { type: string } }\n`;
    expect(text("openapi.yaml")).toContain(
      `      operationId: a\n      parameters:\n${item("b")}${item("c")}      responses:`,
    );
  });
});

test("an example without a constant is reported as by `generate`, where examples become constants", async () => {
  const spec = join(temporaryFolder(), "openapi.yaml");
  const content = "{ application/json: { schema: { type: integer }, example: one } }";
  const operation = `requestBody: { content: ${content} }, ${get().slice("get: { ".length)}`;
  writeFileSync(spec, `${head}paths:\n  /a: { post: { operationId: a, ${operation} }\n`);
  const found = async (options: Options): Promise<unknown[]> => {
    const { before } = await lintOf(spec, options);
    const { warnings } = await generate({
      spec,
      out: temporaryFolder(),
      scope: "@case",
      ...options,
    });
    expect(before.diagnostics.filter(({ severity }) => severity === "warning")).toEqual(warnings);
    return warnings.map(({ code, hint }) => [code, hint]);
  };
  expect(await found({})).toEqual([]);
  expect(await found({ mockExamples: true })).toEqual([
    ["example-invalid", expect.stringContaining("the mocks have no constant for it")],
  ]);
});

test("all files are written, or none", async () => {
  const folder = temporaryFolder();
  const files = {
    "openapi.yaml": `${head}paths: {}\ncomponents: { schemas: { A: { type: int }, B: { $ref: b.yaml } } }\n`,
    "b.yaml": "type: int\n",
  };
  writeTree(folder, files);
  const result = await lintOf(join(folder, "openapi.yaml"));
  expect(result.files).toHaveLength(2);
  writeFileSync(join(folder, "b.yaml"), "type: string\n");
  expect(() => writeEdited(result.files)).toThrow("b.yaml was changed meanwhile");
  expect(readTree(folder)).toEqual({ ...files, "b.yaml": "type: string\n" });
});

test("the documentation lists the codes that are fixed", () => {
  const page = readFileSync(join(repository, "docs", "lint.md"), "utf8");
  const [, table = ""] = page.split("## What --fix writes");
  const [rows = ""] = table.split("Comments, order");
  const listed = [...rows.matchAll(/^\| `([a-z-]+)`/gm)].map(([, code]) => code);
  const known = new Set(Object.values(corrected).flatMap((counts) => Object.keys(counts)));
  expect(listed.toSorted()).toEqual([...known, "structure"].toSorted());
});
