import { readFileSync } from "node:fs";
import { severityOf } from "../../diagnostics/diagnostic-codes.ts";
import type { Diagnostic, SourceLocation } from "../../diagnostics/diagnostics.ts";
import { pointerParts, type Json } from "../../json/json.ts";
import type { Position } from "./lines.ts";
import { parseText } from "./parse-text.ts";
import { displayPath } from "./source-names.ts";

/** A parsed file of a description. Positions are computed on demand. */
export interface SourceFile {
  /** Absolute path or URL. */
  readonly path: string;
  /** The path shown in diagnostics. */
  readonly displayPath: string;
  readonly text: string;
  readonly value: Json | undefined;
  /** Faults in its text; `value` is `undefined` if one of them is an error. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files it was made of, if there are several: a file and its overlays. */
  readonly parts?: readonly SourceFile[];
  /** Returns the position of a JSON pointer, or of its nearest ancestor that exists. */
  locate(pointer: string): SourceLocation;
}

/**
 * Reads and parses a YAML or JSON file (YAML 1.2 core schema; OpenAPI 3.1, section 4.3 "Format"). An
 * unreadable file has that as a diagnostic.
 *
 * @param read returns the bytes; by default they are read from the file system
 */
export function readSourceFile(path: string, read = () => readFileSync(path)): SourceFile {
  const location = { file: displayPath(path), line: 1, column: 1, pointer: "" };
  try {
    const { text, encoding } = decode(read());
    const file = parseSourceFile(path, text);
    if (encoding === "utf-8") return file;
    const undeclared: Diagnostic = {
      severity: severityOf("file-encoding"),
      code: "file-encoding",
      message: `it is not valid UTF-8, so ${encoding} is assumed`,
      location,
      hint: "save it in UTF-8",
    };
    return { ...file, diagnostics: [undeclared, ...file.diagnostics] };
  } catch (error) {
    const reason = unreadableReason(error);
    if (reason === undefined) throw error;
    const unreadable: Diagnostic = {
      severity: severityOf("file-unreadable"),
      code: "file-unreadable",
      message: reason,
      location,
      hint: "check that the file can be read",
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

/**
 * Decodes a file in UTF-8, in UTF-16 with a byte order mark, or in windows-1252, which old Windows editors
 * write.
 */
function decode(bytes: Uint8Array): { readonly text: string; readonly encoding: string } {
  const mark = `${bytes[0] ?? 0} ${bytes[1] ?? 0}`;
  const marked = { "255 254": "utf-16le", "254 255": "utf-16be" }[mark];
  const encodings = marked === undefined ? ["utf-8", "windows-1252"] : [marked];
  for (const encoding of encodings) {
    try {
      // As with `readFileSync`, the parser handles a UTF-8 byte order mark.
      const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: encoding === "utf-8" });
      return { text: decoder.decode(bytes), encoding };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return { text: new TextDecoder().decode(bytes), encoding: "utf-8" };
}

/** Returns why a file cannot be read; `undefined` for any other error. */
function unreadableReason(error: unknown): string | undefined {
  return error instanceof Error && "syscall" in error
    ? error.message.replace(/, \w+ '.*$|, \w+$/s, "")
    : undefined;
}

/** Parses the text of a file. `path` is used for diagnostics only. */
export function parseSourceFile(path: string, text: string): SourceFile {
  const shown = displayPath(path);
  const { value, problems, positions } = parseText(text, /\.json(?:[?#]|$)/i.test(path));
  const placeOf = ({ line, column }: Position): SourceLocation => ({
    file: shown,
    line,
    column,
    pointer: "",
  });
  const diagnostics = problems.map((problem): Diagnostic => ({
    severity: severityOf(problem.code),
    code: problem.code,
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
