import { basename } from "node:path";
import {
  lineAt,
  listFiles,
  readSources,
  reportFindings,
  type Finding,
  type SourceText,
} from "./repository.ts";

interface ForbiddenText {
  readonly rule: string;
  readonly pattern: RegExp;
  readonly message: string;
}

const forbiddenTexts: readonly ForbiddenText[] = [
  {
    rule: "absolute-path",
    pattern: /(?<![\w.:/}~-])\/(?:home|opt|private|root|tmp|Users|work)\/[\w.-]+/g,
    message: "a path of one machine",
  },
  {
    rule: "absolute-path",
    pattern: /(?<![\w])[A-Z]:\\{1,2}\w+/g,
    message: "a path of one machine",
  },
  { rule: "unfinished", pattern: /\b(?:TODO|FIXME|XXX)\b/g, message: "unfinished work" },
  {
    rule: "focused-test",
    pattern: /\b(?:describe|it|suite|test)\.only\b/g,
    message: "only this test would run",
  },
];

/** Files that contain these texts on purpose, or are not ours. */
const exempt = new Set(["check-text.ts", "check-text.test.ts", "package-lock.json", "LICENSE"]);

/** Checks that no file contains a path of one machine, unfinished work or a focused test. */
export function checkText(sources: readonly SourceText[]): Finding[] {
  return sources
    .filter(({ path }) => !exempt.has(basename(path)))
    .flatMap(({ path, text }) =>
      forbiddenTexts.flatMap(({ rule, pattern, message }) =>
        [...text.matchAll(pattern)].map((match) => ({
          path,
          line: lineAt(text, match.index),
          rule,
          message: `${message}: ${match[0]}`,
        })),
      ),
    );
}

if (process.argv[1] === import.meta.filename) {
  const paths = listFiles();
  reportFindings(checkText(readSources(paths)), `text of ${paths.length} files`);
}
