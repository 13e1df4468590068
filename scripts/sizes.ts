import ts from "typescript";
import { matchesGlob } from "node:path";
import {
  formatFinding,
  listFiles,
  readSources,
  type Finding,
  type SourceText,
} from "./repository.ts";

const maximumLines = { file: 300, function: 60 };

/** The number of lines of a file or function, inner functions included. */
export interface Size {
  readonly path: string;
  /** Its first line, counted from 1. */
  readonly line: number;
  readonly lines: number;
}

/** Counts the lines of a file; a final line feed does not add one. */
export function fileSize({ path, text }: SourceText): Size {
  return { path, line: 1, lines: text.replace(/\n$/, "").split("\n").length };
}

/** Measures each function, method, accessor and constructor with a body in a file. */
export function functionSizes({ path, text }: SourceText): Size[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const sizes: Size[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line;
      const last = file.getLineAndCharacterOfPosition(node.getEnd()).line;
      sizes.push({ path, line: first + 1, lines: last - first + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return sizes;
}

/** Finds files of more than 300 lines and functions of more than 60, which may do too much. A finding is only a warning. */
export function checkSizes(sources: readonly SourceText[]): Finding[] {
  const tooLong = (rule: "file" | "function", sizes: readonly Size[]): Finding[] =>
    sizes
      .filter(({ lines }) => lines > maximumLines[rule])
      .map(({ path, line, lines }) => {
        const message = `${lines} lines, at most ${maximumLines[rule]}`;
        return { path, line, rule: `${rule}-size`, message };
      });
  return [
    ...tooLong("file", sources.map(fileSize)),
    ...tooLong("function", sources.flatMap(functionSizes)),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const folders = ["generator", "packages/{runtime,mock,zod,mcp,verify}"];
  const paths = listFiles("*.ts").filter((path) =>
    folders.some((folder) => matchesGlob(path, `${folder}/src/**`)),
  );
  for (const finding of checkSizes(readSources(paths)))
    console.log(`WARNING ${formatFinding(finding)}`);
  console.log(`sizes of ${paths.length} files`);
}
