import type { FamilyCoverage } from "../coverage/family-coverage.ts";
import type { VerifyReport } from "./report.ts";
import { counted, oneLine, wayOut } from "./report-text.ts";

/** The most operations in the table on the terminal. */
const mostRows = 40;

/** The most operations that a reason names. */
const mostNames = 5;

const signs = { tried: "✓", notTried: "·", unconcerned: " " } as const;

/**
 * Formats which families of cases were tried on which operations: a table of operations and families, and below
 * it the reasons why a family was not tried.
 */
export function familyLines({ families, coverage }: VerifyReport): string[] {
  if (families.every(({ notTried }) => notTried.length === 0)) return [];
  const letters = families.map((_, index) => String.fromCodePoint(0x61 + index));
  const ids = coverage.map(({ operationId }) => operationId);
  const shown = ids.slice(0, mostRows);
  const width = Math.max(...shown.map((id) => oneLine(id).length));
  return [
    `Tried (${signs.tried} tried, ${signs.notTried} not tried, else it does not apply):`,
    `  ${" ".repeat(width)}  ${letters.join(" ")}`,
    ...shown.map((id) => `  ${oneLine(id).padEnd(width)}  ${signsOf(families, id)}`.trimEnd()),
    ...(ids.length > mostRows
      ? [`  and ${counted(ids.length - mostRows, "operation")} more, which other reports list`]
      : []),
    ...families.flatMap((family, index) => legendLines(`${letters[index]}  `, family)),
  ];
}

const signsOf = (families: readonly FamilyCoverage[], id: string): string =>
  families.map((family) => signOf(family, id)).join(" ");

function signOf({ tried, notTried }: FamilyCoverage, id: string): string {
  if (tried.includes(id)) return signs.tried;
  return notTried.some((one) => one.operationId === id) ? signs.notTried : signs.unconcerned;
}

/** What a family is, on how many operations it was tried, and why not on others. */
function legendLines(letter: string, { name, what, tried, notTried }: FamilyCoverage): string[] {
  const all = tried.length + notTried.length;
  const reasons = Map.groupBy(notTried, (one) => one.what);
  return [
    `  ${letter}${name}, ${tried.length} of ${all}: ${what}`,
    ...[...reasons].map(([reason, alike]) => {
      const names = alike.slice(0, mostNames).map(({ operationId }) => oneLine(operationId));
      const others = alike.length - names.length;
      const list = [...names, ...(others > 0 ? [`${others} more`] : [])].join(", ");
      const how = alike.length === 1 ? alike[0]?.how : alike[0]?.how.replace(/\.[^ ,]+/, "");
      return `       not ${list}: ${oneLine(reason)}: ${oneLine(wayOut(how ?? ""))}`;
    }),
  ];
}
