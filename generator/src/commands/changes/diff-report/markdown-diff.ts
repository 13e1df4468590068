import { shortened } from "@openapi-packages/description/diagnostics/diagnostics";
import { markdownCode, markdownPlain } from "@openapi-packages/description/text/escape";
import type { ImpactedChange } from "../../../changes/impact/impact-types.ts";
import { surfaceMarkdown } from "./surface-report.ts";
import {
  allErrors,
  audienceKeys,
  audiences,
  errorPlace,
  inOrder,
  listed,
  placeText,
  summary,
  touchedText,
} from "./diff-words.ts";
import type { Diff } from "./diff.ts";

/** Formats a comparison as Markdown, for a comment on a pull request. */
export function markdownDiff(diff: Diff): string {
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
