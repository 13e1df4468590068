import { join } from "node:path";
import { expect } from "vitest";
import { uniqueDiagnostics, type Diagnostic } from "../../../src/diagnostics/diagnostics.ts";
import { valueAt, type Json } from "../../../src/json/json.ts";
import { loadDocument, type OpenApiDocument } from "../../../src/load/load-document.ts";
import { temporaryFolder, writeTree } from "../../../../../generator/test/support.ts";

/** A description of Swagger 2.0 with one operation, whose members begin in line 7. */
export const withOperation = (operation: string, more = ""): string => `swagger: "2.0"
info: { title: Pets, version: 1.0.0 }
${more}paths:
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, type: integer }]
    post:
      operationId: change
${operation}`;

export const done = '      responses: { "204": { description: Done. } }\n';

export async function lift(
  text: string,
  files: Readonly<Record<string, string>> = {},
  overlays: readonly string[] = [],
): Promise<OpenApiDocument> {
  const folder = temporaryFolder();
  writeTree(folder, { "swagger.yaml": text, ...files });
  return loadDocument(join(folder, "swagger.yaml"), {
    overlays: overlays.map((one) => join(folder, one)),
  });
}

/** What is said beside that the description was lifted: file, line, code, message. */
export function said(diagnostics: readonly Diagnostic[]): string[] {
  return uniqueDiagnostics(diagnostics)
    .filter(({ code }) => code !== "swagger-lifted")
    .map(
      ({ code, message, location: { file, line } }) =>
        `${file.split("/").at(-1)}:${line} ${code} ${message}`,
    );
}

/** The operation of a description, without anything said. */
export async function operationOf(operation: string, more?: string): Promise<Json | undefined> {
  const { value, diagnostics } = await lift(withOperation(operation, more));
  expect(said(diagnostics)).toEqual([]);
  return valueAt(value, "/paths/~1pets~1{id}/post");
}
