import type { Diff } from "./diff-report/diff.ts";
import { githubDiff } from "./diff-report/github-diff.ts";
import { jsonDiff } from "./diff-report/json-diff.ts";
import { markdownDiff } from "./diff-report/markdown-diff.ts";
import { prettyDiff } from "./diff-report/pretty-diff.ts";

/** Formats a report. */
type DiffReport = (diff: Diff) => string;

/** The report of each `--format` of `diff`. */
export const diffReports = {
  pretty: prettyDiff,
  markdown: markdownDiff,
  json: jsonDiff,
  github: githubDiff,
} as const satisfies Record<string, DiffReport>;
