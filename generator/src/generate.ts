import { DiagnosticsError, uniqueDiagnostics } from "./diagnostics.ts";
import { errorWarnings } from "./compile/errors/error-warnings.ts";
import { exampleWarnings } from "./mock/answers/example-warnings.ts";
import type { GenerateOptions, GenerateResult, StageListener } from "./generate-types.ts";
import { withoutOverflow } from "./overflow.ts";
import { openState, type RunState } from "./write/run-state.ts";

/**
 * Generates the packages: load, model, emit, print, write. Nothing is written before the last file
 * has been printed, so that a failed run leaves the folder as it was.
 *
 * @throws {DiagnosticsError} when the description cannot be generated from; it carries every cause
 * @throws {UsageError} when the filters or allowed references name what there is not
 * @throws {FormatterError} when the output folder's project has no formatter of that name
 * @throws {EmitterError} when an emitter of the user fails
 * @throws {WriteError} when the packages cannot be written
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const state = openState(options);
  const known = state.recall();
  if (known !== undefined) return { ...known, changes: [], isRepaired: false, isUnchanged: true };
  try {
    return await run(options, state);
  } catch (error) {
    throw withoutOverflow(error, options.spec);
  }
}

async function run(options: GenerateOptions, state: RunState): Promise<GenerateResult> {
  // Loaded here, so that an unchanged run does not pay for parsers, compilers and printers.
  const { loadDocument } = await import("./load/load-document.ts");
  const next = stages(options.onStage);
  const document = await loadDocument(options.spec, options);
  next("load");
  const { buildApiModel } = await import("./model/build-api-model.ts");
  const { model, diagnostics } = buildApiModel(document);
  next("model");
  const all = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
  if (all.some(({ severity }) => severity === "error")) throw new DiagnosticsError(all);

  const [
    { emitModel },
    { emitPackages },
    { formattedFor, runEmitters },
    { loadFormatter },
    { printFiles },
  ] = await Promise.all([
    import("./emit/emit-model.ts"),
    import("./emit/emitters.ts"),
    import("./emit/run-emitters.ts"),
    import("./print/formatter.ts"),
    import("./print/print-files.ts"),
  ]);
  const prepared = emitModel(model, options.allSchemaValidators);
  const own = emitPackages(prepared, options, options.packages);
  const emitted = runEmitters(model, options, options.packages ?? [], own);
  next("emit");
  const formatter = await loadFormatter(options.formatter ?? "oxfmt", options.out);
  const printed = await printFiles(emitted.files, formattedFor(emitted, formatter));
  next("print");

  const summary = {
    warnings: uniqueDiagnostics([
      ...all,
      ...exampleWarnings(prepared.mock.refused, document.locate),
      ...errorWarnings(prepared.unfilledErrors, document.locate),
    ]),
    operations: model.groups.reduce((sum, group) => sum + group.operations.length, 0),
    schemas: model.schemas.length,
    files: printed.length,
    leftOut: document.leftOut,
    undeclaredPages: model.groups.flatMap((group) =>
      group.operations.filter((one) => one.hasUndeclaredPages).map(({ id }) => id),
    ),
  };
  const { writePackages } = await import("./write/write-packages.ts");
  const written = await writePackages(options, printed, () =>
    state.remember(document.sources, printed, summary),
  );
  next("write");
  return { ...summary, ...written, isUnchanged: false };
}

/** Reports to a listener how long each stage took: the time since the one before it. */
function stages(onStage: StageListener | undefined): (stage: string) => void {
  let since = performance.now();
  return (stage) => {
    onStage?.(stage, performance.now() - since);
    since = performance.now();
  };
}
