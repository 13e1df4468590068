import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { CORE_SCHEMA, load } from "js-yaml";
import { isNode, LineCounter, parseDocument, type Document } from "yaml";
import type { Diagnostic, SourceLocation } from "../diagnostics.ts";
import { pointerParts, type Json } from "./json.ts";

/** A file of a description, parsed once; positions are worked out only when somebody asks. */
export interface SourceFile {
  /** Absolute path. */
  readonly path: string;
  /** The path that diagnostics show. */
  readonly displayPath: string;
  readonly text: string;
  readonly value: Json | undefined;
  /** Causes that keep the file from being read; `value` is `undefined` when there are any. */
  readonly diagnostics: readonly Diagnostic[];
  /** The place of a JSON pointer, or of the nearest place above it that exists. */
  locate(pointer: string): SourceLocation;
}

/**
 * Reads and parses a YAML or JSON file (YAML 1.2 core schema; OpenAPI 3.1, section 4.3 "Format").
 *
 * @throws the error of `node:fs` when the file cannot be read
 */
export function readSourceFile(path: string): SourceFile {
  return parseSourceFile(path, readFileSync(path, "utf8"));
}

/** Parses the text of a file; `path` decides nothing but what diagnostics show. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const displayPath = relative(process.cwd(), path).split(sep).join("/");
  let positions: Positions | undefined;
  const locate = (pointer: string): SourceLocation => {
    positions ??= parsePositions(text);
    return { file: displayPath, ...locateIn(positions, pointer) };
  };
  const { value, problems } = parseText(text);
  const diagnostics = problems.map(({ message, line, column }): Diagnostic => ({
    severity: "error",
    code: "syntax",
    message,
    location: { file: displayPath, line, column, pointer: "" },
    hint: "the file must be valid YAML or JSON",
  }));
  return { path, displayPath, text, value, diagnostics, locate };
}

interface Problem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

function parseText(text: string): { value: Json | undefined; problems: Problem[] } {
  if (text.trimStart().startsWith("{")) {
    try {
      return { value: JSON.parse(text) as Json, problems: [] };
    } catch {
      // YAML in flow style starts with a brace too, and its parser says where the fault is.
    }
  }
  const value = parseQuickly(text);
  if (value !== undefined) return { value, problems: [] };
  const { document, lines } = parsePositions(text);
  const problems = document.errors.map(({ message, pos }) => {
    const { line, col } = lines.linePos(pos[0]);
    return {
      message: message.split("\n")[0]?.replace(/ at line \d+, column \d+:?$/, "") ?? message,
      line,
      column: col,
    };
  });
  if (problems.length > 0) return { value: undefined, problems };
  return toValue(document);
}

/**
 * Most texts need no positions, and without them a parser is five times as fast. It is not asked
 * about texts that it may read differently: those with faults, and with aliases, whose expansion has
 * to be bounded.
 */
function parseQuickly(text: string): Json | undefined {
  try {
    return (load(text, { schema: CORE_SCHEMA, maxAliases: 0 }) as Json | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function toValue(document: Document.Parsed): { value: Json | undefined; problems: Problem[] } {
  try {
    return {
      value: (document.toJS({ maxAliasCount: 1000 }) as Json | null) ?? undefined,
      problems: [],
    };
  } catch (error) {
    return {
      value: undefined,
      problems: [{ message: (error as Error).message, line: 1, column: 1 }],
    };
  }
}

interface Positions {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

function parsePositions(text: string): Positions {
  const lines = new LineCounter();
  return { document: parseDocument(text, { lineCounter: lines, prettyErrors: true }), lines };
}

function locateIn({ document, lines }: Positions, pointer: string): Omit<SourceLocation, "file"> {
  const parts = pointerParts(pointer);
  for (let length = parts.length; length > 0; length -= 1) {
    const offset = keyOffset(document, parts.slice(0, length));
    if (offset !== undefined) {
      const { line, col } = lines.linePos(offset);
      return { line, column: col, pointer };
    }
  }
  return { line: 1, column: 1, pointer };
}

/** The offset of the last part's key in a mapping, or of its item in a sequence. */
function keyOffset(document: Document.Parsed, parts: readonly string[]): number | undefined {
  const last = parts.at(-1);
  const parent: unknown =
    parts.length === 1 ? document.contents : document.getIn(parts.slice(0, -1), true);
  const items: unknown =
    typeof parent === "object" && parent !== null && "items" in parent ? parent.items : undefined;
  if (!Array.isArray(items)) return undefined;
  for (const [index, item] of items.entries()) {
    const key: unknown = isNode(item) ? item : (item as { key?: unknown }).key;
    const name = isNode(item) ? String(index) : String((key as { value?: unknown }).value);
    if (name === last && isNode(key)) return key.range?.[0];
  }
  return undefined;
}
