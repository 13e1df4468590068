import { dirname } from "node:path";
import type TypeScript from "typescript";
import type { OverlaidFiles } from "./overlaid-files.ts";
import type { UserProject } from "./user-projects.ts";

/** Parses each file once for several programs, as long as its text is the same. */
export class ParsedFiles {
  readonly #files = new Map<string, TypeScript.SourceFile>();

  parsed(
    path: string,
    text: string,
    options: string,
    parse: () => TypeScript.SourceFile,
  ): TypeScript.SourceFile {
    const key = `${path}\n${options}`;
    const known = this.#files.get(key);
    if (known?.text === text) return known;
    const file = parse();
    this.#files.set(key, file);
    return file;
  }
}

/** A compiler host that reads the generated code. */
interface OverlaidHost extends TypeScript.CompilerHost {
  /** Reads the sources of referenced projects, whether or not these are built. */
  useSourceOfProjectReferenceRedirect(): boolean;
}

/** Creates the program of a project with the code of one description. */
export function createUserProgram(
  ts: typeof TypeScript,
  project: UserProject,
  files: OverlaidFiles,
  parsed: ParsedFiles,
): TypeScript.Program {
  const { options } = project;
  const host: OverlaidHost = {
    ...ts.createCompilerHost(options, true),
    getCurrentDirectory: () => dirname(project.tsconfig),
    fileExists: (path) => files.fileExists(path),
    readFile: (path) => files.readFile(path),
    directoryExists: (path) => files.directoryExists(path),
    realpath: (path) => files.realpath(path),
    useSourceOfProjectReferenceRedirect: () => true,
    getSourceFile(path, how) {
      const text = files.readFile(path);
      if (text === undefined) return undefined;
      return parsed.parsed(path, text, JSON.stringify(how), () =>
        ts.createSourceFile(path, text, how, true),
      );
    },
  };
  const rootNames = project.files.filter((path) => files.fileExists(path));
  return ts.createProgram({ rootNames, options, projectReferences: project.references, host });
}

/** Returns the user's own files of a program, which are neither installed nor generated. */
export function ownFiles(
  program: TypeScript.Program,
  files: OverlaidFiles,
): readonly TypeScript.SourceFile[] {
  return program
    .getSourceFiles()
    .filter(
      (file) =>
        !program.isSourceFileDefaultLibrary(file) &&
        !program.isSourceFileFromExternalLibrary(file) &&
        !/[\\/]node_modules[\\/]/.test(file.fileName) &&
        !files.isGenerated(file.fileName),
    );
}

/** Returns the compiler's errors in a file. */
export function fileErrors(
  program: TypeScript.Program,
  file: TypeScript.SourceFile,
): readonly TypeScript.DiagnosticWithLocation[] {
  const { declaration } = program.getCompilerOptions();
  const all = [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
    ...(declaration === true ? program.getDeclarationDiagnostics(file) : []),
  ];
  return all.filter(
    (one): one is TypeScript.DiagnosticWithLocation =>
      one.file !== undefined && one.start !== undefined && one.category === 1,
  );
}
