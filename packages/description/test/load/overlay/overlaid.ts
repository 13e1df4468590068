import { join } from "node:path";
import {
  DiagnosticsError,
  uniqueDiagnostics,
  type Diagnostic,
} from "../../../src/diagnostics/diagnostics.ts";
import { loadDocument, type OpenApiDocument } from "../../../src/load/load-document.ts";
import { temporaryFolder, writeTree } from "../../../../../generator/test/support.ts";

/** A description with one path, one schema and a list. */
export const pets = `openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
tags: [{ name: pets }, { name: internal }]
paths:
  /pets:
    get:
      operationId: listPets
      tags: [pets, internal]
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: debug, in: query, schema: { type: boolean } }
        - { name: after, in: query, schema: { type: string } }
      responses: { "200": { description: All pets. } }
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties: { name: { type: string } }
`;

/** An overlay of these actions, which begin in line 4. */
export const overlay = (actions: string, version = "1.1.0"): string =>
  `overlay: ${version}\ninfo: { title: Fixes, version: 1.0.0 }\nactions:\n${actions}`;

/** Loads `openapi.yaml` of these files with overlays, by default with `fixes.yaml`. */
export async function overlaid(
  files: Readonly<Record<string, string>>,
  overlays: readonly string[] = ["fixes.yaml"],
): Promise<OpenApiDocument> {
  const folder = temporaryFolder();
  writeTree(folder, { "openapi.yaml": pets, ...files });
  return loadDocument(join(folder, "openapi.yaml"), {
    overlays: overlays.map((one) => join(folder, one)),
  });
}

/** What is said of a description with overlays, whether it can be loaded or not. */
export async function saidOf(
  files: Readonly<Record<string, string>>,
  overlays?: readonly string[],
): Promise<readonly string[]> {
  return inLines(
    await overlaid(files, overlays).then(
      ({ diagnostics }) => diagnostics,
      (error: unknown) => {
        if (error instanceof DiagnosticsError) return error.diagnostics;
        throw error;
      },
    ),
  );
}

/** In one line each: the file's name, line, severity of a warning, code, message and the way out. */
export function inLines(diagnostics: readonly Diagnostic[]): string[] {
  return uniqueDiagnostics(diagnostics).map(
    ({ severity, code, message, location: { file, line }, hint }) =>
      `${file.split("/").at(-1)}:${line} ${severity === "warning" ? "warning " : ""}${code} ${withoutFolder(message)} | ${withoutFolder(hint ?? "")}`,
  );
}

const withoutFolder = (text: string): string =>
  text.replaceAll(/(?:\.\.\/|\/)[^ ]*openapi-packages-[^/ ]*\//g, "");
