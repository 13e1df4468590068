import {
  DiagnosticsError,
  uniqueDiagnostics,
  type Diagnostic,
} from "../../../packages/description/src/diagnostics/diagnostics.ts";
import { emitModel } from "../../src/emit/emit-model.ts";
import { emitParts, loadEmitters } from "../../src/emit/emitters.ts";
import { wantedParts } from "../../src/emit/parts.ts";
import { planners } from "../../src/emit/planners.ts";
import type { EmittedFile } from "../../src/emit/emitted-file.ts";
import type { JsonObject } from "../../../packages/description/src/json/json.ts";
import { documentFrom } from "../../../packages/description/src/load/load-document.ts";
import { ReferenceResolver } from "../../../packages/description/src/load/read/reference-resolver.ts";
import { parseSourceFile } from "../../../packages/description/src/load/read/source-file.ts";
import { withoutOverflow } from "../../../packages/description/src/diagnostics/overflow.ts";
import { buildApiModel } from "../../../packages/description/src/model/build-api-model.ts";

/** What became of a description: files to print, or the causes for which it is refused. */
export type Outcome =
  | { readonly files: readonly EmittedFile[]; readonly warnings: readonly Diagnostic[] }
  | { readonly refused: DiagnosticsError };

// All that has texts of a description, the reference too.
const settings = { reference: true, codeSamples: ["client", "curl"] } as const;
const emitters = await loadEmitters(wantedParts(settings));

/**
 * Takes the text of a description as far as what is printed, without touching the disk.
 *
 * @throws whatever is no refusal: a defect of the generator
 */
export function attempt(text: string, scope: string): Outcome {
  try {
    const root = parseSourceFile("/nowhere/description.json", text);
    const resolver = new ReferenceResolver(root, { folders: [], origins: new Set() });
    const document = documentFrom(root, resolver);
    const { model, diagnostics } = buildApiModel(document);
    const findings = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
    if (findings.some(({ severity }) => severity === "error")) throw new DiagnosticsError(findings);
    const files = emitParts(emitModel(model, planners), { ...settings, scope }, emitters);
    return { files, warnings: findings };
  } catch (error) {
    const thrown = withoutOverflow(error, "description.json");
    if (thrown instanceof DiagnosticsError) return { refused: thrown };
    throw thrown;
  }
}

/** As {@link attempt}, for a description that is not text yet. */
export function attemptDocument(document: JsonObject, scope: string): Outcome {
  return attempt(JSON.stringify(document), scope);
}
