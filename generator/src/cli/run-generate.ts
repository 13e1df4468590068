import { setTimeout } from "node:timers/promises";
import { DiagnosticsError } from "../diagnostics.ts";
import { generate } from "../generate.ts";
import type { GenerateOptions, GenerateResult } from "../generate-types.ts";
import { formatterNames, type FormatterName } from "../print/formatter.ts";
import { createFileWatcher } from "./file-watcher.ts";
import { filterArguments, loadOptions } from "./load-arguments.ts";
import { jsonDiagnostics, jsonReport, prettyReport } from "./report.ts";
import { watchDescription } from "./watch.ts";
import { checkWatchable, descriptionArgument, parseArguments } from "./command-arguments.ts";
import { UsageError } from "../usage-error.ts";

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
      watch: { type: "boolean", default: false },
      ...filterArguments,
      formatter: { type: "string", default: "oxfmt" },
      "openapi-json": { type: "boolean", default: false },
      "all-schema-validators": { type: "boolean", default: false },
      timing: { type: "boolean", default: false },
      format: { type: "string", default: "pretty" },
    },
  });
  const spec = descriptionArgument(positionals, values.input);
  const scope = packageScope(values.scope);
  const format = outputFormat(values.format);
  const formatter = formatterName(values.formatter);
  if (values.out === undefined) throw new UsageError("say where the packages go: --out packages");
  const { out, check, force } = values;
  if (values.watch) checkWatchable(spec, values.overlay, check);
  const onStage = (stage: string, milliseconds: number): void => {
    if (values.timing) process.stderr.write(`${stage}: ${Math.round(milliseconds)} ms\n`);
  };
  const openapiJson = values["openapi-json"];
  const allSchemaValidators = values["all-schema-validators"];
  const told = {
    spec,
    out,
    scope,
    openapiJson,
    allSchemaValidators,
    check,
    force,
    formatter,
    onStage,
  };
  const options = { ...told, ...loadOptions(values) };
  const report = (result: GenerateResult, milliseconds: number): void => {
    const text = format === "json" ? jsonReport : prettyReport;
    process.stdout.write(text(result, { out, check, force, milliseconds }));
  };
  if (values.watch) return watchAndGenerate(options, report);
  const start = performance.now();
  try {
    const result = await generate(options);
    report(result, performance.now() - start);
    return exitCode(result, check, force);
  } catch (error) {
    if (format !== "json" || !(error instanceof DiagnosticsError)) throw error;
    process.stdout.write(jsonDiagnostics(error.diagnostics));
    return 2;
  }
}

/** Milliseconds within which an editor that saves comes to its end. */
const debounceMilliseconds = 20;

async function watchAndGenerate(
  options: GenerateOptions,
  report: (result: GenerateResult, milliseconds: number) => void,
): Promise<number> {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  await watchDescription({
    run: async (onFile) => {
      const start = performance.now();
      const result = await generate({ ...options, onFile });
      report(result, performance.now() - start);
    },
    left: "The packages stay as they are",
    watcher: createFileWatcher(),
    debounce: () => setTimeout(debounceMilliseconds),
    say: (line) => process.stderr.write(`${line}\n`),
    signal: stop.signal,
  });
  return 0;
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

function formatterName(name: string): FormatterName {
  const known = formatterNames.find((one) => one === name);
  if (known !== undefined) return known;
  throw new UsageError(`--formatter is ${formatterNames.join(", ")}, not ${JSON.stringify(name)}`);
}

function exitCode({ changes }: GenerateResult, check: boolean, force: boolean): number {
  if (check) return changes.length > 0 ? 1 : 0;
  return changes.some(({ kind }) => kind === "edited") && !force ? 1 : 0;
}
