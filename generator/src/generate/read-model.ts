import type { DatedModel } from "../compile/codecs/build-dated-model.ts";
import { DiagnosticsError, uniqueDiagnostics, type Diagnostic } from "../diagnostics.ts";
import type { GenerateOptions } from "../generate-types.ts";
import type { OpenApiDocument } from "../load/load-document.ts";
import { withoutOverflow } from "../overflow.ts";
import { strictly } from "../strict.ts";

// Stages are imported when they run, so that an unchanged run does not pay for parsers, compilers and printers.

/** Reads a description as one document. */
export async function load(options: GenerateOptions): Promise<OpenApiDocument> {
  const { loadDocument } = await import("../load/load-document.ts");
  return loadDocument(options.spec, options);
}

/**
 * Builds the model of a document, with all that is reported of either.
 *
 * @throws {DiagnosticsError} when the description has errors
 */
export async function model(
  document: OpenApiDocument,
  { dates, strict }: GenerateOptions,
): Promise<DatedModel> {
  const { buildDatedModel } = await import("../compile/codecs/build-dated-model.ts");
  const built = buildDatedModel(document, dates);
  const diagnostics = uniqueDiagnostics([...document.diagnostics, ...built.diagnostics]);
  refuseErrors(strictly(diagnostics, strict));
  return { ...built, diagnostics };
}

/**
 * Reads a description as `generate` does, and writes nothing.
 *
 * @throws {DiagnosticsError} when it cannot be generated from; it carries the causes that are known before code is made
 * @throws {UsageError} as `generate` does
 */
export async function checkDescription(options: GenerateOptions): Promise<void> {
  try {
    await model(await load(options), options);
  } catch (error) {
    throw withoutOverflow(error, options.spec);
  }
}

/** @throws {DiagnosticsError} when one of the diagnostics is an error; it carries all of them */
export function refuseErrors(diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.some(({ severity }) => severity === "error"))
    throw new DiagnosticsError(diagnostics);
}
