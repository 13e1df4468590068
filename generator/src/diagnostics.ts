/** A place in a description: what an editor opens, and what a machine resolves. */
export interface SourceLocation {
  /** The file as the user wrote its path, relative to the working directory, with `/`. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** JSON pointer of the place inside that file (RFC 6901). */
  readonly pointer: string;
}

/** One fault of a description, or a warning, with its place. */
export interface Diagnostic {
  readonly severity: "error" | "warning";
  /** A stable kebab-case word for the kind of cause. */
  readonly code: string;
  readonly message: string;
  readonly location: SourceLocation;
  /** The way out. */
  readonly hint?: string;
  /** Further places that take part, such as the first of two that collide. */
  readonly related?: readonly SourceLocation[];
}

/** Thrown when a description cannot be generated from; carries every cause found. */
export class DiagnosticsError extends Error {
  override readonly name = "DiagnosticsError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(formatDiagnostics(diagnostics));
    this.diagnostics = diagnostics;
  }
}

/** Formats diagnostics for people: `file:line:column  code  message`, then pointer, related places and hint. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map(formatDiagnostic).join("\n");
}

function formatDiagnostic({
  severity,
  code,
  message,
  location,
  hint,
  related = [],
}: Diagnostic): string {
  const lines = [
    `${formatPosition(location)}  ${severity === "warning" ? "warning " : ""}${code}  ${visible(shortened(message))}`,
    `    pointer: #${visible(shortened(location.pointer))}`,
    ...related.map((place) => `    see: ${formatPosition(place)}`),
  ];
  if (hint !== undefined) lines.push(`    hint: ${visible(shortened(hint))}`);
  return lines.join("\n");
}

function formatPosition({ file, line, column }: SourceLocation): string {
  return `${visible(file)}:${line}:${column}`;
}

/**
 * Text of a description goes to a terminal: control and bidirectional characters are shown as escapes.
 *
 * @param kept a control character to let through
 */
export function visible(text: string, kept = ""): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) =>
      character === kept
        ? character
        : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The most characters of a message that are shown; a text of the description may be a megabyte. */
const longest = 1000;

function shortened(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}… (${text.length} characters)`;
}

/**
 * Keeps one diagnostic per cause, errors as well as warnings: file by file as they first appear, in
 * each file in the order of the text.
 */
export function uniqueDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const { code, message, location } = diagnostic;
    const key = `${code} ${message} ${formatPosition(location)} ${location.pointer}`;
    if (!seen.has(key)) seen.set(key, diagnostic);
  }
  const unique = [...seen.values()];
  const files = [...new Set(unique.map(({ location }) => location.file))];
  return unique.toSorted(
    ({ location: a }, { location: b }) =>
      files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column,
  );
}
