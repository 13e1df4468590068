/**
 * For tests of emitters: `openapi-packages/emitter/testing`. It works in memory and with any test runner.
 * Semantic versioning holds for it as for `openapi-packages/emitter`.
 *
 * @packageDocumentation
 */
import { DiagnosticsError, uniqueDiagnostics } from "./diagnostics.ts";
import { withDependencies } from "./emit/emitter-dependencies.ts";
import type { EmitOptions, Emitter } from "./emit/emitted-file.ts";
import { placeFiles } from "./emit/place-files.ts";
import { namingEmitters, runEmitters } from "./emit/run-emitters.ts";
import { documentFrom, loadDocument, type OpenApiDocument } from "./load/load-document.ts";
import { ReferenceResolver } from "./load/read/reference-resolver.ts";
import { parseSourceFile } from "./load/read/source-file.ts";
import type { ApiModel } from "./model/api-model.ts";
import { buildApiModel } from "./model/build-api-model.ts";
import { loadCompiler } from "./print/compile-module.ts";
import { loadFormatter } from "./print/formatter.ts";
import { printFiles } from "./print/print-files.ts";

/**
 * The model of a description that is one text.
 *
 * @param text YAML or JSON, without references to other files
 * @throws {DiagnosticsError} when the description cannot be generated from; it carries every cause
 */
export async function modelFromText(text: string): Promise<ApiModel> {
  const root = parseSourceFile("description.yaml", text);
  const resolver = new ReferenceResolver(root, { folders: [], origins: new Set() });
  return modelFrom(await documentFrom(root, resolver));
}

/**
 * The model of a description in a file, and the files in its folder that it refers to.
 *
 * @param path relative to the working directory, or absolute
 * @throws {DiagnosticsError} when the description cannot be generated from; it carries every cause
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
 * Runs an emitter as the generator does, and prints its files as it does: the same checks, the same freezing
 * of the model, the same formatter and compiler. Nothing is written.
 *
 * @param options left out: the scope is `@example`
 * @returns the texts by their paths, without what is compiled of them, in alphabetical order of these
 * @throws {EmitterError} when the emitter fails, as a run of the generator would
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
