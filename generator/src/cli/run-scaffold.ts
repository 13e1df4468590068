import { resolve } from "node:path";
import type { ScaffoldOptions } from "../scaffold/scaffold-types.ts";
import { UsageError } from "../usage-error.ts";
import {
  commandValues,
  loadOptions,
  packageNames,
  requiredNames,
  type CommandValues,
} from "./command-arguments.ts";
import type { OptionValues } from "./options/option-table.ts";
import { jsonText } from "./report.ts";
import { isFinding, scaffoldReport } from "./scaffold-report.ts";

/** `scaffold`: answers the exit code. */
export async function runScaffold(args: readonly string[]): Promise<number> {
  const values = commandValues("scaffold", args);
  const { tags = [], plan = false, check = false, prune = false, format } = values;
  const options = handlerOptions(values);
  return runOver({ ...options, tags, dryRun: plan || check, prune }, check, format);
}

/**
 * The options of `scaffold` and `promote`.
 *
 * @throws {UsageError} for an option that is missing or has a value that there is not
 */
export function handlerOptions(values: CommandValues): ScaffoldOptions {
  const server = values["scaffold.server"];
  const naming = server === undefined ? requiredNames(values) : packageNames(values);
  const out = values["scaffold.out"];
  if (out === undefined) throw new UsageError("say where the handlers go: --out src/handlers");
  return {
    spec: values.description,
    ...naming,
    server,
    out: resolve(out),
    operations: values.operations ?? [],
    tags: [],
    layout: values["scaffold.layout"],
    template: values["scaffold.template"],
    importExtension: values["scaffold.importExtension"],
    dates: values.dates,
    ...loadOptions(values),
  };
}

/** Scaffolds, says what came of it, and answers the exit code. */
export async function runOver(
  options: ScaffoldOptions,
  isCheck: boolean,
  format: OptionValues["format"],
): Promise<number> {
  // Loaded here, so that no other command pays for parsers and printers.
  const { scaffold } = await import("../scaffold/scaffold.ts");
  const result = await scaffold(options);
  const isPlan = options.dryRun === true;
  process.stdout.write(format === "json" ? jsonText(result) : scaffoldReport(result, isPlan));
  return isFinding(result, isCheck) ? 1 : 0;
}
