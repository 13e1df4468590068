import { buildDatedModel } from "@openapi-packages/compiler/compile/codecs/build-dated-model";
import type { Correction } from "@openapi-packages/description/diagnostics/correction";
import {
  DiagnosticsError,
  uniqueDiagnostics,
  type Diagnostic,
} from "@openapi-packages/description/diagnostics/diagnostics";
import { withoutOverflow } from "@openapi-packages/description/diagnostics/overflow";
import { loadDocument } from "@openapi-packages/description/load/load-document";
import type { SourceFile } from "@openapi-packages/description/load/read/source-file";
import type { EmittedFiles } from "../emit/run-emitters.ts";
import { emitFiles } from "../generate/emit-files.ts";
import { foundDiagnostics, undeclaredPages } from "../generate/summarize.ts";
import type { GenerateOptions } from "../generate-types.ts";

/** What is known of a description without writing anything. */
export interface ReadDescription {
  readonly diagnostics: readonly Diagnostic[];
  readonly corrections: readonly Correction[];
  readonly sources: readonly SourceFile[];
  readonly isSwagger: boolean;
  /** What would be generated; `undefined` if nothing can be. */
  readonly emitted: EmittedFiles["files"] | undefined;
  /** The operations whose lists have pages that the description does not declare. */
  readonly undeclaredPages: readonly string[];
}

/**
 * Reads a description as `generate` does, up to what it would print. Errors of the description are among the
 * diagnostics.
 *
 * @param texts the texts of files by absolute path, where they differ from what is stored
 * @throws {DiagnosticsError} if there is no description to read
 * @throws {UsageError} as `generate` does
 */
export async function readDescription(
  options: GenerateOptions,
  texts: ReadonlyMap<string, string> = new Map(),
): Promise<ReadDescription> {
  try {
    return await readWhole(options, texts);
  } catch (error) {
    const known = withoutOverflow(error, options.spec);
    if (!(known instanceof DiagnosticsError) || known.diagnostics.some(isMissing)) throw known;
    const nothing = { corrections: [], sources: [], isSwagger: false, undeclaredPages: [] };
    return { ...nothing, diagnostics: known.diagnostics, emitted: undefined };
  }
}

const missing = ["description-not-found", "overlay-not-found", "file-unreadable"];
const isMissing = ({ code }: Diagnostic): boolean => missing.includes(code);

async function readWhole(
  options: GenerateOptions,
  texts: ReadonlyMap<string, string>,
): Promise<ReadDescription> {
  const keepsAsWritten = options.packages?.includes("paths") ?? false;
  const document = await loadDocument(options.spec, { ...options, keepsAsWritten, texts });
  const built = buildDatedModel(document, options);
  const read = {
    corrections: [...document.corrections, ...built.corrections],
    sources: document.sources,
    isSwagger: document.diagnostics.some(({ code }) => code === "swagger-lifted"),
  };
  const diagnostics = uniqueDiagnostics([...document.diagnostics, ...built.diagnostics]);
  if (diagnostics.some(({ severity }) => severity === "error"))
    return { ...read, diagnostics, emitted: undefined, undeclaredPages: [] };
  const laidOut = await emitFiles({ ...built, asWritten: document.asWritten }, options);
  return {
    ...read,
    diagnostics: foundDiagnostics(document, diagnostics, laidOut, options),
    emitted: laidOut.emitted.files,
    undeclaredPages: undeclaredPages(built.model, laidOut.parts),
  };
}
