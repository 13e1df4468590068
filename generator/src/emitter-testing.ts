/**
 * Helpers for tests of emitters: `openapi-packages/emitter/testing`. They work in memory and with
 * any test runner.
 * Semantic versioning applies as for `openapi-packages/emitter`.
 * @packageDocumentation
 */
import {
  DiagnosticsError,
  uniqueDiagnostics,
} from "@openapi-packages/description/diagnostics/diagnostics";
import { withDependencies } from "./emit/emitter-dependencies.ts";
import type { EmitOptions, Emitter } from "./emit/emitted-file.ts";
import { placeFiles } from "./emit/place-files.ts";
import { namingEmitters, runEmitters } from "./emit/run-emitters.ts";
import {
  documentFrom,
  loadDocument,
  type OpenApiDocument,
} from "@openapi-packages/description/load/load-document";
import { ReferenceResolver } from "@openapi-packages/description/load/read/reference-resolver";
import { parseSourceFile } from "@openapi-packages/description/load/read/source-file";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { buildApiModel } from "@openapi-packages/description/model/build-api-model";
import { loadCompiler } from "./print/compile-module.ts";
import { loadFormatter } from "./print/formatter.ts";
import { printFiles } from "./print/print-files.ts";

/**
 * Builds the model of a description given as text.
 * @param text YAML or JSON without references to other files
 * @throws {DiagnosticsError} when nothing can be generated from the description; it has every error
 */
export async function modelFromText(text: string): Promise<ApiModel> {
  const root = parseSourceFile("description.yaml", text);
  const resolver = new ReferenceResolver(root, { folders: [], origins: new Set() });
  return modelFrom(await documentFrom(root, resolver));
}

/**
 * Builds the model of a description in a file. The description may refer to other files in its
 * folder.
 * @param path relative to the working directory, or absolute
 * @throws {DiagnosticsError} when nothing can be generated from the description; it has every error
 */
export async function modelFromFile(path: string): Promise<ApiModel> {
  return modelFrom(await loadDocument(path));
}

function modelFrom(document: OpenApiDocument): ApiModel {
  const { model, diagnostics } = buildApiModel(document);
  const all = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
  if (all.some(({ severity }) => severity === "error")) throw new DiagnosticsError(all);
  return model;
}

/**
 * Runs an emitter and prints its files just as the generator does: with the same checks, a frozen
 * model, and the same formatter and compiler. Nothing is written to disk.
 * @param options the scope is `@example` by default
 * @returns the texts by path, in alphabetical order, without compiled files
 * @throws {EmitterError} when the emitter fails, as in a run of the generator
 */
export async function printEmitter(
  emitter: Emitter,
  model: ApiModel,
  options: Partial<EmitOptions> = {},
): Promise<ReadonlyMap<string, string>> {
  withDependencies([emitter]);
  const all = runEmitters(model, { scope: "@example", ...options }, [emitter]);
  const emitted = placeFiles(all, { ...options, extension: "ts" });
  const formatter = namingEmitters(emitted, await loadFormatter("oxfmt", "."));
  const compile = namingEmitters(emitted, await loadCompiler());
  const printed = await printFiles(emitted.files, formatter, {
    compile: options.layout === "folder" ? undefined : compile,
  });
  const sources = printed.filter(({ isCompiled }) => isCompiled !== true);
  return new Map(sources.map(({ path, text }) => [path, text] as const).toSorted());
}
