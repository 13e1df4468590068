import { shortened, visible } from "@openapi-packages/description/diagnostics/diagnostics";
import { apiChangeName, isApiBreak, type ApiChange } from "../surface/api-change.ts";
import type { GeneratorUpgrade } from "../write/generator-upgrade.ts";

/** The most changes that text and Markdown reports list. */
export const mostListed = 50;

/** Counts the changes of the API, and how many of them break callers and handlers. */
export function countsText(changes: readonly ApiChange[]): string {
  const broken = (audience: keyof ApiChange["verdicts"]): number =>
    changes.filter(({ verdicts }) => verdicts[audience] === "breaking").length;
  const count = `${changes.length} ${changes.length === 1 ? "change" : "changes"}`;
  return `${count}: ${broken("callers")} break callers, ${broken("handlers")} break handlers`;
}

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
export function textLines(change: ApiChange): string[] {
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
export function brokenText({ verdicts }: ApiChange): string {
  return (["callers", "handlers"] as const)
    .filter((audience) => verdicts[audience] === "breaking")
    .map((audience) => `${audience} compiling`)
    .join(", ");
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
