import { relative, resolve, sep } from "node:path";
import { DiagnosticsError, formatDiagnostics } from "../diagnostics.ts";
import { generate } from "../generate.ts";
import type { GenerateResult } from "../generate-types.ts";
import { descriptionArgument, parseArguments, UsageError } from "./usage-error.ts";

/** `generate`: answers the exit code. */
export async function runGenerate(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      input: { type: "string", short: "i" },
      out: { type: "string", short: "o" },
      scope: { type: "string" },
      check: { type: "boolean", default: false },
      force: { type: "boolean", default: false },
      format: { type: "string", default: "pretty" },
    },
  });
  const spec = descriptionArgument(positionals, values.input);
  const scope = packageScope(values.scope);
  const format = outputFormat(values.format);
  if (values.out === undefined) throw new UsageError("say where the packages go: --out packages");
  const start = performance.now();
  try {
    const result = await generate({
      spec,
      out: values.out,
      scope,
      check: values.check,
      force: values.force,
    });
    const report = format === "json" ? jsonReport : prettyReport;
    process.stdout.write(report(result, values, performance.now() - start));
    return exitCode(result, values.check, values.force);
  } catch (error) {
    if (format !== "json" || !(error instanceof DiagnosticsError)) throw error;
    process.stdout.write(`${JSON.stringify({ diagnostics: error.diagnostics }, null, 2)}\n`);
    return 2;
  }
}

/**
 * An npm scope as it is written in package names.
 *
 * @throws {UsageError} when it is none
 */
export function packageScope(scope: string | undefined): string {
  if (scope === undefined) throw new UsageError("name the packages' npm scope: --scope @acme");
  if (!/^@[a-z0-9~-][a-z0-9._~-]*$/.test(scope))
    throw new UsageError(`${JSON.stringify(scope)} is no npm scope; one looks like @acme`);
  return scope;
}

/**
 * The value of `--format`.
 *
 * @throws {UsageError} for an unknown one
 */
export function outputFormat(format: string): "pretty" | "json" {
  if (format !== "pretty" && format !== "json")
    throw new UsageError(`--format is pretty or json, not ${JSON.stringify(format)}`);
  return format;
}

function exitCode({ changes }: GenerateResult, check: boolean, force: boolean): number {
  if (check) return changes.length > 0 ? 1 : 0;
  return changes.some(({ kind }) => kind === "edited") && !force ? 1 : 0;
}

interface Shown {
  readonly out?: string | undefined;
  readonly check: boolean;
  readonly force: boolean;
}

function jsonReport(result: GenerateResult, { check }: Shown, milliseconds: number): string {
  const { operations, schemas, files, warnings, changes, isUnchanged } = result;
  const listed = changes.map(({ path, kind }) => ({ path, kind }));
  return `${JSON.stringify({ check, operations, schemas, files, isUnchanged, changes: listed, warnings, milliseconds: Math.round(milliseconds) }, null, 2)}\n`;
}

function prettyReport(
  result: GenerateResult,
  { out = "", check, force }: Shown,
  milliseconds: number,
): string {
  const { operations, schemas, files, warnings, changes } = result;
  const folder = relative(process.cwd(), resolve(out)).split(sep).join("/") || ".";
  const lines = warnings.length === 0 ? [] : [formatDiagnostics(warnings)];
  for (const { path, kind } of changes) {
    const done = check ? kind : (outcomes[kind] ?? kind);
    lines.push(`${done.padEnd(10)} ${folder}/${path}${remark(kind, check, force)}`);
  }
  const counts = `${operations} operations, ${schemas} schemas, ${files} files in ${folder}`;
  const time =
    milliseconds < 1000
      ? `${Math.round(milliseconds)} ms`
      : `${(milliseconds / 1000).toFixed(1)} s`;
  lines.push(`${counts}: ${outcome(result, check)} (${time})`);
  if (check && changes.length > 0)
    lines.push("Run the same command without --check to bring them up to date.");
  return `${lines.join("\n")}\n`;
}

/** What a run that writes has made of a difference. */
const outcomes: Readonly<Record<string, string>> = {
  missing: "created",
  changed: "updated",
  obsolete: "removed",
};

function remark(kind: string, check: boolean, force: boolean): string {
  if (kind === "edited" && !force)
    return check ? "  (by hand)" : "  (by hand; left alone, --force overwrites it)";
  return kind === "unexpected" ? "  (not ours; left alone)" : "";
}

function outcome({ changes }: GenerateResult, check: boolean): string {
  const written = changes.filter(({ text }) => text !== undefined).length;
  const removed = changes.filter(({ kind }) => kind === "obsolete").length;
  if (check) return changes.length === 0 ? "up to date" : `${changes.length} not up to date`;
  if (written + removed === 0) return "nothing changed";
  return removed === 0 ? `${written} written` : `${written} written, ${removed} removed`;
}
