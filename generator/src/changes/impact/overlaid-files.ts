import { posix, resolve } from "node:path";
import type TypeScript from "typescript";
import { isObject } from "@openapi-packages/description/json/json";
import type { GeneratedPlaces } from "./generated-places.ts";
import type { GeneratedSources } from "./generated-sources.ts";

/**
 * The files on disk as they would be after `generate`: generated files have their new text, files that it
 * would not write do not exist, and all others are unchanged.
 */
export class OverlaidFiles {
  readonly #system: TypeScript.System;
  readonly #sources: GeneratedSources;
  readonly #places: GeneratedPlaces;
  readonly #folders: ReadonlySet<string>;
  readonly #edited: ReadonlyMap<string, string>;

  /** @param edited new texts of the user's files that are not written yet, by {@link comparablePath} */
  constructor(
    system: TypeScript.System,
    sources: GeneratedSources,
    places: GeneratedPlaces,
    edited: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#edited = edited;
    this.#system = system;
    this.#sources = sources;
    this.#places = places;
    this.#folders = new Set(sources.paths.flatMap(foldersAbove));
  }

  fileExists(path: string): boolean {
    const generated = this.#places.generatedPath(path);
    if (generated !== undefined) {
      if (this.#sources.has(generated.path)) return true;
      if (generated.isGenerators) return false;
    }
    return this.#system.fileExists(path);
  }

  readFile(path: string): string | undefined {
    const generated = this.#places.generatedPath(path);
    if (generated === undefined)
      return this.#edited.get(comparablePath(path)) ?? this.#system.readFile(path);
    const [, folder, name] = /^([^/]+)\/(.*)$/.exec(generated.path) ?? [];
    if (folder !== undefined && name === "package.json") return this.#packageJson(folder, path);
    const text = this.#sources.read(generated.path);
    if (text !== undefined) return text;
    return generated.isGenerators ? undefined : this.#system.readFile(path);
  }

  directoryExists(path: string): boolean {
    const generated = this.#places.generatedPath(path);
    if (generated !== undefined && this.#folders.has(generated.path.replace(/\/$/, "")))
      return true;
    return this.#places.isVirtualFolder(path) || this.#system.directoryExists(path);
  }

  realpath(path: string): string {
    const real = this.#places.realpath(path);
    const generated = this.#places.generatedPath(real);
    if (generated !== undefined && this.#sources.has(generated.path)) return real;
    return this.#system.realpath?.(real) ?? real;
  }

  /** Returns the path in the output of a generated file; `undefined` for any other. */
  generatedPath(path: string): string | undefined {
    return this.#places.generatedPath(path)?.path;
  }

  /** True for a generated file, which nobody edits by hand. */
  isGenerated(path: string): boolean {
    return this.#places.generatedPath(path) !== undefined;
  }

  /** Returns a package.json with the generator's keys replaced, as `generate` does it. */
  #packageJson(folder: string, path: string): string | undefined {
    const own = this.#sources.packageKeys(folder);
    const text = this.#system.readFile(path);
    if (own === undefined) return text;
    if (text === undefined) return this.#sources.read(`${folder}/package.json`);
    const current: unknown = JSON.parse(text);
    return JSON.stringify({ ...(isObject(current) ? current : {}), ...own });
  }
}

/** Returns the folders that contain a file, including the folders of its declarations in `dist`. */
function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let one = posix.dirname(path); one !== "."; one = posix.dirname(one)) folders.push(one);
  const compiled = folders.map((one) => one.replace(/^([^/]+)\/src(?=\/|$)/, "$1/dist"));
  return [...folders, ...compiled];
}

/** Returns an absolute path in TypeScript's form, with `/`. */
export const comparablePath = (path: string): string => resolve(path).replaceAll("\\", "/");
