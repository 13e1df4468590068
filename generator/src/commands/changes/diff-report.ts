import {
  shortened,
  visible,
  type SourceLocation,
} from "@openapi-packages/description/diagnostics/diagnostics";
import type { Verdict } from "@openapi-packages/cli/explain/pages";
import type { Verdicts } from "../../changes/diff/change-kinds.ts";
import type { Change, TouchedNames } from "../../changes/diff/change-types.ts";
import { markdownCode, markdownPlain } from "@openapi-packages/description/text/escape";
import type {
  CompiledImpact,
  CompileError,
  HandlerPlace,
  ImpactedChange,
} from "../../changes/impact/impact-types.ts";
import type { Annotation } from "@openapi-packages/cli/annotation";
import { githubText } from "../github-report.ts";
import type { CompiledDocument, DiffDocument } from "./json-documents.ts";
import { jsonText } from "@openapi-packages/cli/json-text";
import type { ComparedSurfaces } from "./diff-surfaces.ts";
import {
  surfaceAnnotations,
  surfaceLines,
  surfaceMarkdown,
  surfaceSummary,
} from "./surface-report.ts";

/** The names of both descriptions, as given on the command line. */
export interface DiffSides {
  readonly base: string;
  readonly head: string;
}

/** The result of a comparison, which reports show. */
export interface Diff extends DiffSides {
  readonly changes: readonly ImpactedChange[];
  /** The compile errors in the user's projects; `undefined` without `--project`. */
  readonly compiled: CompiledImpact | undefined;
  /** How the API of the generated packages differs; `undefined` without packages. */
  readonly surface: ComparedSurfaces | undefined;
  /** The least stable parts that the judged callers use; `undefined` without `--stability`. */
  readonly stability: DiffDocument["stability"];
}

/** Formats a report. */
type DiffReport = (diff: Diff) => string;

/** The report of each `--format` of `diff`. */
export const diffReports = {
  pretty: prettyDiff,
  markdown: markdownDiff,
  json: jsonDiff,
  github: githubDiff,
} as const satisfies Record<string, DiffReport>;

/** The names of the audiences in reports. */
const audiences: Readonly<Record<keyof Verdicts, string>> = {
  compile: "callers compiling",
  run: "callers running",
  handlers: "handlers",
};

const audienceKeys = Object.keys(audiences) as (keyof Verdicts)[];

/** The most names of a kind that a line lists. */
const mostNames = 5;

/** The worst of the verdicts of a change. */
function worst({ verdicts }: ImpactedChange): Verdict {
  const all = audienceKeys.map((key) => verdicts[key]);
  return (["breaking", "compatible"] as const).find((one) => all.includes(one)) ?? "none";
}

/** Sorts breaking changes before others. */
function inOrder(changes: readonly ImpactedChange[]): readonly ImpactedChange[] {
  const ranks = { breaking: 0, compatible: 1, none: 2 };
  return changes.toSorted((one, other) => ranks[worst(one)] - ranks[worst(other)]);
}

function summary({ changes, compiled, surface, stability }: Diff): string[] {
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

function prettyDiff(diff: Diff): string {
  const { compiled } = diff;
  const lines = inOrder(diff.changes).flatMap((change) => {
    const { code, message, base, head, touches, errors, handlerFiles, excused } = change;
    const names = touchedText(touches, (name) => visible(name));
    const broken = brokenText(change);
    return [
      `${placeText(head ?? base)}  ${worst(change)} ${code}  ${visible(shortened(message))}`,
      ...(broken === "" ? [] : [`    breaks: ${broken}`]),
      ...(excused === undefined ? [] : [`    callers: not counted, it was ${excused}`]),
      ...(head === undefined || base === undefined ? [] : [`    was: ${placeText(base)}`]),
      ...(names === "" ? [] : [`    touches: ${names}`]),
      ...handlerFiles.map((place) => `    handler: ${handlerText(place)}`),
      ...errors.map((error) => `    does not compile: ${errorText(error)}`),
    ];
  });
  const other = (compiled?.other ?? []).map((error) => `    ${errorText(error)}`);
  const heading =
    other.length === 0 ? [] : ["does not compile, for reasons that are not a single change:"];
  const notes = (compiled?.notes ?? []).map((note) => `note: ${note}`);
  const own = diff.surface === undefined ? [] : surfaceLines(diff.surface);
  return `${[...lines, ...own, ...heading, ...other, ...notes, ...summary(diff)].join("\n")}\n`;
}

const handlerText = ({ handler, file, line }: HandlerPlace): string =>
  `${visible(file)}${line === undefined ? "" : `:${line}`} (${visible(handler)})`;

const errorPlace = ({ file, line, column }: CompileError): string =>
  `${visible(file)}:${line}:${column}`;

/** The place, code and first line of a compile error; its further lines only give the compiler's reasoning. */
function errorText(error: CompileError): string {
  const [first = ""] = error.message.split("\n");
  return `${errorPlace(error)} ${error.code}: ${visible(shortened(first))}`;
}

function brokenText({ verdicts }: Change): string {
  return audienceKeys
    .filter((key) => verdicts[key] === "breaking")
    .map((key) => audiences[key])
    .join(", ");
}

function placeText(place: SourceLocation | undefined): string {
  return place === undefined ? "" : `${visible(place.file)}:${place.line}:${place.column}`;
}

/** Lists the names in code that a change affects. Handlers have the same names as methods. */
function touchedText(touches: TouchedNames, shown: (name: string) => string): string {
  const { types, methods, mocks, modules } = touches;
  const kinds = { types, "methods and handlers": methods, mocks, modules };
  return Object.entries(kinds)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => `${kind} ${listed(names, shown)}`)
    .join("; ");
}

