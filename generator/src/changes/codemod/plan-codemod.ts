import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type TypeScript from "typescript";
import type { ComparedDescription } from "../diff/change-types.ts";
import { findRenames, type Renames } from "../diff/find-renames.ts";
import type { GenerateOptions } from "../../generate-types.ts";
import { ParsedFiles, createUserProgram, ownFiles } from "../impact/compile-project.ts";
import { GeneratedPlaces } from "../impact/generated-places.ts";
import { generateSources, type GeneratedSources } from "../impact/generated-sources.ts";
import type { CompileError } from "../impact/impact-types.ts";
import { OverlaidFiles, comparablePath } from "../impact/overlaid-files.ts";
import { readUserProjects, type UserProject } from "../impact/user-projects.ts";
import type { OpenApiDocument } from "@openapi-packages/description/load/load-document";
import { applyEdits } from "@openapi-packages/description/load/edit/text-edit";
import type { EditedFile } from "../../scaffold/edited-file.ts";
import { handlerConstants, renamedRecord } from "./handler-constants.ts";
import { plannedPlaces, type PlannedPlace } from "./listed-place.ts";
import { NewNames } from "./new-names.ts";
import { remainingErrors } from "./remaining-errors.ts";
import { renameReferences, type RenameContext } from "./rename-references.ts";
import { SymbolReader } from "./symbol-reader.ts";

/** A description to take names from. */
export interface CodemodSide extends ComparedDescription {
  readonly document: OpenApiDocument;
}

/** The two sides of a codemod, and the projects that it edits. */
export interface CodemodRequest {
  readonly base: CodemodSide;
  readonly head: CodemodSide;
  /** The options with which both are generated. */
  readonly options: GenerateOptions;
  /** The output folder; `undefined` if the packages are only installed. */
  readonly out: string | undefined;
  /** Paths of tsconfig.json files, or of their folders. */
  readonly projects: readonly string[];
  /** The folder of scaffolded handlers. */
  readonly handlers: string | undefined;
}

/** The planned edits, and what is left to the user. */
export interface CodemodPlan {
  readonly files: readonly EditedFile[];
  /** The places that are not edited. */
  readonly left: readonly PlannedPlace[];
  /** The places that are edited so that the code around them may mean something else. */
  readonly review: readonly PlannedPlace[];
  /** New errors of the compiler after the edits, with the later code. */
  readonly errors: readonly CompileError[];
  /** Options of the projects that this compiler does not know, and what else is to be said of the edits. */
  readonly notes: readonly string[];
}

/**
 * Plans the edits by which the user's code follows renames in the description, of operations, groups, types,
 * members and parameters, wherever a symbol of generated code is used. Writes nothing.
 *
 * @throws {UsageError} if a project cannot be read
 * @throws {EmitterError} if a custom emitter fails
 * @throws {ScaffoldError} if the record of handlers is invalid
 */
export async function planCodemod(request: CodemodRequest): Promise<CodemodPlan> {
  const { default: ts } = await import("typescript");
  const { projects, notes } = readUserProjects(ts, request.projects);
  const { base, head, options, handlers } = request;
  const renames = findRenames(base, head);
  const sources = {
    base: await generateSources(base.document, options),
    head: await generateSources(head.document, options),
  };
  const files = overlaid(ts, request, sources.base, projects);
  const names = new NewNames(
    ts,
    renames,
    {
      base: { model: base.model, sources: sources.base },
      head: { model: head.model, sources: sources.head },
    },
    files,
  );
  const parsed = new ParsedFiles();
  const programs = projects.map((project) => createUserProgram(ts, project, files, parsed));
  const renamed = new Renamer(ts, names, files, handlers, renames);
  for (const program of programs) renamed.add(program);
  const edited = new Map(renamed.files.map((file) => [comparablePath(file.path), file]));
  const later = overlaid(ts, request, sources.head, projects, edited);
  const errors = remainingErrors(
    ts,
    projects.map((project, index) => ({
      before: programs[index] ?? createUserProgram(ts, project, files, parsed),
      after: createUserProgram(ts, project, later, parsed),
    })),
    later,
    edited,
  );
  const record = handlers === undefined ? undefined : renamedRecord(handlers, renames, edited);
  const all = record === undefined ? renamed.files : [...renamed.files, record];
  return { files: all, left: renamed.left, review: [], errors, notes };
}

function overlaid(
  ts: typeof TypeScript,
  { out }: CodemodRequest,
  sources: GeneratedSources,
  projects: readonly UserProject[],
  edited?: ReadonlyMap<string, EditedFile>,
): OverlaidFiles {
  const folders = projects.map(({ tsconfig }) => dirname(tsconfig));
  const places = new GeneratedPlaces({ out, folders: sources.folders, projects: folders });
  const texts = new Map(
    [...(edited ?? [])].map(([path, { after }]) => [path, after.replace(/^\uFEFF/, "")]),
  );
  return new OverlaidFiles(ts.sys, sources, places, texts);
}

/** Collects the edits of several programs. A file in several of them is edited once. */
class Renamer {
  readonly files: EditedFile[] = [];
  readonly left: PlannedPlace[] = [];
  readonly #ts: typeof TypeScript;
  readonly #names: NewNames;
  readonly #overlaid: OverlaidFiles;
  readonly #handlers: string | undefined;
  readonly #renames: Renames;
  readonly #done = new Set<string>();

  constructor(
    ts: typeof TypeScript,
    names: NewNames,
    files: OverlaidFiles,
    handlers: string | undefined,
    renames: Renames,
  ) {
    this.#ts = ts;
    this.#names = names;
    this.#overlaid = files;
    this.#handlers = handlers;
    this.#renames = renames;
  }

  add(program: TypeScript.Program): void {
    const context: RenameContext = {
      ts: this.#ts,
      symbols: new SymbolReader(this.#ts, program.getTypeChecker()),
      names: this.#names,
      own:
        this.#handlers === undefined
          ? new Map()
          : handlerConstants(this.#ts, this.#handlers, this.#renames, program),
      isGenerated: (path) => this.#overlaid.isGenerated(path),
    };
    for (const file of ownFiles(program, this.#overlaid)) {
      if (this.#done.has(file.fileName)) continue;
      this.#done.add(file.fileName);
      this.#rename(file, context);
    }
  }

  #rename(file: TypeScript.SourceFile, context: RenameContext): void {
    const { edits, left } = renameReferences(file, context);
    const path = resolve(file.fileName);
    const before = edits.length === 0 ? undefined : textOf(path);
    const mark = before?.startsWith("\uFEFF") === true ? "\uFEFF" : "";
    const isKept = before !== mark + file.text;
    const made = isKept ? [] : edits;
    const unwritten = { start: 0, end: 0, message: "it is not valid UTF-8" };
    const remarks = isKept && edits.length > 0 ? [...left, unwritten] : left;
    this.left.push(...plannedPlaces(file, made, remarks));
    if (!isKept)
      this.files.push({ path, before, after: mark + applyEdits(file.text, edits), edits });
  }
}

/**
 * Reads a file with its byte order mark; `undefined` if it is not UTF-8, so that it could not be written back
 * unchanged.
 */
function textOf(path: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch {
    return undefined;
  }
}
