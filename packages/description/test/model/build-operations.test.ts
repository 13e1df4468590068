import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { uniqueDiagnostics } from "../../src/diagnostics/diagnostics.ts";
import { loadDocument } from "../../src/load/load-document.ts";
import { buildApiModel } from "../../src/model/build-api-model.ts";
import { temporaryFolder } from "../../../../generator/test/support.ts";

const responses = { 204: { description: "Done." } };

/** The codes and pointers of what is reported of a description. */
async function diagnosticsOf(description: object): Promise<string[]> {
  const path = join(temporaryFolder(), "description.json");
  const info = { title: "Wire", version: "1.0.0" };
  writeFileSync(path, JSON.stringify({ openapi: "3.2.0", info, ...description }));
  const document = await loadDocument(path);
  const { diagnostics } = buildApiModel(document);
  const found = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
  return found
    .filter(({ severity }) => severity !== "info")
    .map(({ severity, code, location }) => `${severity} ${code} ${location.pointer}`);
}

const body = (schema: object, required = false): object => ({
  requestBody: { required, content: { "application/json": { schema } } },
  responses,
});

it.each([
  [{ trace: { responses } }, "warning method-unsendable /paths/~1pets/trace"],
  [
    { additionalOperations: { CONNECT: { responses } } },
    "warning method-unsendable /paths/~1pets/additionalOperations/CONNECT",
  ],
  [
    { additionalOperations: { "A B": { responses } } },
    "warning method-invalid /paths/~1pets/additionalOperations/A B",
  ],
  [
    { get: body({ type: "object" }, true) },
    "warning body-unsendable /paths/~1pets/get/requestBody",
  ],
  [
    { head: body({ properties: { name: {} } }) },
    "warning body-unsendable /paths/~1pets/head/requestBody",
  ],
  [
    { get: { responses, security: [{ key: [] }] } },
    "warning security-scheme-unknown /paths/~1pets/get/security/0",
  ],
  [
    {
      get: {
        responses,
        parameters: [{ name: "q", in: "querystring", content: { "application/json": {} } }],
      },
    },
    "warning querystring-unsupported /paths/~1pets/get/parameters/0",
  ],
])("what the wire does not take is said: %j", async (pathItem, diagnostic) => {
  expect(await diagnosticsOf({ paths: { "/pets": pathItem } })).toEqual([diagnostic]);
});

it.each([
  { get: body({ type: "object", properties: {} }) },
  { delete: body({ properties: { name: {} } }) },
  { query: body({ properties: { name: {} } }) },
  { additionalOperations: { COPY: { responses } } },
])("what it takes is not: %j", async (pathItem) => {
  expect(await diagnosticsOf({ paths: { "/pets": pathItem } })).toEqual([]);
});

const inPath = (name: string, isMulti?: unknown): object => ({
  name,
  in: "path",
  required: true,
  schema: { type: "string" },
  ...(isMulti !== undefined && { "x-multi-segment": isMulti }),
});

const item = (...parameters: object[]): object => ({ parameters, get: { responses } });

it.each([
  ["one", { "/a/{b}/c": item(inPath("b", true)) }, []],
  ["one beside text", { "/a/{b}:c": item(inPath("b", true)) }, []],
  ["none", { "/a/{b}": item(inPath("b", false)) }, []],
  [
    "two of a path",
    { "/a/{b}/{c}": item(inPath("b", true), inPath("c", true)) },
    ["warning multi-segment-ignored /paths/~1a~1{b}~1{c}"],
  ],
  [
    "one of two in a segment",
    { "/a/{b}-{c}": item(inPath("b", true), inPath("c")) },
    ["warning multi-segment-ignored /paths/~1a~1{b}-{c}"],
  ],
  [
    "another value",
    { "/a/{b}": item(inPath("b", "yes")) },
    ["warning multi-segment-ignored /paths/~1a~1{b}/parameters/0/x-multi-segment"],
  ],
  [
    "a query parameter",
    { "/a": item({ name: "q", in: "query", "x-multi-segment": true, schema: {} }) },
    ["warning multi-segment-ignored /paths/~1a/parameters/0/x-multi-segment"],
  ],
])("x-multi-segment is a path parameter's, one of a path: %s", async (_, paths, diagnostics) => {
  expect(await diagnosticsOf({ paths })).toEqual(diagnostics);
});

it("paths that differ in the names of parameters alone are said to be one", async () => {
  const paths = {
    "/a/{b}/{c}": item(inPath("b"), inPath("c")),
    "/a/{d}/{e}": item(inPath("d"), inPath("e")),
    "/a/{d}/e": item(inPath("d")),
    "/a/{d}/{e}.json": item(inPath("d"), inPath("e")),
  };
  expect(await diagnosticsOf({ paths })).toEqual(["warning path-identical /paths/~1a~1{d}~1{e}"]);
});

it.each([
  ["application/x-ndjson", { schema: { type: "string" } }, false],
  ["application/json-seq", { schema: { type: "string" } }, false],
  ["application/x-ndjson", { itemSchema: { type: "string" } }, true],
  ["application/x-ndjson", { schema: { type: "integer" } }, true],
  ["text/event-stream", { schema: { type: "string" } }, true],
])(
  "a text as the schema of all lines of %s is not that of each: %j",
  async (type, media, isOfItem) => {
    const path = join(temporaryFolder(), "description.json");
    const info = { title: "Lines", version: "1.0.0" };
    const paths = {
      "/lines": { get: { responses: { 200: { description: "", content: { [type]: media } } } } },
    };
    writeFileSync(path, JSON.stringify({ openapi: "3.2.0", info, paths }));
    const { model } = buildApiModel(await loadDocument(path));
    const [response] = model.groups[0]?.operations[0]?.responses ?? [];
    expect(response?.content[0]?.schema !== undefined).toBe(isOfItem);
  },
);
