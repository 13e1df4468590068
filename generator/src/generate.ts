import { DiagnosticsError, uniqueDiagnostics, type Diagnostic } from "./diagnostics.ts";
import { errorWarnings } from "./compile/errors/error-warnings.ts";
import type { DatedModel } from "./compile/codecs/build-dated-model.ts";
import { emitFiles } from "./emit-files.ts";
import { exampleWarnings } from "./mock/answers/example-warnings.ts";
import type { GenerateOptions, GenerateResult, StageListener } from "./generate-types.ts";
import { withDependencies } from "./emit/emitter-dependencies.ts";
import type { EmittedFiles } from "./emit/run-emitters.ts";
import type { OpenApiDocument } from "./load/load-document.ts";
import { UsageError } from "./usage-error.ts";
import { strictly } from "./strict.ts";
import { withoutOverflow } from "./overflow.ts";
import type { Formatter } from "./print/formatter.ts";
import type { PrintedFile } from "./print/printed-file.ts";
import type { ProjectImports } from "./project/project-imports.ts";
import type { GeneratorUpgrade } from "./write/generator-upgrade.ts";
import { sourceName, type Origin } from "./write/origin.ts";
import { openRemoteCache } from "./write/remote-cache.ts";
import { openState, type ChosenImports, type RunState } from "./write/run-state.ts";
import { isInPnpmWorkspace } from "./write/workspace-protocol.ts";

/**
 * Generates the packages: load, model, emit, print, write. Nothing is written before the last file
 * has been printed, so that a failed run leaves the folder as it was.
 *
 * @throws {DiagnosticsError} when the description cannot be generated from; it carries every cause
 * @throws {UsageError} when the packages, filters, allowed references or strict codes name what there is not
 * @throws {NotInstalledError} when the formatter or the compiler is not installed
 * @throws {EmitterError} when an emitter of the user fails
 * @throws {WriteError} when the packages cannot be written
 */
export async function generate(given: GenerateOptions): Promise<GenerateResult> {
  const { workspaceProtocol = isInPnpmWorkspace(given.out) } = given;
  const options = { cache: openRemoteCache(given.out), ...given, workspaceProtocol };
  const packages = withDependencies(given.packages);
  if (options.dates !== undefined && areTypesAlone(packages))
    throw new UsageError(
      "dates are converted by code, which a contract of types alone has not: add contract to the packages",
    );
  const state = openState(options);
  const known = await state.recall();
  if (known !== undefined)
    refuseErrors(strictly([...known.warnings, ...known.infos], options.strict));
  try {
    const result =
      known === undefined
        ? await run(options, state)
        : { ...known, changes: [], isRepaired: false, isUnchanged: true };
    return options.layout === "folder" ? await withMissing(result, options.out) : result;
  } catch (error) {
    throw withoutOverflow(error, options.spec);
  }
}

async function run(options: GenerateOptions, state: RunState): Promise<GenerateResult> {
  const next = stages(options.onStage);
  const { document, model, codecs, all } = await readModel(options, next);
  const { prepared, emitted, imports, importedPackages } = await emitFiles(model, codecs, options);
  next("emit");
  const { loadFormatter } = await import("./print/formatter.ts");
  const formatter = await loadFormatter(options.formatter ?? "oxfmt", options.out);
  const printed = await print(emitted, formatter, options);
  next("print");

  const found = uniqueDiagnostics([
    ...all,
    ...exampleWarnings(prepared.mock.refused, document.locate),
    ...errorWarnings(prepared.unfilledErrors, document.locate),
  ]);
  refuseErrors(strictly(found, options.strict));
  const summary = {
    warnings: found.filter(({ severity }) => severity === "warning"),
    infos: found.filter(({ severity }) => severity === "info"),
    operations: model.groups.reduce((sum, group) => sum + group.operations.length, 0),
    schemas: model.schemas.length,
    files: printed.filter((file) => file.isCompiled !== true).length,
    leftOut: document.leftOut,
    undeclaredPages: model.groups.flatMap((group) =>
      group.operations.filter((one) => one.hasUndeclaredPages).map(({ id }) => id),
    ),
    notes: emitted.notes,
    importedPackages,
    ...(options.layout === "folder" ? { imports: told(imports) } : {}),
  };
  const upgrade = await findUpgrade(printed, options);
  const { writePackages } = await import("./write/write-packages.ts");
  const origin = originOf(model.title, options);
  const written = await writePackages({ ...options, origin }, printed, () =>
    state.remember({ sources: document.sources, others: imports.read }, printed, summary),
  );
  next("write");
  return { ...summary, ...written, isUnchanged: false, ...(upgrade && { upgrade }) };
}

