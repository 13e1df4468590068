import { buildDatedModel } from "../compile/codecs/build-dated-model.ts";
import { emitFiles } from "../emit-files.ts";
import { jsonText, type EmittedFile } from "../emit/emitted-file.ts";
import { visible } from "../escape.ts";
import type { GenerateOptions } from "../generate-types.ts";
import { objectMember } from "../json.ts";
import type { OpenApiDocument } from "../load/load-document.ts";
import type { ApiModel } from "../model/api-model.ts";
import { loadDeclarationPrinter, type DeclarationPrinter } from "../print/compile-module.ts";
import { compiledFolder } from "../print/compiled-files.ts";
import { ModulePrinter } from "../print/module-text.ts";

/** A generated folder: what stands in it, and the name of its package where it is one. */
export interface GeneratedFolder {
  /** The first segment of its files' paths: `client`. */
  readonly folder: string;
  /** `@acme/client`; `undefined` where parts are folders. */
  readonly packageName: string | undefined;
}

/**
 * What would be generated of a description, without a file being written. Modules are printed when somebody reads them,
 * not laid out, and declarations in `dist` are made of them then: a compiler reads few of a large description's.
 */
export class GeneratedSources {
  readonly folders: readonly GeneratedFolder[];
  readonly #files: ReadonlyMap<string, EmittedFile>;
  readonly #declare: DeclarationPrinter;
  readonly #printer = new ModulePrinter();
  readonly #texts = new Map<string, string | undefined>();

  /** @param files by their paths in the output */
  constructor(files: ReadonlyMap<string, EmittedFile>, declare: DeclarationPrinter) {
    this.#files = files;
    this.#declare = declare;
    const folders = new Set([...files.keys()].map((path) => path.slice(0, path.indexOf("/"))));
    this.folders = [...folders].map((folder) => ({ folder, packageName: this.#nameOf(folder) }));
  }

  /** The paths of all sources, relative to the output. */
  get paths(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** True for what would be written, sources and declarations. */
  has(path: string): boolean {
    return this.#files.has(path) || this.#sourceOf(path) !== undefined;
  }

  /** The text of a file by its path in the output, `\n` line ends; `undefined` where there is no such file. */
  read(path: string): string | undefined {
    if (!this.#texts.has(path)) this.#texts.set(path, this.#print(path));
    return this.#texts.get(path);
  }

  /** The folders in which a file of another generation differs, is missing, or is there and here not. */
  differingFolders(other: GeneratedSources): ReadonlySet<string> {
    const paths = new Set([...this.paths, ...other.paths]);
    const folderOf = (path: string): string => path.slice(0, path.indexOf("/"));
    const found = new Set<string>();
    for (const path of paths)
      if (!found.has(folderOf(path)) && this.#comparable(path) !== other.#comparable(path))
        found.add(folderOf(path));
    return found;
  }

  /** The generator's keys of the package.json of a folder. */
  packageKeys(folder: string): Readonly<Record<string, unknown>> | undefined {
    const file = this.#files.get(`${folder}/package.json`);
    if (file?.kind !== "package") return undefined;
    return Object.fromEntries(Object.entries(file.content).filter(([key]) => file.own.has(key)));
  }

  /** What a run of `generate` brings up to date in a file. */
  #comparable(path: string): string | undefined {
    const file = this.#files.get(path);
    if (file?.kind !== "package") return this.read(path);
    return jsonText(this.packageKeys(path.slice(0, path.indexOf("/"))));
  }

  #print(path: string): string | undefined {
    const source = this.#sourceOf(path);
    if (source !== undefined) {
      const text = this.read(source) ?? "";
      return source.endsWith(".d.ts") ? text : this.#declare(source, text);
    }
    const file = this.#files.get(path);
    if (file === undefined) return undefined;
    if (file.kind === "text") return file.text;
    if (file.kind === "package") return jsonText(file.content);
    return visible(this.#printer.print(file.structure.statements));
  }

  /** The source of a declaration in `dist`. */
  #sourceOf(path: string): string | undefined {
    const [, folder, name] = declaration.exec(path) ?? [];
    if (folder === undefined || name === undefined) return undefined;
    return [`${folder}/src/${name}.ts`, `${folder}/src/${name}.d.ts`].find((one) =>
      this.#files.has(one),
    );
  }

  #nameOf(folder: string): string | undefined {
    const file = this.#files.get(`${folder}/package.json`);
    const name = file?.kind === "package" ? file.content["name"] : undefined;
    return typeof name === "string" ? name : undefined;
  }
}

const declaration = new RegExp(`^([^/]+)/${compiledFolder}/(.+)\\.d\\.ts$`);

/**
 * Generates from a document without writing: the files that `generate` would write by the same options.
 *
 * @param version stands in texts instead of the description's, so that two revisions do not differ by it
 * @throws {EmitterError} when an emitter of the user fails
 */
export async function generateSources(
  document: OpenApiDocument,
  options: GenerateOptions,
  version?: string,
): Promise<GeneratedSources> {
  const { model, codecs } = buildDatedModel(document, options.dates);
  const written = version === undefined ? model : withVersion(model, version);
  const { emitted } = await emitFiles(written, codecs, options);
  const files = new Map(emitted.files.map((file) => [file.path, file]));
  return new GeneratedSources(files, await loadDeclarationPrinter());
}

function withVersion(model: ApiModel, version: string): ApiModel {
  const info = { ...objectMember(model.original, "info"), version };
  return { ...model, version, original: { ...model.original, info } };
}
