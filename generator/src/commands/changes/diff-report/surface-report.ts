import { visible } from "@openapi-packages/description/diagnostics/diagnostics";
import {
  brokenText,
  changeLine,
  countsText,
  listedChanges,
  mostListed,
  textLines,
} from "../../api-change-report.ts";
import { apiChangeName, isApiBreak, type ApiChange } from "../../../surface/api-change.ts";
import { isUndeclared, type ExplainedApiChange } from "../../../changes/surface/declared-breaks.ts";
import { markdownCode } from "@openapi-packages/description/text/escape";
import type { ComparedSurfaces } from "../diff-surfaces.ts";
import type { Annotation } from "@openapi-packages/cli/annotation";

/** Returns a line that summarizes the changes of the API, or says why it was not compared. */
export function surfaceSummary({ changes, note, areStale }: ComparedSurfaces): string {
  if (note !== undefined) return `the generated API was not compared: ${note}`;
  if (changes.length === 0) return "the generated API is the same";
  const undeclared = changes.filter(isUndeclared).length;
  const stale =
    areStale === true ? "; its packages are out of date, run openapi-packages generate" : "";
  return `the generated API: ${countsText(changes)}, ${undeclared === 0 ? "all declared by the description" : `${undeclared} undeclared`}${stale}`;
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
