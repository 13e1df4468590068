import { buildDatedModel } from "@openapi-packages/compiler/compile/codecs/build-dated-model";
import { emitFiles } from "../../generate/emit-files.ts";
import { jsonText, type EmittedFile } from "../../emit/emitted-file.ts";
import { visible } from "@openapi-packages/description/text/escape";
import type { GenerateOptions } from "../../generate-types.ts";
import { objectMember } from "@openapi-packages/description/json/json";
import type { OpenApiDocument } from "@openapi-packages/description/load/load-document";
import type { ApiModel } from "@openapi-packages/description/model/api-model";
import { loadDeclarationPrinter, type DeclarationPrinter } from "../../print/compile-module.ts";
import { compiledFolder } from "../../print/compiled-files.ts";
import { printModule } from "../../print/module-text.ts";

/** A generated folder, with its package name if it is a package. */
export interface GeneratedFolder {
  /** The first segment of its files' paths, such as `client`. */
  readonly folder: string;
  /** The package name, such as `@acme/client`; `undefined` if parts are plain folders. */
  readonly packageName: string | undefined;
}

/**
 * The code that would be generated from a description, without writing it. Modules are printed on demand,
 * unformatted, and their declarations in `dist` are made from them then, since a compiler reads few of the
 * modules of a large description.
 */
export class GeneratedSources {
  readonly folders: readonly GeneratedFolder[];
  readonly #files: ReadonlyMap<string, EmittedFile>;
  readonly #declare: DeclarationPrinter;
  readonly #texts = new Map<string, string | undefined>();

  /** @param files by path in the output */
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

  /** True if a source or a declaration would be written at a path. */
  has(path: string): boolean {
    return this.#files.has(path) || this.#sourceOf(path) !== undefined;
  }

  /**
   * Returns the text of a file by its path in the output, with `\n` line ends; `undefined` if there is no
   * such file.
   */
  read(path: string): string | undefined {
    if (!this.#texts.has(path)) this.#texts.set(path, this.#print(path));
    return this.#texts.get(path);
  }

  /** Returns the folders with a file that differs from another generation, or exists in only one of both. */
  differingFolders(other: GeneratedSources): ReadonlySet<string> {
    const paths = new Set([...this.paths, ...other.paths]);
    const folderOf = (path: string): string => path.slice(0, path.indexOf("/"));
    const found = new Set<string>();
    for (const path of paths)
      if (!found.has(folderOf(path)) && this.#comparable(path) !== other.#comparable(path))
        found.add(folderOf(path));
    return found;
  }

  /** Returns the generator's keys of a folder's package.json. */
  packageKeys(folder: string): Readonly<Record<string, unknown>> | undefined {
    const file = this.#files.get(`${folder}/package.json`);
    if (file?.kind !== "package") return undefined;
    return Object.fromEntries(Object.entries(file.content).filter(([key]) => file.own.has(key)));
  }

  /** Returns the part of a file that `generate` keeps up to date. */
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
    return visible(printModule(file.structure.statements));
  }

  /** Returns the source of a declaration in `dist`. */
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
 * Generates from a document without writing: the files that `generate` would write with these options.
 *
 * @param version replaces the description's version in texts, so that it makes no difference between two
 * revisions
 * @throws {EmitterError} if a custom emitter fails
 */
export async function generateSources(
  document: OpenApiDocument,
  options: GenerateOptions,
  version?: string,
): Promise<GeneratedSources> {
  const { model, codecs } = buildDatedModel(document, options);
  const written = version === undefined ? model : withVersion(model, version);
  const { emitted } = await emitFiles(
    { model: written, codecs, asWritten: document.asWritten },
    options,
  );
  const files = new Map(emitted.files.map((file) => [file.path, file]));
  return new GeneratedSources(files, await loadDeclarationPrinter());
}

function withVersion(model: ApiModel, version: string): ApiModel {
  const info = { ...objectMember(model.original, "info"), version };
  return { ...model, version, original: { ...model.original, info } };
}
