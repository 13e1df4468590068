import { parseArgs, type ParseArgsConfig } from "node:util";
import { isUrl, standardInput } from "../load/read/source-names.ts";
import { UsageError } from "../usage-error.ts";

/**
 * `parseArgs` of `node:util`, strict.
 *
 * @throws {UsageError} for an option that does not exist or lacks its value
 */
export function parseArguments<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/**
 * The description that a command works on: its only positional argument, or `--input`.
 *
 * @throws {UsageError} when there is none, or more than one
 */
export function descriptionArgument(
  positionals: readonly string[],
  input: string | undefined,
): string {
  const given = input === undefined ? positionals : [...positionals, input];
  const [description, ...more] = given;
  if (description === undefined)
    throw new UsageError("name the description: openapi-packages generate openapi.yaml …");
  if (more.length > 0)
    throw new UsageError(`one description at a time, not ${given.length}: ${given.join(", ")}`);
  return description;
}

/**
 * Checks that there is something to follow with `--watch`: files are followed, URLs are not, and `--check` looks once.
 *
 * @throws {UsageError} when there is not
 */
export function checkWatchable(
  description: string,
  overlays: readonly string[] = [],
  isCheck = false,
): void {
  if (isCheck) throw new UsageError("--check looks once, --watch goes on: choose one");
  if (description === standardInput)
    throw new UsageError("--watch follows files, and standard input is read once");
  if ([description, ...overlays].every(isUrl))
    throw new UsageError(
      "--watch follows files, not URLs: save the description to a file, or run the command again",
    );
}
