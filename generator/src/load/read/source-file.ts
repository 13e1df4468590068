import { readFileSync } from "node:fs";
import type { Diagnostic, SourceLocation } from "../../diagnostics.ts";
import { pointerParts, type Json } from "../../json.ts";
import type { Position } from "./lines.ts";
import { parseText } from "./parse-text.ts";
import { displayPath } from "./source-names.ts";

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
  /** The files that it was made of, where it is not one as it was read: a file and its overlays. */
  readonly parts?: readonly SourceFile[];
  /** The place of a JSON pointer, or of the nearest place above it that exists. */
  locate(pointer: string): SourceLocation;
}

/**
 * Reads and parses a YAML or JSON file (YAML 1.2 core schema; OpenAPI 3.1, section 4.3 "Format"). One
 * that cannot be read has that among its diagnostics.
 *
 * @param read gives its bytes, where they do not come from the file system
 */
export function readSourceFile(path: string, read = () => readFileSync(path)): SourceFile {
  try {
    return parseSourceFile(path, new TextDecoder("utf-8", utf8).decode(read()));
  } catch (error) {
    const reason = unreadableReason(error);
    if (reason === undefined) throw error;
    const location = { file: displayPath(path), line: 1, column: 1, pointer: "" };
    const unreadable: Diagnostic = {
      severity: "error",
      code: "file-unreadable",
      message: reason,
      location,
      hint: "see to it that the file may be read, and is text in UTF-8",
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

/** As `readFileSync` has it: a byte order mark is for the parser. */
const utf8 = { fatal: true, ignoreBOM: true };

/** Why a file cannot be read; `undefined` for an error of another kind. */
function unreadableReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("syscall" in error) return error.message.replace(/, \w+ '.*$|, \w+$/s, "");
  return "code" in error && error.code === "ERR_ENCODING_INVALID_ENCODED_DATA"
    ? "it is no text in UTF-8"
    : undefined;
}

/** Parses the text of a file; `path` decides nothing but what diagnostics show. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const shown = displayPath(path);
  const { value, problems, positions } = parseText(text);
  const placeOf = ({ line, column }: Position): SourceLocation => ({
    file: shown,
    line,
    column,
    pointer: "",
  });
  const diagnostics = problems.map((problem): Diagnostic => ({
    severity: "error",
    code: "syntax",
    message: problem.message,
    location: placeOf(problem),
    hint: problem.hint,
    ...(problem.related !== undefined && { related: problem.related.map(placeOf) }),
  }));
  const locate = (pointer: string): SourceLocation => ({
    file: shown,
    ...(positions?.locate(pointerParts(pointer)) ?? { line: 1, column: 1 }),
    pointer,
  });
  return { path, displayPath: shown, text, value, diagnostics, locate };
}
