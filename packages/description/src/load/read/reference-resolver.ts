import { severityOf } from "../../diagnostics/diagnostic-codes.ts";
import type { Diagnostic } from "../../diagnostics/diagnostics.ts";
import { isInside, type AllowedReferences } from "./allowed-references.ts";
import { mayHaveIdentifiers, resolveIdentifiers, type Identifiers } from "./identifiers.ts";
import { isObject, pointerParts, toPointer, valueAt, type Json } from "../../json/json.ts";
import { nearestName } from "../../names/nearest-name.ts";
import { misspeltField } from "../openapi/fixed-fields.ts";
import { referencesOf } from "./references.ts";
import {
  isFile,
  isRemote,
  resolveReference,
  selfUri,
  uriOf,
  type ResolvedReference,
} from "./resolve-reference.ts";
import { readSourceFile, type SourceFile } from "./source-file.ts";

/** The target of a reference. */
export interface Target {
  readonly file: SourceFile;
  readonly pointer: string;
}

/** The diagnostic of a reference without a target. */
type Missing = Pick<Diagnostic, "code" | "message" | "hint" | "related">;

/** The end of a message about a reference without a target. */
const assumed = ": a schema or a body allows any value, anything else is left out";

/** The number of missing targets for which a similar name is searched. */
const mostSuggestions = 20;

/** Resolves references between the files of a description, within the allowed places. */
export class ReferenceResolver {
  /** All files that were read, by absolute path or URL. */
  readonly files = new Map<string, SourceFile>();
  /** Why remote documents could not be fetched, by URL. */
  readonly failures = new Map<string, string>();
  readonly diagnostics: Diagnostic[] = [];
  readonly allowed: AllowedReferences;
  readonly #onFile: (path: string) => void;
  readonly #prepare: (file: SourceFile) => SourceFile;
  readonly #identifiers = new Map<SourceFile, Identifiers>();
  /** The schemas of all files that were read, by the URIs and anchors that identify them. */
  readonly #identified = new Map<string, Target>();
  #hasReadAll = false;
  /** The references resolved so far, by file. */
  readonly #targets = new Map<SourceFile, Map<string, Target>>();
  /** The first diagnostic for each missing target, to which several references may lead. */
  readonly #missing = new Map<string, Missing>();

  /** @param prepare changes a file after it was read, and may add to its diagnostics */
  constructor(
    root: SourceFile,
    allowed: AllowedReferences,
    onFile: (path: string) => void = () => {},
    prepare: (file: SourceFile) => SourceFile = (file) => file,
  ) {
    this.allowed = allowed;
    this.#onFile = onFile;
    this.#prepare = prepare;
    this.#identify(root);
  }

  /** Adds a file that was read elsewhere, and returns it as prepared. */
  add(read: SourceFile): SourceFile {
    const file = this.#prepare(read);
    this.#identify(file);
    this.diagnostics.push(...file.diagnostics);
    return file;
  }

  /** Adds a file, and rewrites its references by identifier to references by place. */
  #identify(file: SourceFile): void {
    this.files.set(file.path, file);
    const self = selfUri(file);
    if (self !== undefined && !this.#identified.has(self))
      this.#identified.set(self, { file, pointer: "" });
    const texts = (file.parts ?? [file]).map(({ text }) => text);
    if (!isObject(file.value) || !texts.some(mayHaveIdentifiers)) return;
    const identifiers = resolveIdentifiers(file.value, self ?? uriOf(file.path));
    this.#identifiers.set(file, identifiers);
    for (const [uri, pointer] of [...identifiers.resources, ...identifiers.anchors])
      if (!this.#identified.has(uri)) this.#identified.set(uri, { file, pointer });
  }

  /**
   * Resolves a reference in a file. Without a target, it reports a diagnostic and returns `undefined`.
   *
   * @param sourcePointer returns the place of the reference in its file, for the diagnostic
   */
  resolve(from: SourceFile, reference: string, sourcePointer: () => string): Target | undefined {
    const targets = this.#targets.get(from) ?? new Map<string, Target>();
    const known = targets.get(reference);
    if (known !== undefined) return known;
    const resolved = resolveReference(from, reference);
    const { path } = resolved;
    const target = this.#find(resolved) ?? this.#findBehind(resolved);
    const lacking =
      target === undefined ? undefined : firstLacking(target.file.value, target.pointer);
    if (target === undefined || lacking !== undefined) {
      if (target !== undefined && isRefused(target.file, lacking ?? "")) return undefined;
      const cause = `${target?.file.path ?? path}#${lacking ?? ""}`;
      const said = this.#missing.get(cause) ?? this.#whyMissing(path, reference, target, lacking);
      this.#missing.set(cause, said);
      const location = from.locate(sourcePointer());
      this.diagnostics.push({ severity: severityOf(said.code), ...said, location });
      return undefined;
    }
    this.#identifiers.get(target.file)?.enter(target.pointer);
    this.#targets.set(from, targets.set(reference, target));
    return target;
  }

  /** True if a document, or a schema with that identifier, is known. */
  knows(path: string): boolean {
    return this.#find({ path, fragment: "" }) !== undefined;
  }

  /**
   * Finds the target of a path or URI with a fragment. An unknown anchor leads to a place that does not
   * exist.
   */
  #find({ path, uri, fragment }: ResolvedReference): Target | undefined {
    const isPointer = fragment === "" || fragment.startsWith("/");
    const below = isPointer ? toPointer(pointerParts(fragment)) : `/${fragment}`;
    const anchor = isPointer ? "" : `#${fragment}`;
    const identified = this.#identified.get((uri ?? uriOf(path)) + anchor);
    if (identified !== undefined)
      return isPointer ? { ...identified, pointer: identified.pointer + below } : identified;
    const file = this.open(path);
    if (file === undefined) return undefined;
    const self = isPointer ? undefined : selfUri(file);
    const named = self === undefined ? undefined : this.#identified.get(self + anchor);
    return named ?? { file, pointer: below };
  }

