import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { ts } from "ts-morph";
import { containedPath } from "../write/contained-path.ts";
import { EditableFile } from "./editable-file.ts";
import { ScaffoldError } from "./scaffold-error.ts";

/** The folder for handlers whose operations were removed. */
const orphanFolder = "orphans";

/**
 * Returns the new path of a handler whose operation was removed. It becomes plain text, because its types no
 * longer exist, and compilers, linters and test runners read TypeScript in any folder, some even in those
 * with a leading dot.
 */
export const orphanPath = (path: string): string => `${orphanFolder}/${path}.txt`;

/** The user's files. Each is read once and collects its edits. */
export class HandlerFolder {
  readonly #out: string;
  readonly #files = new Map<string, EditableFile>();
  readonly #gone = new Set<string>();

  constructor(out: string) {
    this.#out = out;
  }

  /** The files read so far. */
  get files(): readonly EditableFile[] {
    return [...this.#files.values()];
  }

  exists(path: string): boolean {
    return !this.#gone.has(path) && existsSync(join(this.#out, path));
  }

  /** Treats a file as deleted. */
  forget(path: string): void {
    this.#gone.add(path);
    this.#files.delete(path);
  }

  /**
   * Reads those of the files that exist.
   *
   * @throws {ScaffoldError} with every file that does not parse
   * @throws {WriteError} if a file is a symbolic link, or below one
   */
  open(paths: Iterable<string>): void {
    const wanted = [...new Set(paths)].filter(
      (path) => !this.#files.has(path) && this.exists(path),
    );
    const texts = new Map<string, string>();
    for (const path of wanted) {
      const text = readText(containedPath(this.#out, path));
      if (text !== undefined) texts.set(path, text);
    }
    const broken = texts.size === 0 ? new Map<string, string>() : syntaxFaults(texts);
    const faults = wanted.flatMap((path) => {
      const text = texts.get(path);
      const fault = text === undefined ? "1:1 is not valid UTF-8" : broken.get(path);
      if (text !== undefined && fault === undefined)
        this.#files.set(path, new EditableFile(path, text));
      const shown = relative(process.cwd(), join(this.#out, path)).split(sep).join("/");
      return fault === undefined ? [] : [`${shown}:${fault}`];
    });
    if (faults.length > 0) throw new ScaffoldError(faults);
  }

  /** Returns a file; `undefined` if it does not exist. */
  file(path: string): EditableFile | undefined {
    this.open([path]);
    return this.#files.get(path);
  }

  /** Returns the paths of all TypeScript files that contain one of the words, except orphans. */
  holding(words: readonly string[]): string[] {
    if (words.length === 0 || !existsSync(this.#out)) return [];
    return readdirSync(this.#out, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.[cm]?tsx?$/.test(entry.name))
      .map((entry) => relative(this.#out, join(entry.parentPath, entry.name)).split(sep).join("/"))
      .filter((path) => !path.startsWith(`${orphanFolder}/`) && !path.includes("node_modules/"))
      .filter((path) => !this.#gone.has(path))
      .filter((path) => {
        const bytes = readFileSync(join(this.#out, path));
        return words.some((word) => bytes.includes(word));
      })
      .toSorted();
  }
}

/**
 * Reads a file with its byte order mark; `undefined` if it is not UTF-8, so that it could not be written back
 * unchanged.
 */
function readText(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Returns the first syntax error of each text that has one, with its position. */
function syntaxFaults(texts: ReadonlyMap<string, string>): Map<string, string> {
  const options = { noLib: true, noResolve: true, types: [], target: ts.ScriptTarget.Latest };
  const host: ts.CompilerHost = {
    getSourceFile: (path, target) =>
      ts.createSourceFile(path, texts.get(path.slice(1)) ?? "", target),
    fileExists: (path) => texts.has(path.slice(1)),
    readFile: (path) => texts.get(path.slice(1)),
    getDefaultLibFileName: () => "/lib.d.ts",
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    writeFile: () => undefined,
  };
  const paths = [...texts.keys()].map((path) => `/${path}`);
  const program = ts.createProgram(paths, options, host);
  const faults = new Map<string, string>();
  for (const path of texts.keys()) {
    const tree = program.getSourceFile(`/${path}`);
    const [fault] = program.getSyntacticDiagnostics(tree);
    if (tree === undefined || fault === undefined) continue;
    const { line, character } = tree.getLineAndCharacterOfPosition(fault.start);
    const message = ts.flattenDiagnosticMessageText(fault.messageText, " ");
    faults.set(path, `${line + 1}:${character + 1} does not parse: ${message}`);
  }
  return faults;
}
