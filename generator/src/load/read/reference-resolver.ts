import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Diagnostic } from "../../diagnostics.ts";
import { isInside, type AllowedReferences } from "./allowed-references.ts";
import { mayHaveIdentifiers, resolveIdentifiers, type Identifiers } from "./identifiers.ts";
import { isObject, pointerParts, toPointer, valueAt } from "../../json.ts";
import { referencesOf } from "./references.ts";
import { readSourceFile, type SourceFile } from "./source-file.ts";

/** The target of a reference. */
export interface Target {
  readonly file: SourceFile;
  readonly pointer: string;
}

/** A URL, or the name of a host that Windows would look up. */
const remote = /^[a-z][a-z0-9+.-]+:|^[/\\]{2}/i;

/** A reference's document, as an absolute path or URL, and the fragment (RFC 3986, section 5). */
export function resolveReference(
  from: SourceFile,
  reference: string,
): { readonly path: string; readonly fragment: string } {
  const [path = "", encoded = ""] = reference.split("#", 2);
  const fragment = decodeURIComponentSafely(encoded);
  if (path === "") return { path: from.path, fragment };
  if (remote.test(path) || remote.test(from.path))
    return {
      path: URL.parse(path, remote.test(from.path) ? from.path : undefined)?.href ?? path,
      fragment,
    };
  return { path: resolve(dirname(from.path), decodeURIComponentSafely(path)), fragment };
}

/** The URI of a file by its path or URL. */
const uriOf = (path: string): string => (remote.test(path) ? path : pathToFileURL(path).href);

/** Follows references between the files of a description, and never to where they may not lead. */
export class ReferenceResolver {
  /** Every file that was read, by absolute path or URL. */
  readonly files = new Map<string, SourceFile>();
  /** Why remote documents could not be had, by URL. */
  readonly failures = new Map<string, string>();
  readonly diagnostics: Diagnostic[] = [];
  readonly allowed: AllowedReferences;
  readonly #onFile: (path: string) => void;
  readonly #identifiers = new Map<SourceFile, Identifiers>();
  /** The schemas of all files that were read, by the URIs and anchors that identify them. */
  readonly #identified = new Map<string, Target>();
  #hasReadAll = false;
  /** The targets of references that were resolved before, by file. */
  readonly #targets = new Map<SourceFile, Map<string, Target>>();

  constructor(
    root: SourceFile,
    allowed: AllowedReferences,
    onFile: (path: string) => void = () => {},
  ) {
    this.allowed = allowed;
    this.#onFile = onFile;
    this.#identify(root);
  }

  /** Makes a file known that was read by somebody else. */
  add(file: SourceFile): void {
    this.#identify(file);
    this.diagnostics.push(...file.diagnostics);
  }

  /** References by identifier become references by place, before anyone follows them. */
  #identify(file: SourceFile): void {
    this.files.set(file.path, file);
    if (!isObject(file.value) || !mayHaveIdentifiers(file.text)) return;
    const identifiers = resolveIdentifiers(file.value, uriOf(file.path));
    this.#identifiers.set(file, identifiers);
    for (const [uri, pointer] of [...identifiers.resources, ...identifiers.anchors])
      if (!this.#identified.has(uri)) this.#identified.set(uri, { file, pointer });
  }

  /**
   * Finds what a reference in a file means; `undefined` where that is nothing, which is then in the
   * diagnostics.
   *
   * @param sourcePointer gives the place of the reference in its file, for a diagnostic
   */
  resolve(from: SourceFile, reference: string, sourcePointer: () => string): Target | undefined {
    const targets = this.#targets.get(from) ?? new Map<string, Target>();
    const known = targets.get(reference);
    if (known !== undefined) return known;
    const report = (code: string, message: string, hint: string): undefined => {
      this.diagnostics.push({
        severity: "error",
        code,
        // A log is no place for a password.
        message: `$ref "${reference.replace(/\/\/[^/?#@]*@/, "//…@")}" ${message}`,
        location: from.locate(sourcePointer()),
        hint,
      });
    };
    const { path, fragment } = resolveReference(from, reference);
    const target = this.#find(path, fragment) ?? this.#findBehind(path, fragment);
    if (target === undefined) {
      if (remote.test(path)) return this.#reportRemote(path, report);
      if (isFile(path)) {
        return report(
          "ref-outside",
          "leads out of the description's folder",
          "move the file into it, or allow the folder where it is with --allow-ref",
        );
      }
      return report(
        "ref-unresolved",
        "names a file that is not there",
        "correct the path, or add the file",
      );
    }
    const { file, pointer } = target;
    if (valueAt(file.value, pointer) === undefined) {
      if (file.diagnostics.length > 0) return undefined;
      return report(
        "ref-unresolved",
        "points to nothing",
        `define it in ${file.displayPath}, or correct the reference`,
      );
    }
    this.#identifiers.get(file)?.enter(pointer);
    this.#targets.set(from, targets.set(reference, target));
    return target;
  }

  /** True if a document, or a schema with that identifier, is known. */
  knows(path: string): boolean {
    return this.#find(path, "") !== undefined;
  }

  /** What a path or URI with a fragment means; a place that is not there where the fragment means nothing. */
  #find(path: string, fragment: string): Target | undefined {
    const isPointer = fragment === "" || fragment.startsWith("/");
    const below = isPointer ? toPointer(pointerParts(fragment)) : `/${fragment}`;
    const identified = this.#identified.get(uriOf(path) + (isPointer ? "" : `#${fragment}`));
    if (identified !== undefined)
      return isPointer ? { ...identified, pointer: identified.pointer + below } : identified;
    const file = this.open(path);
    return file === undefined ? undefined : { file, pointer: below };
  }

  /** What a URI means once all files are read that files refer to: one of them may have a schema of that name. */
  #findBehind(path: string, fragment: string): Target | undefined {
    if (!remote.test(path) || this.#hasReadAll) return undefined;
    this.#hasReadAll = true;
    for (const file of this.files.values())
      for (const reference of referencesOf(file)) {
        const target = resolveReference(file, reference);
        if (!remote.test(target.path)) this.open(target.path);
      }
    return this.#find(path, fragment);
  }

  /** The file of a path, read when it may be; `undefined` where it may not, or is not there. */
  open(path: string): SourceFile | undefined {
    const known = this.files.get(path);
    if (known !== undefined || remote.test(path)) return known;
    this.#onFile(path);
    if (!isFile(path) || !isInside(this.allowed.folders, path)) return undefined;
    const file = readSourceFile(path);
    this.add(file);
    return file;
  }

  #reportRemote(
    url: string,
    report: (code: string, message: string, hint: string) => undefined,
  ): undefined {
    const failure = this.failures.get(url);
    if (failure !== undefined)
      return report("ref-unresolved", failure, "save the document beside the description");
    const origin = URL.parse(url)?.origin ?? "null";
    const allow = origin === "null" ? "" : `, or allow its origin with --allow-ref ${origin}`;
    return report(
      "ref-remote",
      "points to another host",
      `save the document beside the description${allow}`,
    );
  }
}

/** A path out of a description may be anything; what the file system does not take is no file. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
