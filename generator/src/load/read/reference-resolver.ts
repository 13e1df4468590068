import { severityOf } from "../../diagnostic-codes.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import { isInside, type AllowedReferences } from "./allowed-references.ts";
import { mayHaveIdentifiers, resolveIdentifiers, type Identifiers } from "./identifiers.ts";
import { isObject, pointerParts, toPointer, valueAt, type Json } from "../../json.ts";
import { nearestName } from "../../nearest-name.ts";
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

/** What is said of a reference that means nothing. */
type Missing = Pick<Diagnostic, "code" | "message" | "hint" | "related">;

/** What becomes of a reference that means nothing. */
const assumed = ": a schema or a body there may be anything, all else is left out";

/** The causes for which the nearest name is looked for. */
const mostSuggestions = 20;

/** Follows references between the files of a description, and never to where they may not lead. */
export class ReferenceResolver {
  /** Every file that was read, by absolute path or URL. */
  readonly files = new Map<string, SourceFile>();
  /** Why remote documents could not be had, by URL. */
  readonly failures = new Map<string, string>();
  readonly diagnostics: Diagnostic[] = [];
  readonly allowed: AllowedReferences;
  readonly #onFile: (path: string) => void;
  readonly #prepare: (file: SourceFile) => SourceFile;
  readonly #identifiers = new Map<SourceFile, Identifiers>();
  /** The schemas of all files that were read, by the URIs and anchors that identify them. */
  readonly #identified = new Map<string, Target>();
  #hasReadAll = false;
  /** The targets of references that were resolved before, by file. */
  readonly #targets = new Map<SourceFile, Map<string, Target>>();
  /** What was said first of what is missing: several references to it have one cause. */
  readonly #missing = new Map<string, Missing>();

  /** @param prepare makes what is used of a file that was read, its diagnostics included */
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

  /** Makes a file known that was read by somebody else; what it is from then on. */
  add(read: SourceFile): SourceFile {
    const file = this.#prepare(read);
    this.#identify(file);
    this.diagnostics.push(...file.diagnostics);
    return file;
  }

  /** References by identifier become references by place, before anyone follows them. */
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
   * Finds what a reference in a file means; `undefined` where that is nothing, which is then in the
   * diagnostics.
   *
   * @param sourcePointer gives the place of the reference in its file, for a diagnostic
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

  /** What a path or URI with a fragment means; a place that is not there where the fragment means nothing. */
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

  /** What a URI means once all files are read that files refer to: one of them may have a schema of that name. */
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

  /** The file of a path, read when it may be; `undefined` where it may not, or is not there. */
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
    // A log is no place for a password.
    const subject = `$ref "${reference.replace(/\/\/[^/?#@]*@/, "//…@")}"`;
    if (target !== undefined) {
      const code = "ref-unresolved";
      return { code, ...this.#pointsToNothing(subject, target, lacking ?? "") };
    }
    if (isRemote(path)) return this.#whyNotFetched(path, subject);
    if (isFile(path))
      return {
        code: "ref-outside",
        message: `${subject} leads out of the description's folder`,
        hint: "move the file into it, or allow the folder where it is with --allow-ref",
      };
    return {
      code: "ref-file-missing",
      message: `${subject} names a file that is not there`,
      hint: "correct the path, or add the file",
    };
  }

  /** What to say of a reference to a place that a file does not have. */
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
    // Each is held against all: in a description where nothing fits together that would be most of the time.
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
        message: `${subject} leads out of the description's folder`,
        hint: `allow its origin with --allow-ref ${origin}`,
      };
    return {
      code: "ref-remote",
      message: `${subject} points to another host${assumed}`,
      hint: hint + allow,
    };
  }
}

/** True if what a pointer leads through is refused by itself: the file, or components that are no object. */
function isRefused(file: SourceFile, lacking: string): boolean {
  const above = lacking.slice(0, lacking.lastIndexOf("/"));
  const holder = valueAt(file.value, above) ?? null;
  const isComponents = /^\/components(?:\/[^/]+)?$/.test(above);
  const isUnread = file.value === undefined && file.diagnostics.length > 0;
  return isUnread || (isComponents && holder !== null && !isObject(holder));
}

/** The pointer of the first place on the way to another one that is not there; `undefined` where all are. */
function firstLacking(root: Json | undefined, pointer: string): string | undefined {
  const parts = pointerParts(pointer);
  if (valueAt(root, pointer) !== undefined) return undefined;
  const isLacking = (length: number): boolean =>
    (valueAt(root, toPointer(parts.slice(0, length))) ?? null) === null;
  const length = parts.findIndex((_, index) => isLacking(index + 1)) + 1;
  return toPointer(parts.slice(0, length));
}