  /**
   * Finds the target of a URI after reading all files that are referenced: one of them may have a schema with
   * that `$id`.
   */
  #findBehind(resolved: ResolvedReference): Target | undefined {
    if (!isRemote(resolved.path) || this.#hasReadAll) return undefined;
    this.#hasReadAll = true;
    for (const file of this.files.values())
      for (const reference of referencesOf(file)) {
        const target = resolveReference(file, reference);
        if (!isRemote(target.path)) this.open(target.path);
      }
    return this.#find(resolved);
  }

  /** Opens a file; `undefined` if it may not be read or does not exist. */
  open(path: string): SourceFile | undefined {
    const known = this.files.get(path);
    if (known !== undefined || isRemote(path)) return known;
    this.#onFile(path);
    if (!isFile(path) || !isInside(this.allowed.folders, path)) return undefined;
    return this.add(readSourceFile(path));
  }

  #whyMissing(
    path: string,
    reference: string,
    target: Target | undefined,
    lacking: string | undefined,
  ): Missing {
    // Messages end up in logs, which must not contain passwords.
    const subject = `$ref "${reference.replace(/\/\/[^/?#@]*@/, "//…@")}"`;
    if (target !== undefined) {
      const code = "ref-unresolved";
      return { code, ...this.#pointsToNothing(subject, target, lacking ?? "") };
    }
    if (isRemote(path)) return this.#whyNotFetched(path, subject);
    if (isFile(path))
      return {
        code: "ref-outside",
        message: `${subject} points outside the description's folder`,
        hint: "move the file into it, or allow the folder where it is with --allow-ref",
      };
    return {
      code: "ref-file-missing",
      message: `${subject} names a file that does not exist`,
      hint: "correct the path, or add the file",
    };
  }

  /** Describes a reference to a place that a file does not have. */
  #pointsToNothing(
    subject: string,
    { file, pointer }: Target,
    lacking: string,
  ): Omit<Missing, "code"> {
    const parts = pointerParts(lacking);
    const last = parts.at(-1) ?? "";
    const above = toPointer(parts.slice(0, -1));
    const holder = valueAt(file.value, above);
    const where = pointer === lacking ? "" : `: ${file.displayPath} has no #${lacking}`;
    const message = `${subject} points to nothing${where}${assumed}`;
    const object = above === "" ? "OpenApi" : above === "/components" ? "Components" : "";
    const misspelt =
      isObject(holder) && object !== "" ? misspeltField(object, holder, last) : undefined;
    if (misspelt !== undefined) {
      const related = [file.locate(above + toPointer([misspelt.written]))];
      return { message, hint: `write ${last} instead of ${misspelt.written}`, related };
    }
    // Searching similar names for every missing target would dominate the run if most references are broken.
    const isFew = this.#missing.size < mostSuggestions;
    const others = isFew && isObject(holder) ? Object.keys(holder) : [];
    const nearest = nearestName(
      last,
      others.filter((name) => name !== last),
    );
    const correct = `define it in ${file.displayPath}, or correct the reference`;
    return {
      message,
      hint: nearest === undefined ? correct : `did you mean ${nearest}? Otherwise ${correct}`,
    };
  }

  #whyNotFetched(url: string, subject: string): Missing {
    const failure = this.failures.get(url);
    const hint = "save the document beside the description";
    if (failure !== undefined)
      return { code: "ref-file-missing", message: `${subject} ${failure}`, hint };
    const origin = URL.parse(url)?.origin ?? "null";
    const allow = origin === "null" ? "" : `, or allow its origin with --allow-ref ${origin}`;
    const { urlFolder } = this.allowed;
    if (urlFolder !== undefined && new URL(urlFolder).origin === origin)
      return {
        code: "ref-outside",
        message: `${subject} points outside the description's folder`,
        hint: `allow its origin with --allow-ref ${origin}`,
      };
    return {
      code: "ref-remote",
      message: `${subject} points to another host${assumed}`,
      hint: hint + allow,
    };
  }
}

/**
 * True if the diagnostic would repeat another: the file could not be read, or a section of its components is
 * not an object.
 */
function isRefused(file: SourceFile, lacking: string): boolean {
  const above = lacking.slice(0, lacking.lastIndexOf("/"));
  const holder = valueAt(file.value, above) ?? null;
  const isComponents = /^\/components(?:\/[^/]+)?$/.test(above);
  const isUnread = file.value === undefined && file.diagnostics.length > 0;
  return isUnread || (isComponents && holder !== null && !isObject(holder));
}

/** Returns the pointer of the first part of a path that does not exist; `undefined` if all exist. */
function firstLacking(root: Json | undefined, pointer: string): string | undefined {
  const parts = pointerParts(pointer);
  if (valueAt(root, pointer) !== undefined) return undefined;
  const isLacking = (length: number): boolean =>
    (valueAt(root, toPointer(parts.slice(0, length))) ?? null) === null;
  const length = parts.findIndex((_, index) => isLacking(index + 1)) + 1;
  return toPointer(parts.slice(0, length));
}
