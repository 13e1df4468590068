import type * as Yaml from "yaml";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { relative, sep } from "node:path";
import { CORE_SCHEMA, load } from "js-yaml";
import type { Document } from "yaml";
import type { Diagnostic, SourceLocation } from "../../diagnostics.ts";
import { pointerParts, type Json } from "../../json.ts";
import { JsonPositions } from "./json-positions.ts";
import { Positions } from "./positions.ts";
import { deepestNesting, isTooDeep, wellFormed } from "./plain-json.ts";

const require = createRequire(import.meta.url);

/** A file of a description, parsed once; positions are worked out only when somebody asks. */
export interface SourceFile {
  /** Absolute path or URL. */
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
 * Reads and parses a YAML or JSON file (YAML 1.2 core schema; OpenAPI 3.1, section 4.3 "Format"). One
 * that cannot be read has that among its diagnostics.
 */
export function readSourceFile(path: string): SourceFile {
  try {
    return parseSourceFile(path, readFileSync(path, "utf8"));
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    const location = { file: displayPath(path), line: 1, column: 1, pointer: "" };
    const unreadable: Diagnostic = {
      severity: "error",
      code: "file-unreadable",
      message: error.message.replace(/, \w+ '.*$|, \w+$/s, ""),
      location,
      hint: "see to it that the file may be read",
    };
    return {
      path,
      displayPath: location.file,
      text: "",
      value: undefined,
      diagnostics: [unreadable],
      locate: (pointer) => ({ ...location, pointer }),
    };
  }
}

/** A path as diagnostics show it: relative to the working directory, with `/`; a URL as it is. */
function displayPath(path: string): string {
  return /^https?:/.test(path) ? path : relative(process.cwd(), path).split(sep).join("/");
}

const start = { line: 1, column: 1 };

/** Parses the text of a file; `path` decides nothing but what diagnostics show. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const shown = displayPath(path);
  let positions: JsonPositions | Positions | undefined;
  const locate = (pointer: string): SourceLocation => {
    positions ??= isJson ? new JsonPositions(text) : positionsOf(text);
    return { file: shown, ...(positions?.locate(pointerParts(pointer)) ?? start), pointer };
  };
  const { value, problems, isJson = false } = parseText(text);
  const diagnostics = problems.map(({ message, line, column }): Diagnostic => ({
    severity: "error",
    code: "syntax",
    message,
    location: { file: shown, line, column, pointer: "" },
    hint: "the file must be valid YAML or JSON",
  }));
  return { path, displayPath: shown, text, value, diagnostics, locate };
}

interface Problem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

interface Parsed {
  readonly value: Json | undefined;
  readonly problems: readonly Problem[];
  readonly isJson?: boolean;
}

function parseText(text: string): Parsed {
  const refused = (message: string): Parsed => ({
    value: undefined,
    problems: [{ message, line: 1, column: 1 }],
  });
  const tooDeep = `the document is nested more than ${deepestNesting} levels deep`;
  try {
    const parsed = parseAnyText(text);
    // The parser of YAML tells of its own recursion as of a fault in the text.
    if (parsed.problems.some(({ message }) => message.startsWith("Maximum call stack")))
      return refused(tooDeep);
    if (parsed.value === undefined) return parsed;
    return isTooDeep(parsed.value)
      ? refused(tooDeep)
      : { ...parsed, value: wellFormed(parsed.value, text) };
  } catch (error) {
    // Parsers recurse.
    if (error instanceof RangeError) return refused(tooDeep);
    throw error;
  }
}

function parseAnyText(text: string): Parsed {
  if (text.trimStart().startsWith("{")) {
    try {
      return { value: JSON.parse(text) as Json, problems: [], isJson: true };
    } catch {
      // YAML in flow style starts with a brace too, and its parser says where the fault is.
    }
  }
  const value = parseQuickly(text);
  if (value !== undefined) return { value, problems: [] };
  // Few texts need it, and it takes its time to load.
  const { LineCounter, parseDocument } = require("yaml") as typeof Yaml;
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: true });
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

function toValue(document: Document.Parsed): Parsed {
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

/** Where a text cannot be read, every place is its beginning; the fault itself has a place of its own. */
function positionsOf(text: string): Positions | undefined {
  try {
    return new Positions(text);
  } catch {
    return undefined;
  }
}
