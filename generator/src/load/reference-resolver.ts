import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { Diagnostic } from "../diagnostics.ts";
import { pointerParts, toPointer, valueAt } from "./json.ts";
import { readSourceFile, type SourceFile } from "./source-file.ts";

/** What a reference points to. */
export interface Target {
  readonly file: SourceFile;
  readonly pointer: string;
}

/** Follows references between the files of a description, and out of its folder never. */
export class ReferenceResolver {
  /** Every file that was read, by absolute path. */
  readonly files = new Map<string, SourceFile>();
  readonly diagnostics: Diagnostic[] = [];
  /** The folder that references may not leave. */
  readonly #folder: string;

  constructor(root: SourceFile) {
    this.#folder = dirname(realpathSync(root.path));
    this.files.set(root.path, root);
  }

  /**
   * Finds what a reference in a file means; `undefined` where that is nothing, which is then in the
   * diagnostics.
   *
   * @param sourcePointer where the reference stands in its file
   */
  resolve(from: SourceFile, reference: string, sourcePointer: string): Target | undefined {
    const report = (code: string, message: string, hint: string): undefined => {
      this.diagnostics.push({
        severity: "error",
        code,
        message,
        location: from.locate(sourcePointer),
        hint,
      });
    };
    if (/^[a-z][a-z0-9+.-]+:|^\/\//i.test(reference)) {
      return report(
        "ref-remote",
        `$ref "${reference}" points to another host`,
        "save the document beside the description",
      );
    }
    const [path = "", fragment = ""] = reference.split("#", 2);
    let file: SourceFile | undefined = from;
    if (path !== "") {
      file = this.#open(from, decodeURIComponentSafely(path));
      if (file === undefined) {
        return report(
          "ref-unresolved",
          `$ref "${reference}" names a file that cannot be read inside the description's folder`,
          "correct the path, or add the file",
        );
      }
    }
    const pointer = toPointer(pointerParts(decodeURIComponentSafely(fragment)));
    if (valueAt(file.value, pointer) === undefined) {
      if (file.diagnostics.length > 0) return undefined;
      return report(
        "ref-unresolved",
        `$ref "${reference}" points to nothing`,
        `define it in ${file.displayPath}, or correct the reference`,
      );
    }
    return { file, pointer };
  }

  #open(from: SourceFile, path: string): SourceFile | undefined {
    const absolute = resolve(dirname(from.path), path);
    const known = this.files.get(absolute);
    if (known !== undefined) return known;
    if (!existsSync(absolute) || !statSync(absolute).isFile()) return undefined;
    const inside = relative(this.#folder, realpathSync(absolute));
    if (inside.startsWith(`..${sep}`) || isAbsolute(inside)) return undefined;
    const file = readSourceFile(absolute);
    this.files.set(absolute, file);
    this.diagnostics.push(...file.diagnostics);
    return file;
  }
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
