import type { Verdict } from "@openapi-packages/cli/explain/pages";
import {
  type SourceLocation,
  visible,
} from "@openapi-packages/description/diagnostics/diagnostics";
import type { Verdicts } from "../../../changes/diff/change-kinds.ts";
import type { Change, TouchedNames } from "../../../changes/diff/change-types.ts";
import type {
  CompileError,
  CompiledImpact,
  ImpactedChange,
} from "../../../changes/impact/impact-types.ts";
import { surfaceSummary } from "./surface-report.ts";
import type { Diff } from "./diff.ts";

/** The names of the audiences in reports. */
export const audiences: Readonly<Record<keyof Verdicts, string>> = {
  compile: "callers compiling",
  run: "callers running",
  handlers: "handlers",
};

/** The audiences, in the order of reports. */
export const audienceKeys = Object.keys(audiences) as (keyof Verdicts)[];

/** The most names of a kind that a line lists. */
const mostNames = 5;

/** The worst of the verdicts of a change. */
export function worst({ verdicts }: ImpactedChange): Verdict {
  const all = audienceKeys.map((key) => verdicts[key]);
  return (["breaking", "compatible"] as const).find((one) => all.includes(one)) ?? "none";
}

/** Sorts breaking changes before others. */
export function inOrder(changes: readonly ImpactedChange[]): readonly ImpactedChange[] {
  const ranks = { breaking: 0, compatible: 1, none: 2 };
  return changes.toSorted((one, other) => ranks[worst(one)] - ranks[worst(other)]);
}

/** Returns the last lines of a report: how many changes there are, and how many of them break whom. */
export function summary({ changes, compiled, surface, stability }: Diff): string[] {
  const counts = audienceKeys.map((key) => {
    const count = changes.filter(({ verdicts }) => verdicts[key] === "breaking").length;
    return `${count} break ${audiences[key]}`;
  });
  const changed =
    changes.length === 0
      ? "no visible change"
      : `${counted(changes.length, "change")}: ${counts.join(", ")}`;
  const excused = changes.filter((change) => change.excused !== undefined).length;
  return [
    changed,
    ...(excused === 0 ? [] : [`${excused} not counted for callers, by --stability ${stability}`]),
    ...(compiled === undefined ? [] : [compiledSummary(compiled)]),
    ...(surface === undefined ? [] : [surfaceSummary(surface)]),
  ];
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

function compiledSummary(compiled: CompiledImpact): string {
  const errors = allErrors(compiled);
  const places = new Set(errors.map(({ file }) => file)).size;
  const files = counted(compiled.files, "file");
  const later =
    errors.length === 0
      ? `${files} of yours compile as before`
      : `${counted(errors.length, "error")} of the compiler in ${places} of ${files} of yours`;
  return compiled.earlier === 0
    ? later
    : `${later}; ${counted(compiled.earlier, "error")} of before`;
}

/** Returns all compile errors without duplicates. */
export function allErrors({ byChange, other }: CompiledImpact): readonly CompileError[] {
  return [...new Set([...[...byChange.values()].flat(), ...other])];
}

/** Formats the place of a compile error. */
export const errorPlace = ({ file, line, column }: CompileError): string =>
  `${visible(file)}:${line}:${column}`;

/** Lists the audiences that a change breaks. */
export function brokenText({ verdicts }: Change): string {
  return audienceKeys
    .filter((key) => verdicts[key] === "breaking")
    .map((key) => audiences[key])
    .join(", ");
}

/** Formats a place in a description; an empty string if there is none. */
export function placeText(place: SourceLocation | undefined): string {
  return place === undefined ? "" : `${visible(place.file)}:${place.line}:${place.column}`;
}

/** Lists the names in code that a change affects. Handlers have the same names as methods. */
export function touchedText(touches: TouchedNames, shown: (name: string) => string): string {
  const { types, methods, mocks, modules } = touches;
  const kinds = { types, "methods and handlers": methods, mocks, modules };
  return Object.entries(kinds)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${kind} ${listed(names, shown)}`)
    .join("; ");
}

/** Lists the first few names and the number of the others. */
export function listed(names: readonly string[], shown: (name: string) => string): string {
  const rest = names.length - mostNames;
  const first = names.slice(0, mostNames).map(shown).join(", ");
  return `${first}${rest > 0 ? ` and ${rest} more` : ""}`;
}
