import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { uniqueDiagnostics, type Diagnostic } from "../../../src/diagnostics/diagnostics.ts";
import { loadDocument } from "../../../src/load/load-document.ts";
import { buildApiModel } from "../../../src/model/build-api-model.ts";
import { temporaryFolder } from "../../../../../generator/test/support.ts";

/** What is said of a description, each with its line and column. */
export async function saidOf(text: string): Promise<Diagnostic[]> {
  const file = join(temporaryFolder(), "openapi.yaml");
  writeFileSync(file, text);
  const document = await loadDocument(file);
  const { diagnostics } = buildApiModel(document);
  const found = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
  return found.filter(({ severity }) => severity !== "info");
}

/** In one line each: line, column, code, message and the way out. */
export function inLines(said: readonly Diagnostic[]): string[] {
  return said.map(
    ({ code, message, location: { line, column }, hint }) =>
      `${line}:${column} ${code} ${message} | ${hint}`,
  );
}

/** A description of 3.1 with one operation whose body is a schema, which begins in line 11. */
export function withSchema(schema: string, version = "3.1.1"): string {
  return `openapi: ${version}
info: { title: Schemas, version: 1.0.0 }
paths:
  /values:
    post:
      operationId: CreateValue
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Value" } } } }
      responses: { "204": { description: Done. } }
components:
  schemas:
    Value: ${schema}
    Kind: { type: string, enum: [cat, dog] }
`;
}
