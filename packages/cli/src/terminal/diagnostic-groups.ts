import {
  codesOfFiles,
  shortened,
  visible,
  type Diagnostic,
} from "@openapi-packages/description/diagnostics/diagnostics";
import { wrapped } from "../wrapped.ts";
import { clipped, type Screen } from "./paint.ts";

/** The most codes that a summary shows. */
const mostCodes = 6;

/**
 * Returns lines for the warnings of a run, grouped by code, the most frequent first: how many there are, the place of
 * the first one and its message. Notes are counted by code.
 *
 * @param all says which option or command lists each warning
 */
export function diagnosticLines(
  warnings: readonly Diagnostic[],
  infos: readonly Diagnostic[],
  { paint, columns }: Screen,
  all: string,
): string[] {
  const notes = notesLine(infos);
  if (warnings.length === 0) return notes.map((line) => paint("dim", clipped(line, columns)));
  const groups = groupsOf(warnings);
  const shown = groups.slice(0, mostCodes);
  const width = Math.max(...shown.map(([code, { length }]) => headOf(code, length).length));
  // Few codes leave the room for more of each message.
  const layout = { width, isShort: shown.length <= mostCodes / 2 };
  const rest = groups.slice(mostCodes).map(([code]) => code);
  const [[example] = []] = groups;
  return [
    "",
    paint("yellow", `${warnings.length} ${warnings.length === 1 ? "warning" : "warnings"}`),
    ...shown.flatMap(([code, group]) => groupLines(code, group, layout, { paint, columns })),
    ...(rest.length === 0 ? [] : [clipped(`  and of ${counted(rest, "code")}`, columns)]),
    ...notes.map((line) => paint("dim", clipped(line, columns))),
    paint("dim", `Fix: openapi-packages explain ${example}; ${all}`),
  ];
}

/** A code with its diagnostics. */
type Group = readonly [code: string, diagnostics: readonly Diagnostic[]];

function groupsOf(diagnostics: readonly Diagnostic[]): Group[] {
  const groups = [...Map.groupBy(diagnostics, ({ code }) => code)];
  return groups.toSorted(([a, some], [b, more]) => more.length - some.length || (a < b ? -1 : 1));
}

const headOf = (code: string, count: number): string => (count === 1 ? code : `${code} (${count})`);

function groupLines(
  code: string,
  group: readonly Diagnostic[],
  { width, isShort }: { readonly width: number; readonly isShort: boolean },
  { paint, columns }: Screen,
): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const { file, line, column } = first.location;
  const position = codesOfFiles.has(first.code) ? "" : `:${line}:${column}`;
  const head = headOf(code, group.length).padEnd(width);
  const place = `${visible(file)}${position}`;
  return [
    `  ${paint("bold", head)}  ${paint("cyan", place)}`,
    ...messageLines(visible(shortened(first.message)), isShort ? 2 : 1, columns - 4),
    ...(isShort && first.hint !== undefined
      ? [paint("dim", clipped(`    hint: ${visible(shortened(first.hint))}`, columns))]
      : []),
  ];
}

/** Breaks a message into at most that many lines. */
function messageLines(message: string, most: number, columns: number): string[] {
  const lines = wrapped(message, columns);
  const last = lines.slice(most - 1).join(" ");
  return [...lines.slice(0, most - 1), ...(last === "" ? [] : [clipped(last, columns)])].map(
    (line) => `    ${line}`,
  );
}

function notesLine(infos: readonly Diagnostic[]): string[] {
  if (infos.length === 0) return [];
  const codes = groupsOf(infos).map(([code, { length }]) => headOf(code, length));
  return [`${infos.length} ${infos.length === 1 ? "note" : "notes"}: ${codes.join(", ")}`];
}

const counted = (codes: readonly string[], what: string): string =>
  `${codes.length} other ${codes.length === 1 ? what : `${what}s`}: ${codes.join(", ")}`;
