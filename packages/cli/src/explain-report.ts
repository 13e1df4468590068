import { exampleWords, type DiagnosticPage } from "./explain/diagnostic-page.ts";
import type { ChangePage, Page, Verdict } from "./explain/pages.ts";
import { wrapped } from "./wrapped.ts";

/** The width at which lines wrap. */
const width = 100;

/** Formats a page as text. */
export function pageText(page: Page): string {
  const lines = linesOf(page).flatMap((line) => (line.startsWith(" ") ? [line] : folded(line)));
  return `${lines.join("\n")}\n`;
}

function linesOf(page: Page): string[] {
  switch (page.kind) {
    case "diagnostic":
      return diagnosticLines(page);
    case "change":
      return changeLines(page);
    case "api-change":
      return [
        `${page.code}  (a change of a generated package)`,
        "",
        `What: ${page.what}.`,
        "",
        "Whom it breaks depends on who writes values of the type. diff reports this for each change, with the change of the description that causes it.",
      ];
    case "check":
      return [`${page.code}  (a check of verify)`, "", `Finds: ${page.finds}.`];
  }
}

function diagnosticLines({
  code,
  severity,
  cause,
  assumed,
  fix,
  example,
}: DiagnosticPage): string[] {
  return [
    `${code}  (${severity === "info" ? "note" : severity})`,
    "",
    `Cause: ${cause}.`,
    ...(assumed === undefined ? [] : [`Assumed: ${assumed}.`]),
    "",
    fix,
    ...(example === undefined
      ? []
      : [
          "",
          `Before${exampleWords[example.place]}:`,
          "",
          ...indented(example.before),
          "",
          "After:",
          "",
          ...indented(example.after),
        ]),
  ];
}

const verdictWords: Readonly<Record<Verdict, string>> = {
  breaking: "breaking: correct code may fail",
  compatible: "compatible: visible, but nothing breaks",
  none: "not visible",
};

function changeLines({ code, what, compile, run, handlers }: ChangePage): string[] {
  return [
    `${code}  (a change that diff reports)`,
    "",
    `What: ${what}.`,
    "",
    `  Callers that compile  ${verdictWords[compile]}`,
    `  Callers in use        ${verdictWords[run]}`,
    `  Handlers              ${verdictWords[handlers]}`,
  ];
}

const indented = (text: string): string[] => text.split("\n").map((line) => `  ${line}`.trimEnd());

const folded = (line: string): string[] => (line === "" ? [line] : wrapped(line, width));

const headings: Readonly<Record<Page["kind"], string>> = {
  diagnostic: "Diagnostics of a description:",
  change: "Changes that diff reports:",
  "api-change": "Changes of exports of generated packages:",
  check: "Checks of verify:",
};

/** Lists all codes, each with a summary. */
export function pageList(pages: readonly Page[]): string {
  const column = Math.max(...pages.map(({ code }) => code.length)) + 2;
  const groups = Map.groupBy(pages, ({ kind }) => kind);
  const parts = [...groups].map(
    ([kind, group]) =>
      `${headings[kind]}\n${group.map((page) => `  ${page.code.padEnd(column)}${summary(page)}\n`).join("")}`,
  );
  return `${parts.join("\n")}\nopenapi-packages explain <code> explains one of them.\n`;
}

function summary(page: Page): string {
  if (page.kind === "diagnostic") return page.cause;
  return page.kind === "check" ? page.finds : page.what;
}
