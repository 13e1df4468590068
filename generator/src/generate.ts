import { emitFiles } from "./generate/emit-files.ts";
import { completeOptions } from "./generate/complete-options.ts";
import { Phases } from "./generate/phases.ts";
import { printPackages } from "./generate/print-packages.ts";
import { load, model, refuseErrors } from "./generate/read-model.ts";
import { summarize } from "./generate/summarize.ts";
import { writePrinted } from "./generate/write-printed.ts";
import type { GenerateOptions, GenerateResult } from "./generate-types.ts";
import { withoutOverflow } from "@openapi-packages/description/diagnostics/overflow";
import { strictly } from "@openapi-packages/description/diagnostics/strict";
import { openState, type RunState } from "./write/run-state.ts";

/**
 * Generates the packages: load, model, emit, print, write. Everything is printed before the first
 * file is written, so a failed run leaves the folder unchanged.
 * @throws {DiagnosticsError} when nothing can be generated from the description; it has every error
 * @throws {UsageError} when packages, filters, allowed references or strict codes contain an
 * unknown name
 * @throws {NotInstalledError} when the formatter or the compiler is not installed
 * @throws {EmitterError} when a user's emitter fails
 * @throws {WriteError} when the packages cannot be written
 */
export async function generate(given: GenerateOptions): Promise<GenerateResult> {
  const options = completeOptions(given);
  const state = openState(options);
  try {
    const result = (await unchanged(options, state)) ?? (await run(options, state));
    return await withMissingDependencies(result, options);
  } catch (error) {
    throw withoutOverflow(error, options.spec);
  }
}

async function run(options: GenerateOptions, state: RunState): Promise<GenerateResult> {
  const { onProgress } = options;
  // Files are printed, formatted and compiled in turn, and counted together.
  const phases = new Phases((name) => {
    if (!inPrinting.has(name)) onProgress?.(name);
  });
  try {
    return await runStages(options, state, phases);
  } finally {
    phases.report(options.onStage);
  }
}

/** The phases of printing files, which `printPackages` counts. */
const inPrinting: ReadonlySet<string> = new Set(["print", "format", "compile"]);

async function runStages(
  options: GenerateOptions,
  state: RunState,
  phases: Phases,
): Promise<GenerateResult> {
  const document = await phases.await("load", () => load(options));
  const read = await phases.await("model", () => model(document, options));
  const laidOut = await phases.await("emit", () =>
    emitFiles({ ...read, asWritten: document.asWritten }, options, phases.run),
  );
  const printed = await phases.await("print", () =>
    printPackages(laidOut.emitted, options, phases),
  );
  const summary = phases.run("emit", () => summarize(document, read, laidOut, printed, options));
  const written = await phases.await("write", () =>
    writePrinted(printed, read.model.title, options, () =>
      state.remember({ sources: document.sources, others: laidOut.imports.read }, printed, summary),
    ),
  );
  return { ...summary, ...written, isUnchanged: false };
}

/** Returns the result of the last run if nothing has changed since. `strict` is applied again. */
async function unchanged(
  { strict }: GenerateOptions,
  state: RunState,
): Promise<GenerateResult | undefined> {
  const known = await state.recall();
  if (known === undefined) return undefined;
  refuseErrors(strictly([...known.warnings, ...known.infos], strict));
  return { ...known, changes: [], isRepaired: false, isUnchanged: true };
}

/** Adds the packages that the project currently lacks, with the layout `folder`. */
async function withMissingDependencies(
  result: GenerateResult,
  { layout, out }: GenerateOptions,
): Promise<GenerateResult> {
  if (layout !== "folder") return result;
  const [{ missingDependencies }, { wantedDependencies }] = await Promise.all([
    import("@openapi-packages/cli/project/missing-dependencies"),
    import("@openapi-packages/cli/project/wanted-dependencies"),
  ]);
  const wanted = wantedDependencies(result.importedPackages);
  return { ...result, missing: missingDependencies(out, wanted) };
}
