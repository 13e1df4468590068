import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The repository's root folder. */
export const repositoryRoot: string = join(import.meta.dirname, "..");

/** A file of the repository: its path from the root, with `/`, and its text. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** A fault that a check of the repository reports at a line, counted from 1. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

/**
 * Lists the paths of the repository's files, sorted: tracked and new ones, without ignored and deleted
 * ones.
 *
 * @param pathspecs - git pathspecs that narrow the list; `*` also matches `/`
 */
export function listFiles(...pathspecs: string[]): string[] {
  const options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const output = execFileSync("git", [...options, "--", ...pathspecs], {
    cwd: repositoryRoot,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return [...new Set(output.split("\0"))]
    .filter((path) => path !== "" && existsSync(join(repositoryRoot, path)))
    .toSorted();
}

/** Reads files by their paths from the root. */
export function readSources(paths: readonly string[]): SourceText[] {
  return paths.map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), "utf8") }));
}

/** The line, from 1, of the character at `offset`. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Formats a finding as `file:line  rule  message`. */
export function formatFinding({ path, line, rule, message }: Finding): string {
  return `${path}:${line}  ${rule}  ${message}`;
}

/**
 * Prints the findings of a check, or a line with what was checked, and sets the exit code: 1 if there
 * are findings, otherwise 0.
 */
export function reportFindings(findings: readonly Finding[], checked: string): void {
  for (const finding of findings) console.log(formatFinding(finding));
  console.log(
    findings.length === 0 ? `${checked}: nothing to report` : `${findings.length} findings`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
}
