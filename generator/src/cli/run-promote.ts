import { UsageError } from "../usage-error.ts";
import { commandValues } from "./command-arguments.ts";
import { handlerOptions, runOver } from "./run-scaffold.ts";

/** `promote`: answers the exit code. */
export async function runPromote(args: readonly string[]): Promise<number> {
  const values = commandValues("promote", args);
  const options = handlerOptions(values);
  if (options.operations.length === 0)
    throw new UsageError("say whose mock becomes a handler: --operation ID");
  const dryRun = values.plan === true;
  return runOver({ ...options, dryRun, promote: true }, false, values.format);
}