function listed(names: readonly string[], shown: (name: string) => string): string {
  const rest = names.length - mostNames;
  const first = names.slice(0, mostNames).map(shown).join(", ");
  return `${first}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function markdownDiff(diff: Diff): string {
  const { base, head, changes, compiled } = diff;
  const title = `### API changes: ${markdownCode(base)} to ${markdownCode(head)}`;
  const lines = [title, "", `${summary(diff).map(markdownPlain).join(". ")}.`];
  const heads = audienceKeys.map((key) => audiences[key]);
  const rows = inOrder(changes).map((change) => {
    const { code, message, verdicts, touches, excused } = change;
    const was = excused === undefined ? "" : ` (it was ${excused})`;
    const place = change.head ?? change.base;
    const where = place === undefined ? "" : ` (${markdownCode(placeText(place))})`;
    const cells = [
      `${markdownPlain(shortened(message))}${where}, ${markdownCode(code)}${was}${markdownPlaces(change)}`,
      ...audienceKeys.map((key) => (verdicts[key] === "breaking" ? "**breaking**" : verdicts[key])),
      touchedText(touches, markdownCode),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const table = [`| change | ${heads.join(" | ")} | touches |`, "|---|---|---|---|---|", ...rows];
  const errors = compiled === undefined ? [] : allErrors(compiled);
  const list = errors.map(
    (error) =>
      `- ${markdownCode(errorPlace(error))} ${error.code}: ${markdownPlain(shortened(error.message.split("\n")[0] ?? ""))}`,
  );
  return `${[
    ...lines,
    ...(changes.length === 0 ? [] : ["", ...table]),
    ...(diff.surface === undefined ? [] : surfaceMarkdown(diff.surface)),
    ...(list.length === 0 ? [] : ["", "#### Does not compile", "", ...list]),
    ...(compiled?.notes ?? []).flatMap((note) => ["", markdownPlain(note)]),
  ].join("\n")}\n`;
}

/** Lists the places in the user's code that a change breaks. */
function markdownPlaces({ errors, handlerFiles }: ImpactedChange): string {
  const kinds = [
    [
      "handlers",
      handlerFiles.map(({ file, line }) => (line === undefined ? file : `${file}:${line}`)),
    ],
    ["does not compile", errors.map(errorPlace)],
  ] as const;
  return kinds
    .filter(([, places]) => places.length > 0)
    .map(([kind, places]) => `; ${kind}: ${listed(places, markdownCode)}`)
    .join("");
}

function jsonDiff({ changes, compiled, surface, stability, ...sides }: Diff): string {
  const countsFor = (key: keyof Verdicts): Readonly<Record<Verdict, number>> => {
    const of = Map.groupBy(changes, ({ verdicts }) => verdicts[key]);
    const count = (verdict: Verdict): number => of.get(verdict)?.length ?? 0;
    return { breaking: count("breaking"), compatible: count("compatible"), none: count("none") };
  };
  const counts = {
    compile: countsFor("compile"),
    run: countsFor("run"),
    handlers: countsFor("handlers"),
  };
  const document: DiffDocument = {
    ...sides,
    ...(stability === undefined ? {} : { stability }),
    counts,
    changes: inOrder(changes),
    ...(compiled === undefined ? {} : { compiled: compiledDocument(compiled) }),
    ...(surface === undefined ? {} : { surface }),
  };
  return jsonText(document);
}

function compiledDocument(compiled: CompiledImpact): CompiledDocument {
  const { files, earlier, other, notes } = compiled;
  return { files, errors: allErrors(compiled).length, earlier, other, notes };
}

function githubDiff(diff: Diff): string {
  const { head: file, changes, compiled } = diff;
  const annotations = inOrder(changes).map((change): Annotation => {
    const { code, message, base, head, touches, excused } = change;
    const lines = [
      visible(shortened(message)),
      ...(worst(change) === "breaking" ? [`breaks: ${brokenText(change)}`] : []),
      ...(excused === undefined ? [] : [`callers: not counted, it was ${excused}`]),
      ...(base === undefined ? [] : [`was: ${placeText(base)}`]),
      `touches: ${touchedText(touches, (name) => visible(name))}`,
    ];
    return {
      command: worst(change) === "breaking" ? "error" : "notice",
      title: code,
      message: lines.join("\n"),
      // Something removed has no line in the later description.
      file: head?.file ?? file,
      ...(head && { line: head.line, column: head.column }),
    };
  });
  const handlers = changes.flatMap((change) =>
    change.handlerFiles.map((place) => handlerAnnotation(change, place)),
  );
  const errors = (compiled === undefined ? [] : allErrors(compiled)).map((error) =>
    errorAnnotation(
      error,
      changes.filter((change) => change.errors.includes(error)),
    ),
  );
  const notes = (compiled?.notes ?? []).map((note) => `note: ${note}`);
  const own = diff.surface === undefined ? [] : surfaceAnnotations(diff.surface);
  const all = [...annotations, ...own, ...handlers, ...errors];
  return githubText(all, [...notes, ...summary(diff)]);
}

function handlerAnnotation(
  { code, message }: ImpactedChange,
  { handler, file, line }: HandlerPlace,
): Annotation {
  const text = `${visible(handler)} is to be looked at: ${visible(shortened(message))}`;
  const place = line === undefined ? {} : { line };
  return { command: "warning", title: code, message: text, file, ...place };
}

function errorAnnotation(error: CompileError, causes: readonly ImpactedChange[]): Annotation {
  const { file, line, column, code, message } = error;
  const lines = [message, ...causes.map((change) => `since ${shortened(change.message)}`)];
  return {
    command: "error",
    title: code,
    message: lines
      .flatMap((text) => text.split("\n"))
      .map((text) => visible(text))
      .join("\n"),
    file,
    line,
    column,
  };
}
