import { resolve } from "node:path";
import type { ScaffoldOptions } from "../scaffold/scaffold-types.ts";
import { filterArguments, loadOptions, type LoadValues } from "./load-arguments.ts";
import { jsonText } from "./report.ts";
import { outputFormat, packageScope } from "./run-generate.ts";
import { isFinding, scaffoldReport } from "./scaffold-report.ts";
import { descriptionArgument, parseArguments } from "./command-arguments.ts";
import { UsageError } from "../usage-error.ts";

/** `scaffold`: answers the exit code. */
export async function runScaffold(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      input: { type: "string", short: "i" },
      out: { type: "string", short: "o" },
      scope: { type: "string" },
      operation: { type: "string", multiple: true },
      tag: { type: "string", multiple: true },
      plan: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
      prune: { type: "boolean", default: false },
      layout: { type: "string" },
      template: { type: "string" },
      "import-extension": { type: "string" },
      ...filterArguments,
      format: { type: "string", default: "pretty" },
    },
  });
  const { plan, check, prune, format } = values;
  const spec = descriptionArgument(positionals, values.input);
  const options = handlerOptions(spec, values);
  return runOver(
    { ...options, tags: values.tag ?? [], dryRun: plan || check, prune },
    check,
    format,
  );
}

/** The options that say which handlers, and how they look. */
export interface HandlerValues extends LoadValues {
  readonly out?: string | undefined;
  readonly scope?: string | undefined;
  readonly operation?: readonly string[] | undefined;
  readonly layout?: string | undefined;
  readonly template?: string | undefined;
  readonly "import-extension"?: string | undefined;
}

/**
 * The options of `scaffold` and `promote`, read from the command line.
 *
 * @throws {UsageError} for an option that is missing or has a value that there is not
 */
export function handlerOptions(spec: string, values: HandlerValues): ScaffoldOptions {
  const scope = packageScope(values.scope);
  if (values.out === undefined)
    throw new UsageError("say where the handlers go: --out src/handlers");
  return {
    spec,
    scope,
    out: resolve(values.out),
    operations: values.operation ?? [],
    tags: [],
    layout: oneOf("--layout", values.layout, ["operation", "tag"]),
    template: oneOf("--template", values.template, ["plain", "store"]),
    importExtension: oneOf("--import-extension", values["import-extension"], ["js", "ts"]),
    ...loadOptions(values),
  };
}

/** One of the texts that an option may have; `undefined` where it is left out. */
function oneOf<Text extends string>(
  option: string,
  given: string | undefined,
  texts: readonly Text[],
): Text | undefined {
  const found = texts.find((text) => text === given);
  if (given === undefined || found !== undefined) return found;
  throw new UsageError(`${option} is ${texts.join(" or ")}, not ${JSON.stringify(given)}`);
}

/** Scaffolds, says what came of it, and answers the exit code. */
export async function runOver(
  options: ScaffoldOptions,
  isCheck: boolean,
  format: string,
): Promise<number> {
  const shown = outputFormat(format);
  // Loaded here, so that no other command pays for parsers and printers.
  const { scaffold } = await import("../scaffold/scaffold.ts");
  const result = await scaffold(options);
  const isPlan = options.dryRun === true;
  process.stdout.write(shown === "json" ? jsonText(result) : scaffoldReport(result, isPlan));
  return isFinding(result, isCheck) ? 1 : 0;
}
