import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { uniqueDiagnostics } from "../../src/diagnostics.ts";
import { loadDocument } from "../../src/load/load-document.ts";
import { buildApiModel } from "../../src/model/build-api-model.ts";
import { temporaryFolder } from "../support.ts";

const responses = { 204: { description: "Done." } };

/** The codes and pointers of what is reported of a description. */
async function diagnosticsOf(description: object): Promise<string[]> {
  const path = join(temporaryFolder(), "description.json");
  const info = { title: "Wire", version: "1.0.0" };
  writeFileSync(path, JSON.stringify({ openapi: "3.2.0", info, ...description }));
  const document = await loadDocument(path);
  const { diagnostics } = buildApiModel(document);
  return uniqueDiagnostics([...document.diagnostics, ...diagnostics]).map(
    ({ severity, code, location }) => `${severity} ${code} ${location.pointer}`,
  );
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
    "error method-invalid /paths/~1pets/additionalOperations/A B",
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
