import type { DatedModel } from "@openapi-packages/compiler/compile/codecs/build-dated-model";
import {
  DiagnosticsError,
  uniqueDiagnostics,
  type Diagnostic,
} from "@openapi-packages/description/diagnostics/diagnostics";
import type { GenerateOptions } from "../generate-types.ts";
import type { OpenApiDocument } from "@openapi-packages/description/load/load-document";
import { withoutOverflow } from "@openapi-packages/description/diagnostics/overflow";
import { strictly } from "@openapi-packages/description/diagnostics/strict";

// Each stage is imported when it runs, so that an unchanged run does not load parsers, compilers
// and printers.

/** Loads a description and bundles it into one document. */
export async function load(options: GenerateOptions): Promise<OpenApiDocument> {
  const { loadDocument } = await import("@openapi-packages/description/load/load-document");
  const keepsAsWritten = options.packages?.includes("paths") ?? false;
  return loadDocument(options.spec, { ...options, keepsAsWritten });
}

/**
 * Builds the model of a document, together with the diagnostics of both.
 * @throws {DiagnosticsError} when the description has errors
 */
export async function model(
  document: OpenApiDocument,
  { dates, int64, strict }: GenerateOptions,
): Promise<DatedModel> {
  const { buildDatedModel } =
    await import("@openapi-packages/compiler/compile/codecs/build-dated-model");
  const built = buildDatedModel(document, { dates, int64 });
  const diagnostics = uniqueDiagnostics([...document.diagnostics, ...built.diagnostics]);
  refuseErrors(strictly(diagnostics, strict));
  return { ...built, diagnostics };
}

/**
 * Reads a description as `generate` does, without writing anything.
 * @throws {DiagnosticsError} when nothing can be generated from it; it has all errors known before
 * code is emitted
 * @throws {UsageError} as `generate` does
 */
export async function readModel(options: GenerateOptions): Promise<DatedModel> {
  const { onProgress } = options;
  try {
    onProgress?.("load");
    const document = await load(options);
    onProgress?.("model");
    return await model(document, options);
  } catch (error) {
    throw withoutOverflow(error, options.spec);
  }
}

/** @throws {DiagnosticsError} when one of the diagnostics is an error; it has all of them */
export function refuseErrors(diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.some(({ severity }) => severity === "error"))
    throw new DiagnosticsError(diagnostics);
}
