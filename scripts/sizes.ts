import ts from "typescript";
import {
  listFiles,
  readSources,
  reportFindings,
  type Finding,
  type SourceText,
} from "./repository.ts";

const maximumLines = { file: 300, function: 60 };

/** The number of lines of a file or function, inner functions included. */
export interface Size {
  readonly path: string;
  /** The line, from 1, that it begins on. */
  readonly line: number;
  readonly lines: number;
}

/** The median, 90th percentile (nearest rank) and maximum of sizes, in lines. */
export interface Distribution {
  readonly count: number;
  readonly median: number;
  readonly p90: number;
  readonly max: number;
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

/** Computes the distribution of sizes; all zero without any. */
export function distribution(sizes: readonly Size[]): Distribution {
  const lines = sizes.map((size) => size.lines).toSorted((one, other) => one - other);
  const rank = (share: number) => lines[Math.max(0, Math.ceil(lines.length * share) - 1)] ?? 0;
  return { count: lines.length, median: rank(0.5), p90: rank(0.9), max: rank(1) };
}

/** Checks that no file has more than 300 lines and no function more than 60. */
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
  const folders = [
    "generator",
    "packages/runtime",
    "packages/mock",
    "packages/mcp",
    "packages/verify",
  ];
  const sources = readSources(listFiles(...folders.map((folder) => `${folder}/src/*.ts`)));
  for (const folder of folders) {
    const selected = sources.filter(({ path }) => path.startsWith(`${folder}/`));
    const print = (what: string, sizes: readonly Size[]) => {
      const { count, median, p90, max } = distribution(sizes);
      console.log(`${folder}: ${count} ${what}, lines: median ${median}, p90 ${p90}, max ${max}`);
    };
    print("files", selected.map(fileSize));
    print("functions", selected.flatMap(functionSizes));
  }
  if (process.argv.includes("--check")) {
    reportFindings(checkSizes(sources), `sizes of ${sources.length} files`);
  }
}
