import { shortened, visible } from "@openapi-packages/description/diagnostics/diagnostics";
import { apiChangeName, isApiBreak, type ApiChange } from "openapi-packages/surface/api-change";
import { isUndeclared, type ExplainedApiChange } from "../surface/declared-breaks.ts";
import { markdownCode } from "@openapi-packages/description/text/escape";
import type { GeneratorUpgrade } from "openapi-packages/write/generator-upgrade";
import type { ComparedSurfaces } from "./diff-surfaces.ts";
import type { Annotation } from "@openapi-packages/cli/annotation";

/** The most changes that text and Markdown reports list. */
const mostListed = 50;

/** Returns a line that summarizes the changes of the API, or says why it was not compared. */
export function surfaceSummary({ changes, note, areStale }: ComparedSurfaces): string {
  if (note !== undefined) return `the generated API was not compared: ${note}`;
  if (changes.length === 0) return "the generated API is the same";
  const undeclared = changes.filter(isUndeclared).length;
  const stale =
    areStale === true ? "; its packages are out of date, run openapi-packages generate" : "";
  return `the generated API: ${countsText(changes)}, ${undeclared === 0 ? "all declared by the description" : `${undeclared} undeclared`}${stale}`;
}

/** Counts the changes of the API, and how many of them break callers and handlers. */
export function countsText(changes: readonly ApiChange[]): string {
  const broken = (audience: keyof ApiChange["verdicts"]): number =>
    changes.filter(({ verdicts }) => verdicts[audience] === "breaking").length;
  const count = `${changes.length} ${changes.length === 1 ? "change" : "changes"}`;
  return `${count}: ${broken("callers")} break callers, ${broken("handlers")} break handlers`;
}

/**
 * Returns lines for undeclared breaks of the API. Other changes follow from those of the description, which the report
 * already lists; the JSON report has them all.
 */
export function surfaceLines({ out, changes }: ComparedSurfaces): string[] {
  return listedChanges(changes.filter(isUndeclared), (change) => {
    const place = visible(placeOf(out, change));
    return `${place}  ${changeLine(change)}  (undeclared)`;
  });
}

/** The package.json of a package, because a removed name has no line in the sources. */
const placeOf = (out: string, { folder }: ApiChange): string => `${out}/${folder}/package.json`;

/** Returns lines for the first changes of the API: what each breaks, and its text before and after. */
export function listedChanges<Change extends ApiChange>(
  changes: readonly Change[],
  heading: (change: Change) => string,
): string[] {
  const rest = changes.length - mostListed;
  return [
    ...changes.slice(0, mostListed).flatMap((change) => [heading(change), ...textLines(change)]),
    ...(rest > 0 ? [`… and ${rest} more (--format json lists them)`] : []),
  ];
}

/** Formats a change of the API as a line: verdict, code and name. */
export function changeLine(change: ApiChange): string {
  const verdict = isApiBreak(change) ? "breaking" : "compatible";
  return `${verdict} ${change.code}  ${visible(`${change.packageName}: ${apiChangeName(change)}`)}`;
}

/** Lines for one change: the audiences that it breaks, and its text before and after. */
function textLines(change: ApiChange): string[] {
  const { base, head } = change;
  const broken = brokenText(change);
  return [
    ...(broken === "" ? [] : [`    breaks: ${broken}`]),
    ...(base === undefined ? [] : [`    was: ${lineOf(base)}`]),
    ...(head === undefined ? [] : [`    is: ${lineOf(head)}`]),
  ];
}

const lineOf = (text: string): string => visible(shortened(text.replace(/\s+/g, " ")));

/** Lists the audiences whose code may not compile. */
function brokenText({ verdicts }: ApiChange): string {
  return (["callers", "handlers"] as const)
    .filter((audience) => verdicts[audience] === "breaking")
    .map((audience) => `${audience} compiling`)
    .join(", ");
}

/** Formats the breaking changes of the API as a Markdown table, undeclared ones first. */
export function surfaceMarkdown({ changes }: ComparedSurfaces): string[] {
  const breaks = changes.filter(isApiBreak).slice(0, mostListed);
  if (breaks.length === 0) return [];
  const sorted = breaks.toSorted(
    (one, other) => Number(isUndeclared(other)) - Number(isUndeclared(one)),
  );
  return [
    "",
    "#### Generated API",
    "",
    "| break | package | breaks | declared by |",
    "|---|---|---|---|",
    ...sorted.map((change) => {
      const cells = [
        `${markdownCode(apiChangeName(change))}, ${markdownCode(change.code)}`,
        markdownCode(change.packageName),
        brokenText(change),
        declaredText(change),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ];
}

const declaredText = (change: ExplainedApiChange): string =>
  isUndeclared(change) ? "**nothing**" : change.declaredBy.map(markdownCode).join(", ");

/** Returns an error annotation for each undeclared break, at the package.json of its package. */
export function surfaceAnnotations({ out, changes }: ComparedSurfaces): Annotation[] {
  return changes.filter(isUndeclared).map((change) => ({
    command: "error",
    title: `undeclared ${change.code}`,
    message: [
      visible(`${change.packageName}: ${apiChangeName(change)}`),
      ...textLines(change).map((line) => line.trim()),
      "no change of the description declares this break",
    ].join("\n"),
    file: placeOf(out, change),
  }));
}

/** Returns lines about what a new version of the generator changes in the API: a summary, then the changes. */
export function upgradeLines({ from, to, changes }: GeneratorUpgrade): string[] {
  const versions = visible(`openapi-packages ${from} wrote these packages, and this is ${to}`);
  if (changes.length === 0) return [`${versions}: their API stays the same`];
  const broken = changes.filter(isApiBreak);
  const others = changes.filter((change) => !isApiBreak(change));
  return [
    `${versions}, which changes their API: ${countsText(changes)}`,
    ...listedChanges([...broken, ...others], changeLine),
  ];
}
