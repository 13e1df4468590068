import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import ts from "typescript";
import { bundleWithMap } from "./bundle.ts";

/** A declaration of a module, or a member of a class, in a bundle. */
export interface BundledMember {
  /** `send`, or `OperationCall.then` for a member of a class. */
  readonly name: string;
  /** Its file, from the working directory, with `/`. */
  readonly file: string;
  /** Its bytes in the bundle. */
  readonly minified: number;
  /** The bytes by which the gzipped bundle is smaller without it. */
  readonly gzipped: number;
  /** The first sentence of its TSDoc; empty for one without. */
  readonly purpose: string;
}

/** The place of a declaration in its file. */
interface Declared {
  readonly name: string;
  readonly purpose: string;
  readonly start: number;
  readonly end: number;
}

/** The characters of a bundle that come from one declaration, as ranges of its text. */
interface Pieces {
  readonly file: string;
  readonly declared: Declared | undefined;
  readonly ranges: [start: number, end: number][];
}

/**
 * Bundles a program, and lists what it is made of, the largest first. Together they are the whole bundle.
 * What is in no declaration, such as the program itself, has an empty name.
 */
export async function bundledMembers(contents: string, folder: string): Promise<BundledMember[]> {
  const { text, map } = await bundleWithMap(contents, folder);
  const whole = gzipped(text);
  const members = piecesOf(text, new SourceMap(JSON.parse(map) as SourceMapPayload), folder).map(
    ({ file, declared, ranges }): BundledMember => ({
      name: declared?.name ?? "",
      file: relative(process.cwd(), file).replaceAll("\\", "/"),
      minified: Buffer.byteLength(ranges.map(([start, end]) => text.slice(start, end)).join("")),
      gzipped: whole - gzipped(without(text, ranges)),
      purpose: declared?.purpose ?? "",
    }),
  );
  return members.toSorted((one, other) => other.minified - one.minified);
}

function piecesOf(text: string, map: SourceMap, folder: string): Pieces[] {
  const declarationAt = declarationFinder();
  const pieces = new Map<string, Pieces>();
  let start = 0;
  for (const [line, lineText] of text.split(/(?<=\n)/).entries()) {
    for (let column = 0; column < lineText.length; column++) {
      const entry = map.findEntry(line, column);
      const isKnown = "originalSource" in entry;
      const file = isKnown ? resolve(folder, entry.originalSource) : "";
      const declared = isKnown
        ? declarationAt(file, entry.originalLine, entry.originalColumn)
        : undefined;
      const key = `${file} ${declared?.name}`;
      const { ranges } = getOrAdd(pieces, key, { file, declared, ranges: [] });
      const last = ranges.at(-1);
      if (last?.[1] === start + column) last[1] += 1;
      else ranges.push([start + column, start + column + 1]);
    }
    start += lineText.length;
  }
  return [...pieces.values()];
}

function getOrAdd<Value>(map: Map<string, Value>, key: string, added: Value): Value {
  const value = map.get(key) ?? added;
  map.set(key, value);
  return value;
}

const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length;

function without(text: string, pieces: readonly (readonly [number, number])[]): string {
  let rest = "";
  let from = 0;
  for (const [start, end] of pieces) {
    rest += text.slice(from, start);
    from = end;
  }
  return rest + text.slice(from);
}

interface ParsedFile {
  readonly file: ts.SourceFile;
  readonly declared: readonly Declared[];
}

type FindDeclaration = (path: string, line: number, column: number) => Declared | undefined;

/** Returns a function that finds the declaration at a place, and reads each file once. */
function declarationFinder(): FindDeclaration {
  const parsed = new Map<string, ParsedFile | undefined>();
  return (path, line, column) => {
    if (!parsed.has(path)) parsed.set(path, parse(path));
    const found = parsed.get(path);
    const position = found?.file.getPositionOfLineAndCharacter(line, column) ?? 0;
    return found?.declared.find(({ start, end }) => start <= position && position < end);
  };
}

/** `undefined` for the program itself, which is no file. */
function parse(path: string): ParsedFile | undefined {
  if (!/\.[mc]?[jt]s$/.test(path) || path.endsWith("/<stdin>")) return undefined;
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  return { file, declared: file.statements.flatMap((statement) => declarations(statement)) };
}

/** The members of a class come before the class, which has what is in none of them. */
function declarations(statement: ts.Statement): Declared[] {
  if (ts.isVariableStatement(statement)) {
    const name = statement.declarationList.declarations.map((one) => one.name.getText()).join(", ");
    return [declarationOf(name, statement)];
  }
  if (ts.isFunctionDeclaration(statement))
    return [declarationOf(statement.name?.text ?? "default", statement)];
  if (!ts.isClassDeclaration(statement)) return [];
  const className = statement.name?.text ?? "default";
  const members = statement.members.map((member) =>
    declarationOf(`${className}.${member.name?.getText() ?? "constructor"}`, member),
  );
  return [...members, declarationOf(className, statement)];
}

function declarationOf(name: string, node: ts.Node): Declared {
  const documentation = ts.getJSDocCommentsAndTags(node).find((one) => ts.isJSDoc(one));
  const text = ts.getTextOfJSDocComment(documentation?.comment)?.replace(/\s+/g, " ") ?? "";
  const [sentence] = /^.*?\.(?=\s|$)/.exec(text) ?? [text];
  return { name, purpose: sentence, start: node.getStart(), end: node.end };
}
