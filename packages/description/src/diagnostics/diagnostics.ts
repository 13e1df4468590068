import { ExpectedError } from "./expected-error.ts";
import type { DiagnosticCode, Severity } from "./diagnostic-codes.ts";
import { visible as visibleText } from "../text/escape.ts";

/** A place in a description, with a line for editors and a JSON pointer for programs. */
export interface SourceLocation {
  /** The path of the file as the user wrote it, relative to the working directory, with `/`. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  /** The JSON pointer of the place in that file (RFC 6901). */
  readonly pointer: string;
}

/** An error, a warning or a note about a place in a description. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly location: SourceLocation;
  /** How to fix it. */
  readonly hint?: string;
  /** Other places involved, such as the first of two colliding names. */
  readonly related?: readonly SourceLocation[];
}

/**
 * Thrown when nothing can be generated from a description. It has all diagnostics that were found.
 */
export class DiagnosticsError extends ExpectedError {
  override readonly name = "DiagnosticsError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    const shown = diagnostics.filter(({ severity }) => severity !== "info");
    super([formatDiagnostics(shown), ...countLines(diagnostics)].join("\n"));
    this.diagnostics = diagnostics;
  }
}

/** The most related places that are shown. */
const mostPlaces = 5;

const plurals: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ["error", "errors"],
  warning: ["warning", "warnings"],
  info: ["note", "notes"],
};

/**
 * Returns one line per severity with the number of diagnostics and their codes, the most frequent
 * code first.
 */
export function countLines(diagnostics: readonly Diagnostic[]): string[] {
  return (["error", "warning", "info"] as const).flatMap((severity) => {
    const codes = new Map<string, number>();
    for (const one of diagnostics)
      if (one.severity === severity) codes.set(one.code, (codes.get(one.code) ?? 0) + 1);
    if (codes.size === 0) return [];
    const counts = [...codes].toSorted(([a, some], [b, more]) => more - some || (a < b ? -1 : 1));
    const sum = counts.reduce((total, [, count]) => total + count, 0);
    const [one, many] = plurals[severity];
    const listed = counts.map(([code, count]) => `${count} ${code}`).join(", ");
    return [`${sum} ${sum === 1 ? one : many}: ${listed}`];
  });
}

/**
 * Formats diagnostics for people: `file:line:column  code  message`, then the pointer, related
 * places and the hint.
 */
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
  const isOfFile = codesOfFiles.has(code);
  const at = isOfFile ? visible(location.file) : formatPosition(location);
  const lines = [
    `${at}  ${severity === "error" ? "" : `${severity} `}${code}  ${visible(shortened(message))}`,
    ...(isOfFile ? [] : [`    pointer: #${visible(shortened(location.pointer))}`]),
    ...related.slice(0, mostPlaces).map((place) => `    see: ${formatPosition(place)}`),
  ];
  if (related.length > mostPlaces)
    lines.push(`    see: ${related.length - mostPlaces} more places, which --format json lists`);
  if (hint !== undefined) lines.push(`    hint: ${visible(shortened(hint))}`);
  return lines.join("\n");
}

/** Codes about a file as a whole, which has no line to show, or does not even exist. */
export const codesOfFiles: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "description-not-found",
  "document-empty",
  "file-encoding",
  "file-unreadable",
  "not-openapi",
  "overlay-not-found",
]);

function formatPosition({ file, line, column }: SourceLocation): string {
  return `${visible(file)}:${line}:${column}`;
}

/**
 * Escapes control, bidirectional and invisible characters, so that text of a description cannot
 * manipulate a terminal.
 * @param kept a control character to leave as it is
 */
export function visible(text: string, kept = ""): string {
  return visibleText(
    text.replace(/[\t\n\r]/g, (character) =>
      character === kept
        ? character
        : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  );
}

/**
 * The most characters of a message that are shown; a text of the description may be a megabyte
 * long.
 */
const longest = 1000;

/** Shortens a very long text. */
export function shortened(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}… (${text.length} characters)`;
}

/**
 * Codes whose message names the whole cause. Diagnostics with the same message are merged into one
 * with several places.
 */
const causesOfManyPlaces: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  "default-invalid",
  "enum-invalid",
  "field-ignored",
  "field-invalid",
  "field-missing",
  "field-unknown",
  "field-version",
  "keyword-unknown",
  "openapi-lifted",
  "operation-id-missing",
  "pattern-ignored",
  "pattern-legacy",
  "pattern-slow",
  "ref-file-missing",
  "ref-remote",
  "ref-outside",
  "ref-unresolved",
  "required-misplaced",
  "security-scheme-unknown",
]);

/**
 * Returns one diagnostic per cause. Files are in the order in which they first appear, and
 * diagnostics of a file in the order of its text. A misspelt field is left out if another
 * diagnostic names it as a related place.
 */
export function uniqueDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const explained = new Set(
    diagnostics.flatMap(({ code, related = [] }) =>
      code === "field-unknown" ? [] : related.map(placeOf),
    ),
  );
  const seen = new Map<string, Map<string, Diagnostic>>();
  for (const diagnostic of inTextOrder(diagnostics)) {
    const { code, message, hint = "", location } = diagnostic;
    const place = placeOf(location);
    if (code === "field-unknown" && explained.has(place)) continue;
    const isOneCause = causesOfManyPlaces.has(code);
    const key = isOneCause ? `${code} ${message} ${hint}` : `${code} ${message} ${place}`;
    const known = seen.get(key) ?? new Map<string, Diagnostic>();
    if (!known.has(place)) seen.set(key, known.set(place, diagnostic));
  }
  return [...seen.values()].map((places) => joined([...places.values()]));
}

const placeOf = (location: SourceLocation): string =>
  `${formatPosition(location)} ${location.pointer}`;

function inTextOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const files = [...new Set(diagnostics.map(({ location }) => location.file))];
  const order = new Map(files.map((file, index) => [file, index]));
  return diagnostics.toSorted(
    ({ location: a }, { location: b }) =>
      (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0) || a.line - b.line || a.column - b.column,
  );
}

/** Merges diagnostics with the same message into one with several places. */
function joined([first, ...others]: readonly Diagnostic[]): Diagnostic {
  if (first === undefined) throw new RangeError("there is no diagnostic to join");
  if (others.length === 0) return first;
  const related = [...(first.related ?? []), ...others.map(({ location }) => location)];
  return { ...first, message: `${first.message} (${others.length + 1} places)`, related };
}