/**
 * Reads a description as `generate` does, and writes nothing.
 *
 * @throws {DiagnosticsError} when it cannot be generated from; it carries the causes that are known before code is made
 * @throws {UsageError} as `generate` does
 */
export async function checkDescription(options: GenerateOptions): Promise<void> {
  try {
    await readModel(options, () => {});
  } catch (error) {
    throw withoutOverflow(error, options.spec);
  }
}

/** A description that has no errors, and its model. */
interface ReadModel extends Omit<DatedModel, "diagnostics"> {
  readonly document: OpenApiDocument;
  readonly all: readonly Diagnostic[];
}

async function readModel(
  options: GenerateOptions,
  next: (stage: "load" | "model") => void,
): Promise<ReadModel> {
  // Loaded here, so that an unchanged run does not pay for parsers, compilers and printers.
  const { loadDocument } = await import("./load/load-document.ts");
  const document = await loadDocument(options.spec, options);
  next("load");
  const { buildDatedModel } = await import("./compile/codecs/build-dated-model.ts");
  const { diagnostics, ...read } = buildDatedModel(document, options.dates);
  next("model");
  const all = uniqueDiagnostics([...document.diagnostics, ...diagnostics]);
  refuseErrors(strictly(all, options.strict));
  return { ...read, document, all };
}

/** What an upgrade of the generator changes in the API, told before anything is written. */
async function findUpgrade(
  printed: readonly PrintedFile[],
  { out, layout, onUpgrade }: GenerateOptions,
): Promise<GeneratorUpgrade | undefined> {
  if (layout === "folder") return undefined;
  const { generatorUpgrade } = await import("./write/generator-upgrade.ts");
  const upgrade = await generatorUpgrade(out, printed);
  if (upgrade !== undefined) onUpgrade?.(upgrade);
  return upgrade;
}

const told = ({ extension, tsconfig }: ProjectImports): ChosenImports =>
  tsconfig === undefined ? { extension } : { extension, tsconfig };

/** A result with what the project of the folder lacks, as the project is now. */
async function withMissing(result: GenerateResult, out: string): Promise<GenerateResult> {
  const [{ missingDependencies }, { wantedDependencies }] = await Promise.all([
    import("./project/missing-dependencies.ts"),
    import("./project/wanted-dependencies.ts"),
  ]);
  const wanted = wantedDependencies(result.importedPackages);
  return { ...result, missing: missingDependencies(out, wanted) };
}

async function print(
  emitted: EmittedFiles,
  format: Formatter,
  { layout = "packages", compile = true, header }: GenerateOptions,
): Promise<PrintedFile[]> {
  const [{ namingEmitters }, { loadCompiler }, { printFiles }] = await Promise.all([
    import("./emit/run-emitters.ts"),
    import("./print/compile-module.ts"),
    import("./print/print-files.ts"),
  ]);
  // In a folder, the project's own tools compile the sources.
  const compiler = compile && layout === "packages" ? await loadCompiler() : undefined;
  return printFiles(emitted.files, namingEmitters(emitted, format), {
    compile: compiler && namingEmitters(emitted, compiler),
    header,
  });
}

function refuseErrors(diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.some(({ severity }) => severity === "error"))
    throw new DiagnosticsError(diagnostics);
}

/** True where emitters of the user run beside it too: what they write converts nothing. */
function areTypesAlone(packages: GenerateOptions["packages"]): boolean {
  const named = packages?.filter((one) => typeof one === "string");
  return named !== undefined && named.length > 0 && named.every((one) => one === "types");
}

function originOf(title: string, { spec, out }: GenerateOptions): Origin {
  const source = sourceName(spec, out);
  return source === undefined ? { title } : { title, source };
}

/** Reports to a listener how long each stage took: the time since the one before it. */
function stages(onStage: StageListener | undefined): (stage: string) => void {
  let since = performance.now();
  return (stage) => {
    onStage?.(stage, performance.now() - since);
    since = performance.now();
  };
}
