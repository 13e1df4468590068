import { resolve } from "node:path";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { findConfig, shownPath } from "./config/find-config.ts";
import type { LoadedConfig } from "./config/load-config.ts";
import { alternatives } from "./options/check-value.ts";
import type { Command } from "./options/option.ts";
import { optionsOf, type OptionKey, type OptionValues } from "./options/option-table.ts";
import { parseOptions, type Arguments } from "./options/parse-options.ts";

/** The options of a job, including its description. */
export type Job = OptionValues & {
  readonly description: string;
  /** Changes whenever a file of the configuration changes; `undefined` without a configuration. */
  readonly fingerprint?: string | undefined;
};

/**
 * Reads the current jobs of a command.
 *
 * @param onFile is called with the absolute path of every file that they depend on
 * @throws {UsageError} for options that the command or the configuration does not allow, and without a description
 */
export type JobReader = (onFile?: (path: string) => void) => Promise<readonly Job[]>;

/**
 * Creates a reader of the jobs of a command: those of the configuration, where options of the command line override
 * their own. A description on the command line selects the jobs with that description, or replaces the description of
 * the only job. Without a configuration the command line is the only job.
 */
export function jobReader(command: Command, args: readonly string[]): JobReader {
  return argumentsReader(command, () => parseOptions(command, args));
}

/**
 * Creates a {@link jobReader} for a command whose arguments are not only descriptions.
 *
 * @param readArguments returns the options, and the arguments that may be a description
 */
export function argumentsReader(command: Command, readArguments: () => Arguments): JobReader {
  let config: LoadedConfig | undefined;
  return async (onFile) => {
    const { values, positionals } = readArguments();
    const description = givenDescription(positionals);
    const given = description === undefined ? values : { ...values, description };
    const path = findConfig(given.config, process.cwd());
    if (path === undefined) return [jobOf(command, given)];
    // Reported before the files are read, so that a watcher misses no change in between.
    for (const file of config?.files ?? [path]) onFile?.(file);
    // Loaded only if there is a configuration.
    const { isCurrent, loadConfig } = await import("./config/load-config.ts");
    if (config === undefined || !isCurrent(config)) config = await loadConfig(path, onFile);
    const { state: fingerprint } = config;
    return chosenJobs(command, config, given).map((job) => ({
      ...jobOf(command, { ...job, ...given }),
      fingerprint,
    }));
  };
}

/**
 * Returns the description on the command line, which is its only argument.
 *
 * @throws {UsageError} when there is more than one
 */
export function givenDescription(positionals: readonly string[]): string | undefined {
  if (positionals.length > 1)
    throw new UsageError(
      `one description at a time, not ${positionals.length}: ${positionals.join(", ")}`,
    );
  return positionals[0];
}

function jobOf(command: Command, { description, ...values }: OptionValues): Job {
  if (description !== undefined) return { ...values, description };
  throw new UsageError(`name the description: openapi-packages ${command} openapi.yaml …`);
}

function chosenJobs(
  command: Command,
  config: LoadedConfig,
  given: OptionValues,
): readonly OptionValues[] {
  const { jobs } = config;
  const { description } = given;
  if (jobs.length === 1) return jobs;
  const chosen =
    description === undefined
      ? jobs.filter((job) => command !== "scaffold" || job["scaffold.out"] !== undefined)
      : jobs.filter((job) => isSame(job.description, description));
  const [option] = optionsOfOneJob(command, given);
  const choice = `name a description, as in ${examples(command, config)}`;
  const file = shownPath(config.path);
  if (chosen.length === 0 && description !== undefined)
    throw new UsageError(`${file} has no job for ${description}: ${choice}, or add --no-config`);
  if (chosen.length > 1 && option !== undefined)
    throw new UsageError(`${option} is of one job, and ${file} has ${chosen.length}: ${choice}`);
  const isOfOneJob = ["mock", "promote", "verify"].includes(command);
  if (chosen.length === 0 || (chosen.length > 1 && isOfOneJob))
    throw new UsageError(`${file} has ${jobs.length} jobs: ${choice}`);
  return chosen;
}

function examples(command: Command, { jobs }: LoadedConfig): string {
  const descriptions = new Set(jobs.flatMap((job) => job.description ?? []));
  return alternatives([...descriptions].map((one) => `openapi-packages ${command} ${one}`));
}

function isSame(one: string | undefined, other: string): boolean {
  return one !== undefined && (one === other || resolve(one) === resolve(other));
}

/** Options that only one job can have: several jobs cannot write into the same folder. */
const keysOfOneJob: readonly OptionKey[] = ["out", "scaffold.out"];

function optionsOfOneJob(command: Command, given: OptionValues): string[] {
  return optionsOf(command).flatMap(([key, { flag }]) =>
    keysOfOneJob.includes(key) && given[key] !== undefined ? [`--${flag}`] : [],
  );
}
