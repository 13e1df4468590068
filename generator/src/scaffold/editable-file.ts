import { ts } from "ts-morph";
import { applyEdits, type TextEdit } from "@openapi-packages/description/load/edit/text-edit";

/** The code style of a user's file. */
export interface TextStyle {
  readonly lineEnd: string;
  /** One level of indentation. */
  readonly indent: string;
  readonly quote: string;
  /** `;`, or empty if statements end without one. */
  readonly semicolon: string;
}

/** A user's file, which is changed only by edits of its text. */
export class EditableFile {
  /** The path relative to the folder of handlers, with `/`. */
  readonly path: string;
  /** The text on disk. */
  readonly original: string;
  readonly style: TextStyle;
  #text: string;
  #tree: ts.SourceFile;
  #edits: TextEdit[] = [];

  constructor(path: string, text: string) {
    this.path = path;
    this.original = text;
    this.#text = text;
    this.#tree = parse(path, text);
    this.style = styleOf(this.#tree);
  }

  /** The text with all applied edits. */
  get text(): string {
    return this.#text;
  }

  /** The syntax tree of {@link text}. */
  get tree(): ts.SourceFile {
    return this.#tree;
  }

  get isChanged(): boolean {
    return this.#text !== this.original;
  }

  insert(at: number, text: string): void {
    this.replace(at, at, text);
  }

  replace(start: number, end: number, text: string): void {
    this.#edits.push({ start, end, text });
  }

  /** Applies the collected edits. Positions from before are invalid afterwards. */
  applyEdits(): void {
    if (this.#edits.length === 0) return;
    this.#text = applyEdits(this.#text, this.#edits);
    this.#edits = [];
    this.#tree = parse(this.path, this.#text);
  }

  /** Returns the offset of the start of a line. */
  lineStart(position: number): number {
    return this.#text.lastIndexOf("\n", position - 1) + 1;
  }

  /** Returns the indentation of a line. */
  indentAt(position: number): string {
    return /^[ \t]*/.exec(this.#text.slice(this.lineStart(position)))?.[0] ?? "";
  }

  /** Returns the offset after the comments that follow a position on its line. */
  afterComments(position: number): number {
    return ts.getTrailingCommentRanges(this.#text, position)?.at(-1)?.end ?? position;
  }

  /** True if only white space follows on the line. */
  endsLine(position: number): boolean {
    return /^[ \t]*(\r?\n|$)/.test(this.#text.slice(position, position + 1000));
  }
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function styleOf(tree: ts.SourceFile): TextStyle {
  const { text, statements } = tree;
  const last = statements.findLast(ts.isImportDeclaration) ?? statements[0];
  const specifier = last && ts.isImportDeclaration(last) ? last.moduleSpecifier.getText(tree) : "";
  const indent = /^(\t| {2,8})(?=[^\s*])/m.exec(text)?.[1] ?? "  ";
  return {
    lineEnd: /\r?\n/.exec(text)?.[0] ?? "\n",
    indent,
    quote: specifier.startsWith("'") ? "'" : '"',
    semicolon: last === undefined || last.getText(tree).endsWith(";") ? ";" : "",
  };
}

/**
 * Converts text from Prettier's style to the style of a file: line ends, indentation and semicolons.
 *
 * @param indent the indentation of every line but the first
 */
export function inStyle(text: string, style: TextStyle, indent = ""): string {
  const lines = text.split("\n").map((line, index) => {
    const [, spaces = "", rest = ""] = /^((?: {2})*)(.*)$/.exec(line) ?? [];
    const isComment = /^ ?(\*|\/\*\*)/.test(rest);
    const code = isComment || style.semicolon !== "" ? rest : rest.replace(/;$/, "");
    const start = index === 0 || rest === "" ? "" : indent;
    return start + style.indent.repeat(spaces.length / 2) + code;
  });
  return lines.join(style.lineEnd);
}

/** Finds every identifier with a name in a tree, not in comments. */
export function identifiersOf(tree: ts.SourceFile, name: string): ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name) found.push(node);
    ts.forEachChild(node, visit);
  };
  if (tree.text.includes(name)) visit(tree);
  return found;
}

/** Returns a name that is free in a file: the given one, or that with the smallest number from 2 on. */
export function freeName(tree: ts.SourceFile, name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}${number}`;
    if (!taken.has(candidate) && identifiersOf(tree, candidate).length === 0) return candidate;
  }
}
