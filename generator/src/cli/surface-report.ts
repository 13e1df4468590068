import { shortened, visible } from "../diagnostics.ts";
import { apiChangeName, isApiBreak, type ApiChange } from "../surface/api-change.ts";
import { isUndeclared, type ExplainedApiChange } from "../surface/declared-breaks.ts";
import { markdownCode } from "../escape.ts";
import type { GeneratorUpgrade } from "../write/generator-upgrade.ts";
import type { ComparedSurfaces } from "./diff-surfaces.ts";
import type { Annotation } from "./annotation.ts";

/** The most changes that reports for people list. */
const mostListed = 50;

/** A line about how surfaces differ, or why they were not compared. */
export function surfaceSummary({ changes, note, areStale }: ComparedSurfaces): string {
  if (note !== undefined) return `the generated API was not compared: ${note}`;
  if (changes.length === 0) return "the generated API is the same";
  const undeclared = changes.filter(isUndeclared).length;
  const stale =
    areStale === true ? "; its packages are out of date, run openapi-packages generate" : "";
  return `the generated API: ${countsText(changes)}, ${undeclared === 0 ? "all declared by the description" : `${undeclared} undeclared`}${stale}`;
}

/** How many changes of surfaces there are, and how many of them break whom. */
export function countsText(changes: readonly ApiChange[]): string {
  const broken = (audience: keyof ApiChange["verdicts"]): number =>
    changes.filter(({ verdicts }) => verdicts[audience] === "breaking").length;
  const count = `${changes.length} ${changes.length === 1 ? "change" : "changes"}`;
  return `${count}: ${broken("callers")} break callers, ${broken("handlers")} break handlers`;
}

/**
 * The changes of surfaces that nothing else tells: undeclared breaks. Others follow from the changes of the description,
 * which stand above; JSON has them.
 */
export function surfaceLines({ out, changes }: ComparedSurfaces): string[] {
  return listedChanges(changes.filter(isUndeclared), (change) => {
    const place = visible(placeOf(out, change));
    return `${place}  ${changeLine(change)}  (undeclared)`;
  });
}

/** The file of a package that has no line for what is gone from it. */
const placeOf = (out: string, { folder }: ApiChange): string => `${out}/${folder}/package.json`;

/** Changes of surfaces in lines, each with whom it breaks and its text before and after; of many only the first. */
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

/** A change of a surface in a line: its verdict, its kind and its name. */
export function changeLine(change: ApiChange): string {
  const verdict = isApiBreak(change) ? "breaking" : "compatible";
  return `${verdict} ${change.code}  ${visible(`${change.packageName}: ${apiChangeName(change)}`)}`;
}

/** Whom a change of a surface breaks, and its text before and after. */
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

/** Those whose code may not compile. */
function brokenText({ verdicts }: ApiChange): string {
  return (["callers", "handlers"] as const)
    .filter((audience) => verdicts[audience] === "breaking")
    .map((audience) => `${audience} compiling`)
    .join(", ");
}

/** The changes of surfaces that break somebody, as a table; those that the description declares are folded in. */
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

/** An error for each undeclared break, at the package.json of its package. */
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

/** What another version of the generator changes in the API: how much, then what. */
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
