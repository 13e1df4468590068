import type { CompiledCodecs } from "@openapi-packages/compiler/compile/codecs/compile-codecs";
import type { EmitModel } from "../emit/emit-model.ts";
import { withDependencies } from "../emit/emitter-dependencies.ts";
import type { EmittedFiles } from "../emit/run-emitters.ts";
import type { GenerateOptions } from "../generate-types.ts";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import type { ProjectImports } from "../project/project-imports.ts";

/** The files of a description, before they are printed. */
export interface LaidOutFiles {
  readonly prepared: EmitModel;
  /** True if a client is all that has code, so that nothing is planned for servers and mocks. */
  readonly isClientAlone: boolean;
  readonly emitted: EmittedFiles;
  readonly imports: ProjectImports;
  /** The packages that the modules import, each once. */
  readonly importedPackages: readonly string[];
}

/**
 * Runs the emitters on a model and places their files according to the layout. Nothing is printed
 * yet.
 * @throws {EmitterError} when a user's emitter fails
 */
export async function emitFiles(
  model: ApiModel,
  codecs: CompiledCodecs | undefined,
  options: GenerateOptions,
): Promise<LaidOutFiles> {
  const [
    { emitModel },
    { contractPlace, emitPackages, isClientAlone },
    { importedPackages, placeFiles },
    { runEmitters },
  ] = await Promise.all([
    import("../emit/emit-model.ts"),
    import("../emit/emitters.ts"),
    import("../emit/place-files.ts"),
    import("../emit/run-emitters.ts"),
  ]);
  const packages = withDependencies(options.packages);
  const place = contractPlace(model, options, packages);
  const { allSchemaValidators, enums } = options;
  const prepared = emitModel(model, allSchemaValidators, enums, codecs, place);
  const imports = await chosenImports(options);
  const chosen = { ...options, importExtension: imports.extension, ...place };
  const own = emitPackages(prepared, chosen, packages);
  const all = runEmitters(model, options, options.packages ?? [], own);
  const emitted = placeFiles(all, { ...options, extension: imports.extension });
  return {
    prepared,
    isClientAlone: isClientAlone(options, packages),
    emitted,
    imports,
    importedPackages: importedPackages(emitted.files),
  };
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
