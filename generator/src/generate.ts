import { resolve } from "node:path";
import { DiagnosticsError, uniqueDiagnostics } from "./diagnostics.ts";
import type { GenerateOptions, GenerateResult } from "./generate-types.ts";
import type { FileChange } from "./write/plan-changes.ts";
import { openState, type RunState } from "./write/run-state.ts";

/**
 * Generates the packages: load, model, emit, print, write. Nothing is written before the last file
 * has been printed, so that a failed run leaves the folder as it was.
 *
 * @throws {DiagnosticsError} when the description cannot be generated from; it carries every cause
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const state = openState(options);
  const known = state.recall();
  if (known !== undefined) return { ...known, changes: [], isUnchanged: true };
  return run(options, state);
}

const isUnexpected = ({ kind }: FileChange): boolean => kind === "unexpected";

async function run(options: GenerateOptions, state: RunState): Promise<GenerateResult> {
  // Loaded here, so that an unchanged run does not pay for parsers, compilers and printers.
  const { loadDocument } = await import("./load/load-document.ts");
  const { buildApiModel } = await import("./model/build-api-model.ts");
  const document = loadDocument(options.spec);
  const { model, diagnostics } = buildApiModel(document);
  const findings = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
  if (findings.some(({ severity }) => severity === "error")) throw new DiagnosticsError(findings);

  const { emitters } = await import("./emit/emitters.ts");
  const { printFiles } = await import("./print/print-files.ts");
  const emitted = Object.values(emitters).flatMap((emit) => emit(model, { scope: options.scope }));
  const printed = await printFiles(emitted, state.cache);

  const { planChanges } = await import("./write/plan-changes.ts");
  const { applyChanges } = await import("./write/apply-changes.ts");
  const out = resolve(options.out);
  const changes = planChanges(out, printed);
  const summary = {
    warnings: findings,
    operations: model.groups.reduce((sum, group) => sum + group.operations.length, 0),
    schemas: model.schemas.length,
    files: printed.length,
  };
  if (options.check !== true) {
    const writable = changes.filter((change) => change.kind !== "edited" || options.force === true);
    applyChanges(out, writable);
    // What was left alone has to be told again, by the next run too.
    const isCurrent = writable.length === changes.length && !changes.some(isUnexpected);
    if (isCurrent) state.remember(document.files, printed, summary);
  }
  return { ...summary, changes, isUnchanged: false };
}
