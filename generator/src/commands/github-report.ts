import { relative, resolve, sep } from "node:path";
import {
  codesOfFiles,
  countLines,
  shortened,
  visible,
  type Diagnostic,
  type SourceLocation,
} from "@openapi-packages/description/diagnostics/diagnostics";
import type { GenerateResult } from "../generate-types.ts";
import type { ScaffoldResult } from "../scaffold/scaffold-types.ts";
import type { Annotation } from "@openapi-packages/cli/annotation";
import type { Reported } from "./report.ts";
import type { Cause } from "../write/causes.ts";
import { causeText } from "./summary/cause-text.ts";
import { upgradeLines } from "./api-change-report.ts";

/** The workflow command for each severity. */
const commands = { error: "error", warning: "warning", info: "notice" } as const;

/** Formats diagnostics as workflow commands of GitHub Actions, one a line, followed by their count. */
export function githubDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return githubText(diagnostics.map(annotationOf), countLines(diagnostics));
}

/** Formats a run of `generate`: its diagnostics, and with `--check` an error for each cause of differences. */
export function githubReport(result: GenerateResult, { out, check, force }: Reported): string {
  const { warnings, infos, changes, causes = [], operations, files, upgrade } = result;
  const diagnostics = [...warnings, ...infos];
  const edited = changes.filter(({ kind }) => !check && kind === "edited" && !force);
  const annotations = [
    ...causes.map((cause) => causeAnnotation(cause, out)),
    ...edited.map(({ path, kind }): Annotation => ({
      command: "error",
      title: kind,
      message: "this file was edited by hand and left alone: --force overwrites it",
      file: resolve(out, path),
    })),
  ];
  const written = `${operations} operations, ${files} files: ${changes.length} ${check ? "not up to date" : "differed"}`;
  const upgraded = upgrade === undefined ? [] : upgradeLines(upgrade);
  return githubText(
    [...diagnostics.map(annotationOf), ...annotations],
    [...upgraded, ...countLines(diagnostics), written],
  );
}

/** Annotates the first of the files that differ for one cause. */
function causeAnnotation(cause: Cause, out: string): Annotation {
  const { kind, paths } = cause;
  const [first = ""] = paths;
  const shown = paths.slice(0, mostPlaces).map((path) => visible(path));
  const rest = paths.length - shown.length;
  const way =
    kind === "unexpected"
      ? "move them out of the generated folders"
      : `run openapi-packages generate${kind === "edited" ? " --force" : ""}, and commit what it writes`;
  const more = rest === 0 ? [] : [`… and ${rest} more`];
  return {
    command: "error",
    title: `not up to date (${kind})`,
    message: [causeText(cause), ...shown, ...more, way].join("\n"),
    file: resolve(out, first),
  };
}

/** Formats a run of `scaffold`: a warning for each step left to the user and, with `--check`, an error for each difference. */
export function githubScaffoldReport(
  { created, edited, renamed, orphaned, byHand }: ScaffoldResult,
  out: string,
  isCheck: boolean,
): string {
  const differing: readonly (readonly [path: string, title: string, message: string])[] = [
    ...created.map((path) => [path, "missing", "this handler is missing"] as const),
    ...edited.map(({ path }) => [path, "changed", "this file would change"] as const),
    ...orphaned.map(
      ({ path, operation }) =>
        [path, "orphan", `the description has no ${operation} any more`] as const,
    ),
  ];
  const annotations = (isCheck ? differing : []).map(([path, title, message]): Annotation => ({
    command: "error",
    title,
    message,
    file: resolve(out, path),
  }));
  const left = byHand.map(({ path, message }): Annotation => ({
    command: "warning",
    title: "by hand",
    message,
    file: resolve(out, path),
  }));
  const counts = `${created.length} created, ${edited.length} edited, ${renamed.length} renamed, ${orphaned.length} orphaned, ${byHand.length} by hand`;
  return githubText([...annotations, ...left], [counts]);
}

function annotationOf({
  severity,
  code,
  message,
  hint,
  location,
  related = [],
}: Diagnostic): Annotation {
  const { file, line, column } = location;
  const places = related.map(placeText).slice(0, mostPlaces).join(", ");
  const isOfFile = codesOfFiles.has(code);
  const lines = isOfFile ? [`${file}: ${message}`] : [message, `pointer: #${location.pointer}`];
  if (places !== "") lines.push(`see: ${places}`);
  if (hint !== undefined) lines.push(`hint: ${hint}`);
  return {
    command: commands[severity],
    title: code,
    message: lines.map((one) => visible(shortened(one))).join("\n"),
    file,
    ...(isOfFile ? {} : { line, column }),
  };
}

/** The most related locations that an annotation lists. */
const mostPlaces = 5;

const placeText = ({ file, line, column }: SourceLocation): string => `${file}:${line}:${column}`;

/**
 * Joins annotations and other lines. Only annotations may contain text of a description, because they escape it: GitHub
 * Actions reads a command in its old form, `##[command]`, anywhere in a line.
 */
export function githubText(annotations: readonly Annotation[], others: readonly string[]): string {
  return [...annotations.map(commandOf), ...others].map((line) => `${line}\n`).join("");
}

function commandOf({ command, title, message, file, line, column }: Annotation): string {
  const isRemote = /^[a-z]+:\/\//i.test(file);
  const place = isRemote ? {} : { file: inRepository(file), line, col: column };
  const properties = Object.entries({ ...place, title }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${escapedProperty(visible(String(value)))}`],
  );
  const text = isRemote ? `${visible(file)}\n${message}` : message;
  return `::${command} ${properties.join(",")}::${escaped(text)}`;
}

/** A path relative to the repository that the runner names, or to the working directory. */
function inRepository(file: string): string {
  const root = process.env["GITHUB_WORKSPACE"] ?? process.cwd();
  return relative(root, resolve(file)).split(sep).join("/");
}

/** Escapes the message of a command like the toolkit of GitHub Actions. */
function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** Escapes a property of a command like the toolkit of GitHub Actions. */
function escapedProperty(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
