import type { DatedModel } from "@openapi-packages/compiler/compile/codecs/build-dated-model";
import type { OpenApiDocument } from "@openapi-packages/description/load/load-document";
import type { EmitModel } from "../emit/emit-model.ts";
import { withDependencies } from "../emit/emitter-dependencies.ts";
import type { PartName } from "../emit/parts.ts";
import { runOnly, type PhaseRunner } from "../emit/phase-runner.ts";
import type { EmittedFiles } from "../emit/run-emitters.ts";
import type { GenerateOptions } from "../generate-types.ts";
import type { ProjectImports } from "../project/project-imports.ts";

/** The files of a description, before they are printed. */
export interface LaidOutFiles {
  readonly prepared: EmitModel;
  readonly parts: ReadonlySet<PartName>;
  readonly emitted: EmittedFiles;
  readonly imports: ProjectImports;
  /** The packages that the modules import, each once. */
  readonly importedPackages: readonly string[];
}

/** The description that files are made of, in the forms that their emitters need. */
export interface EmittedDescription extends Pick<DatedModel, "model" | "codecs"> {
  /** See {@link OpenApiDocument.asWritten}. */
  readonly asWritten?: OpenApiDocument["asWritten"] | undefined;
}

/**
 * Runs the emitters on a model and places their files according to the layout. Nothing is printed
 * yet.
 * @throws {EmitterError} when a user's emitter fails
 */
export async function emitFiles(
  { model, codecs, asWritten }: EmittedDescription,
  options: GenerateOptions,
  phase: PhaseRunner = runOnly,
): Promise<LaidOutFiles> {
  const [
    { emitModel },
    { emitParts, loadEmitters },
    { contractPlace, needPlans, wantedParts },
    { importedPackages, placeFiles },
    { runEmitters },
  ] = await Promise.all([
    import("../emit/emit-model.ts"),
    import("../emit/emitters.ts"),
    import("../emit/parts.ts"),
    import("../emit/place-files.ts"),
    import("../emit/run-emitters.ts"),
  ]);
  const packages = withDependencies(options.packages);
  const place = contractPlace(model, options, packages);
  const parts = wantedParts({ ...options, ...place }, packages);
  const loaded = needPlans(parts, model) ? await import("../emit/planners.ts") : undefined;
  const emitters = await loadEmitters(parts);
  const { allSchemaValidators, enums } = options;
  const settings = { allSchemaValidators, enums, codecs, asWritten, phase, place };
  const prepared = emitModel(model, loaded?.planners, settings);
  const imports = await chosenImports(options);
  const chosen = { ...options, importExtension: imports.extension, ...place };
  const own = emitParts(prepared, chosen, emitters);
  const all = runEmitters(model, options, options.packages ?? [], own);
  const emitted = placeFiles(all, { ...options, extension: imports.extension });
  return { prepared, parts, emitted, imports, importedPackages: importedPackages(emitted.files) };
}

/**
 * Returns the extension of relative imports: the one in the options, or else the one that the
 * surrounding project uses.
 */
async function chosenImports(options: GenerateOptions): Promise<ProjectImports> {
  if (options.layout !== "folder") return { extension: "ts", read: [] };
  if (options.importExtension !== undefined)
    return { extension: options.importExtension, read: [] };
  const { projectImports } = await import("../project/project-imports.ts");
  return projectImports(options.out);
}
