import type { DiagnosticCode, Severity } from "./diagnostic-codes.ts";
import { visible as visibleText } from "./escape.ts";

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

/** An error, a warning or a note about a description, with its place. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
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
    const shown = diagnostics.filter(({ severity }) => severity !== "info");
    super([formatDiagnostics(shown), ...countLines(diagnostics)].join("\n"));
    this.diagnostics = diagnostics;
  }
}

/** The most places of a diagnostic that are shown besides the first. */
const mostPlaces = 5;

const plurals: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ["error", "errors"],
  warning: ["warning", "warnings"],
  info: ["note", "notes"],
};

/** A line for each severity: how many there are, and of which codes, the most frequent first. */
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
    `${formatPosition(location)}  ${severity === "error" ? "" : `${severity} `}${code}  ${visible(shortened(message))}`,
    `    pointer: #${visible(shortened(location.pointer))}`,
    ...related.slice(0, mostPlaces).map((place) => `    see: ${formatPosition(place)}`),
  ];
  if (related.length > mostPlaces)
    lines.push(`    see: ${related.length - mostPlaces} more places, which --format json lists`);
  if (hint !== undefined) lines.push(`    hint: ${visible(shortened(hint))}`);
  return lines.join("\n");
}

function formatPosition({ file, line, column }: SourceLocation): string {
  return `${visible(file)}:${line}:${column}`;
}

/**
 * Text of a description goes to a terminal: control and bidirectional characters, and those that nobody sees, are shown
 * as escapes.
 *
 * @param kept a control character to let through
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

/** The most characters of a message that are shown; a text of the description may be a megabyte. */
const longest = 1000;

/** A text as it is shown: a very long one is cut. */
export function shortened(text: string): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest)}… (${text.length} characters)`;
}

/**
 * Codes of diagnostics whose message names the whole cause: where it is met in several places, they are places of one
 * diagnostic.
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
 * Keeps one diagnostic per cause, errors as well as warnings: file by file as they first appear, in
 * each file in the order of the text. What is misspelt is not said by itself where another diagnostic has its place, and
 * so says what comes of it.
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

/** One diagnostic of those that say the same of several places. */
function joined([first, ...others]: readonly Diagnostic[]): Diagnostic {
  if (first === undefined) throw new RangeError("there is no diagnostic to join");
  if (others.length === 0) return first;
  const related = [...(first.related ?? []), ...others.map(({ location }) => location)];
  return { ...first, message: `${first.message} (${others.length + 1} places)`, related };
}
