import { sourceArguments } from "./load-arguments.ts";
import { handlerOptions, runOver } from "./run-scaffold.ts";
import { descriptionArgument, parseArguments } from "./command-arguments.ts";
import { UsageError } from "../usage-error.ts";

/** `promote`: answers the exit code. */
export async function runPromote(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArguments({
    args: [...args],
    allowPositionals: true,
    options: {
      input: { type: "string", short: "i" },
      out: { type: "string", short: "o" },
      scope: { type: "string" },
      operation: { type: "string", multiple: true },
      plan: { type: "boolean", default: false },
      layout: { type: "string" },
      template: { type: "string" },
      "import-extension": { type: "string" },
      ...sourceArguments,
      format: { type: "string", default: "pretty" },
    },
  });
  const spec = descriptionArgument(positionals, values.input);
  const options = handlerOptions(spec, values);
  if (options.operations.length === 0)
    throw new UsageError("say whose mock becomes a handler: --operation ID");
  return runOver({ ...options, dryRun: values.plan, promote: true }, false, values.format);
}
