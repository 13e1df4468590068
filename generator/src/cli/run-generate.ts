import { setTimeout } from "node:timers/promises";
import { DiagnosticsError } from "../diagnostics.ts";
import { generate } from "../generate.ts";
import type { GenerateOptions, GenerateResult } from "../generate-types.ts";
import { UsageError } from "../usage-error.ts";
import {
  commandValues,
  loadOptions,
  packageOptions,
  packageNames,
  requiredNames,
  type CommandValues,
} from "./command-arguments.ts";
import { createFileWatcher } from "./file-watcher.ts";
import { jsonDiagnostics, jsonReport, prettyReport } from "./report.ts";
import { watchDescription } from "./watch.ts";

/** `generate`: answers the exit code. */
export async function runGenerate(args: readonly string[]): Promise<number> {
  const values = commandValues("generate", args);
  const options = generateOptions(values);
  const { check = false, force = false, watch = false, format } = values;
  const { out } = options;
  const report = (result: GenerateResult, milliseconds: number): void => {
    const text = format === "json" ? jsonReport : prettyReport;
    process.stdout.write(text(result, { out, check, force, milliseconds }));
  };
  if (watch) return watchAndGenerate(options, report);
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

/** @throws {UsageError} for options that are missing or contradict each other */
function generateOptions(values: CommandValues): GenerateOptions {
  const { description: spec, out, check = false, watch = false, timing = false } = values;
  const isFolder = values.layout === "folder";
  const names = isFolder ? packageNames(values) : requiredNames(values);
  if (out === undefined)
    throw new UsageError(
      isFolder
        ? "say where the code goes: --out src/api"
        : "say where the packages go: --out packages",
    );
  const ofFolder = values.importExtension ?? values.fileNames;
  if (!isFolder && ofFolder !== undefined) {
    const option = values.importExtension === undefined ? "--file-names" : "--import-extension";
    throw new UsageError(`${option} is for --layout folder`);
  }
  if (check && watch) throw new UsageError("--check looks once, --watch goes on: choose one");
  return {
    ...packageOptions(values),
    ...loadOptions(values),
    spec,
    out,
    ...names,
    check,
    force: values.force ?? false,
    onStage(stage, milliseconds) {
      if (timing) process.stderr.write(`${stage}: ${Math.round(milliseconds)} ms\n`);
    },
  };
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

function exitCode({ changes }: GenerateResult, check: boolean, force: boolean): number {
  if (check) return changes.length > 0 ? 1 : 0;
  return changes.some(({ kind }) => kind === "edited") && !force ? 1 : 0;
}
