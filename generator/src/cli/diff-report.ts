import { shortened, visible, type SourceLocation } from "../diagnostics.ts";
import type { Verdict, Verdicts } from "../diff/change-kinds.ts";
import type { Change, TouchedNames } from "../diff/change-types.ts";
import { markdownCode, markdownLine } from "../escape.ts";
import { githubText, type Annotation } from "./github-report.ts";
import type { DiffDocument } from "./json-documents.ts";
import { jsonText } from "./report.ts";

/** What was compared, as the command line has it. */
export interface DiffSides {
  readonly base: string;
  readonly head: string;
}

/** Makes the text of a report. */
type DiffReport = (changes: readonly Change[], sides: DiffSides) => string;

/** The reports of `diff`, by their formats. */
export const diffReports = {
  pretty: prettyDiff,
  markdown: markdownDiff,
  json: jsonDiff,
  github: githubDiff,
} as const satisfies Record<string, DiffReport>;

/** The audiences, as reports call them. */
const audiences: Readonly<Record<keyof Verdicts, string>> = {
  compile: "callers compiling",
  run: "callers running",
  handlers: "handlers",
};

const audienceKeys = Object.keys(audiences) as (keyof Verdicts)[];

/** The most names of a kind that reports for people have. */
const mostNames = 5;

/** The worst of the verdicts of a change. */
function worst({ verdicts }: Change): Verdict {
  const all = audienceKeys.map((key) => verdicts[key]);
  return (["breaking", "compatible"] as const).find((one) => all.includes(one)) ?? "none";
}

/** What breaks somebody stands before what does not. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const ranks = { breaking: 0, compatible: 1, none: 2 };
  return changes.toSorted((one, other) => ranks[worst(one)] - ranks[worst(other)]);
}

function summary(changes: readonly Change[]): string {
  if (changes.length === 0) return "nothing has changed that anybody notices";
  const counts = audienceKeys.map((key) => {
    const count = changes.filter(({ verdicts }) => verdicts[key] === "breaking").length;
    return `${count} break ${audiences[key]}`;
  });
  return `${changes.length} ${changes.length === 1 ? "change" : "changes"}: ${counts.join(", ")}`;
}

function prettyDiff(changes: readonly Change[]): string {
  const lines = inOrder(changes).flatMap((change) => {
    const { code, message, base, head, touches } = change;
    const names = touchedText(touches, (name) => visible(name));
    const broken = brokenText(change);
    return [
      `${placeText(head ?? base)}  ${worst(change)} ${code}  ${visible(shortened(message))}`,
      ...(broken === "" ? [] : [`    breaks: ${broken}`]),
      ...(head === undefined || base === undefined ? [] : [`    was: ${placeText(base)}`]),
      ...(names === "" ? [] : [`    touches: ${names}`]),
    ];
  });
  return `${[...lines, summary(changes)].join("\n")}\n`;
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

/** The names in code that a change touches; handlers are called as methods are. */
function touchedText(touches: TouchedNames, shown: (name: string) => string): string {
  const { types, methods, mocks, modules } = touches;
  const kinds = { types, "methods and handlers": methods, mocks, modules };
  return Object.entries(kinds)
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => {
      const rest = names.length - mostNames;
      const listed = names.slice(0, mostNames).map(shown).join(", ");
      return `${kind} ${listed}${rest > 0 ? ` and ${rest} more` : ""}`;
    })
    .join("; ");
}

function markdownDiff(changes: readonly Change[], { base, head }: DiffSides): string {
  const title = `### API changes: ${markdownCode(base)} to ${markdownCode(head)}`;
  const lines = [title, "", `${markdownLine(summary(changes))}.`];
  if (changes.length === 0) return `${lines.join("\n")}\n`;
  const heads = audienceKeys.map((key) => audiences[key]);
  const rows = inOrder(changes).map((change) => {
    const { code, message, verdicts, touches } = change;
    const place = change.head ?? change.base;
    const where = place === undefined ? "" : ` (${markdownCode(placeText(place))})`;
    const cells = [
      `${markdownLine(shortened(message))}${where}, ${markdownCode(code)}`,
      ...audienceKeys.map((key) => (verdicts[key] === "breaking" ? "**breaking**" : verdicts[key])),
      touchedText(touches, markdownCode),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const table = [`| change | ${heads.join(" | ")} | touches |`, "|---|---|---|---|---|", ...rows];
  return `${[...lines, "", ...table].join("\n")}\n`;
}

function jsonDiff(changes: readonly Change[], sides: DiffSides): string {
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
  const document: DiffDocument = { ...sides, counts, changes: inOrder(changes) };
  return jsonText(document);
}

function githubDiff(changes: readonly Change[], { head: file }: DiffSides): string {
  const annotations = inOrder(changes).map((change): Annotation => {
    const { code, message, base, head, touches } = change;
    const lines = [
      visible(shortened(message)),
      ...(worst(change) === "breaking" ? [`breaks: ${brokenText(change)}`] : []),
      ...(base === undefined ? [] : [`was: ${placeText(base)}`]),
      `touches: ${touchedText(touches, (name) => visible(name))}`,
    ];
    return {
      command: worst(change) === "breaking" ? "error" : "notice",
      title: code,
      message: lines.join("\n"),
      // What is gone has no place in the later description but the file.
      file: head?.file ?? file,
      ...(head && { line: head.line, column: head.column }),
    };
  });
  return githubText(annotations, [summary(changes)]);
}
