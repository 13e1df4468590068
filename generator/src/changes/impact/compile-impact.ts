import { dirname } from "node:path";
import type TypeScript from "typescript";
import type { Change } from "../diff/change-types.ts";
import type { GenerateOptions } from "../../generate-types.ts";
import type { OpenApiDocument } from "@openapi-packages/description/load/load-document";
import { ParsedFiles, createUserProgram, fileErrors, ownFiles } from "./compile-project.ts";
import { ErrorNameReader } from "./error-names.ts";
import { causesOf } from "./explain-errors.ts";
import { GeneratedPlaces } from "./generated-places.ts";
import { generateSources } from "./generated-sources.ts";
import type { CompiledImpact, CompileError } from "./impact-types.ts";
import { OverlaidFiles } from "./overlaid-files.ts";
import { readUserProjects, shown, type UserProject } from "./user-projects.ts";

/** What to compile. */
export interface CompileRequest {
  readonly base: OpenApiDocument;
  readonly head: OpenApiDocument;
  /** The changes between both, to which errors are attributed. */
  readonly changes: readonly Change[];
  /** The options with which both are generated. */
  readonly options: GenerateOptions;
  /** The output folder; `undefined` if the packages are only installed. */
  readonly out: string | undefined;
  /** Paths of tsconfig.json files, or of their folders. */
  readonly projects: readonly string[];
}

/**
 * Compiles the user's projects with the code of two descriptions, and returns the errors that only the later
 * one causes. Writes nothing. The compiler is the generator's TypeScript, whatever the projects install.
 *
 * @throws {UsageError} if a project cannot be read
 * @throws {EmitterError} if a custom emitter fails
 */
export async function compileImpact(request: CompileRequest): Promise<CompiledImpact> {
  const { default: ts } = await import("typescript");
  const { projects, notes } = readUserProjects(ts, request.projects);
  const head = await overlaid(ts, request, "head", projects);
  const parsed = new ParsedFiles();
  const compiled = projects.map((project) => {
    const program = createUserProgram(ts, project, head, parsed);
    const files = ownFiles(program, head);
    return { project, files, errors: files.flatMap((file) => fileErrors(program, file)) };
  });
  const files = new Set(compiled.flatMap((one) => one.files.map(({ fileName }) => fileName))).size;
  if (compiled.every(({ errors }) => errors.length === 0))
    return { byChange: new Map(), other: [], earlier: 0, files, notes };
  const base = await overlaid(ts, request, "base", projects);
  const found = new Errors(ts, request.changes);
  for (const { project, errors } of compiled)
    if (errors.length > 0) found.add(createUserProgram(ts, project, base, parsed), base, errors);
  return { ...found.result(), files, notes };
}

/** Returns the files on disk with the code of one description in their place. */
async function overlaid(
  ts: typeof TypeScript,
  { options, out, ...documents }: Omit<CompileRequest, "changes" | "projects">,
  side: "base" | "head",
  projects: readonly UserProject[],
): Promise<OverlaidFiles> {
  const sources = await generateSources(documents[side], options);
  const places = new GeneratedPlaces({
    out,
    folders: sources.folders,
    projects: projects.map(({ tsconfig }) => dirname(tsconfig)),
  });
  return new OverlaidFiles(ts.sys, sources, places);
}

/** Collects the errors that only the later description causes. A file in several projects counts once. */
class Errors {
  readonly #ts: typeof TypeScript;
  readonly #changes: readonly Change[];
  readonly #seen = new Set<string>();
  readonly #byChange = new Map<number, CompileError[]>();
  readonly #other: CompileError[] = [];
  #earlier = 0;

  constructor(ts: typeof TypeScript, changes: readonly Change[]) {
    this.#ts = ts;
    this.#changes = changes;
  }

  add(
    base: TypeScript.Program,
    files: OverlaidFiles,
    errors: readonly TypeScript.DiagnosticWithLocation[],
  ): void {
    const reader = new ErrorNameReader(this.#ts, base, files);
    const paths = new Set(errors.map(({ file }) => file.fileName));
    const trees = [...paths].flatMap((path) => base.getSourceFile(path) ?? []);
    const before = new Set(trees.flatMap((tree) => fileErrors(base, tree)).map(keyOf));
    for (const error of errors) {
      const key = keyOf(error);
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      if (before.has(key)) this.#earlier++;
      else this.#explain(error, reader);
    }
  }

  result(): Pick<CompiledImpact, "byChange" | "other" | "earlier"> {
    return { byChange: this.#byChange, other: this.#other, earlier: this.#earlier };
  }

  #explain(error: TypeScript.DiagnosticWithLocation, reader: ErrorNameReader): void {
    const reported = compileError(this.#ts, error);
    const causes = causesOf(this.#changes, reader.names(error));
    if (causes.length === 0) this.#other.push(reported);
    for (const cause of causes)
      this.#byChange.set(cause, [...(this.#byChange.get(cause) ?? []), reported]);
  }
}

/** Identifies an error by its place and code, since its message may differ between the descriptions. */
const keyOf = ({ file, start, code }: TypeScript.DiagnosticWithLocation): string =>
  `${file.fileName}\n${start}\n${code}`;

/** Converts an error of the compiler to the form of reports. */
export function compileError(
  ts: typeof TypeScript,
  { file, start, code, messageText }: TypeScript.DiagnosticWithLocation,
): CompileError {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return {
    file: shown(file.fileName),
    line: line + 1,
    column: character + 1,
    code: `TS${code}`,
    message: ts.flattenDiagnosticMessageText(messageText, "\n"),
  };
}
