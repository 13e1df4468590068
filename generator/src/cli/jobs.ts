import { resolve } from "node:path";
import { UsageError } from "../usage-error.ts";
import { findConfig } from "./config/find-config.ts";
import type { LoadedConfig } from "./config/load-config.ts";
import { shownPath } from "./config/shown-path.ts";
import type { Command } from "./options/option.ts";
import { optionsOf, type OptionKey, type OptionValues } from "./options/option-table.ts";
import { parseOptions } from "./options/parse-options.ts";

/** The options of a job, with the description that it works on. */
export type JobValues = OptionValues & { readonly description: string };

/** The jobs of a command, and the configuration that they come from. */
export interface Jobs {
  readonly jobs: readonly JobValues[];
  /** `undefined` where there is none. */
  readonly config: LoadedConfig | undefined;
}

/**
 * What a command has to do: the jobs of the configuration, with the options of the command line before theirs. A
 * description on the command line chooses the jobs of that description; where there is but one job, it takes
 * the place of its description. Without a configuration the command line is the one job.
 *
 * @throws {UsageError} for options that the command or the configuration cannot have, and when there is no description
 */
export async function readJobs(command: Command, args: readonly string[]): Promise<Jobs> {
  const { values, positionals } = parseOptions(command, args);
  const description = givenDescription(values, positionals);
  const given = description === undefined ? values : { ...values, description };
  const path = findConfig(given.config, process.cwd());
  if (path === undefined) return { jobs: [jobOf(command, given)], config: undefined };
  // Loaded here, so that nobody pays for it who has none.
  const { loadConfig } = await import("./config/load-config.ts");
  const config = await loadConfig(path);
  const chosen = chosenJobs(command, config, description);
  const [option] = optionsOfOneJob(command, given);
  if (chosen.length > 1 && option !== undefined)
    throw new UsageError(
      `${option} is of one job, and ${shownPath(path)} has ${chosen.length}: ${nameOne(command, config)}`,
    );
  return { jobs: chosen.map((job) => jobOf(command, { ...job, ...given })), config };
}

/** @throws {UsageError} when there is more than one */
function givenDescription(
  { description }: OptionValues,
  positionals: readonly string[],
): string | undefined {
  const given = description === undefined ? positionals : [...positionals, description];
  if (given.length > 1)
    throw new UsageError(`one description at a time, not ${given.length}: ${given.join(", ")}`);
  return given[0];
}

function jobOf(command: Command, { description, ...values }: OptionValues): JobValues {
  if (description !== undefined) return { ...values, description };
  throw new UsageError(`name the description: openapi-packages ${command} openapi.yaml …`);
}

function chosenJobs(
  command: Command,
  config: LoadedConfig,
  description: string | undefined,
): readonly OptionValues[] {
  const { jobs } = config;
  const same = jobs.filter((job) => job.description !== undefined && isSame(job.description, description));
  if (same.length > 0) return same;
  if (jobs.length === 1) return jobs;
  if (description !== undefined)
    throw new UsageError(
      `${shownPath(config.path)} has no job for ${description}: ${nameOne(command, config)}, or add --no-config`,
    );
  const ofCommand = jobs.filter((job) => command !== "scaffold" || job["scaffold.out"] !== undefined);
  const isOfOneJob = command === "mock" || command === "promote";
  if (isOfOneJob || ofCommand.length === 0)
    throw new UsageError(`${shownPath(config.path)} has ${jobs.length} jobs: ${nameOne(command, config)}`);
  return ofCommand;
}

function isSame(one: string, other: string | undefined): boolean {
  return other !== undefined && (one === other || resolve(one) === resolve(other));
}

function nameOne(command: Command, { jobs }: LoadedConfig): string {
  const descriptions = [...new Set(jobs.flatMap(({ description }) => description ?? []))];
  return `name a description, as in ${descriptions.map((one) => `openapi-packages ${command} ${one}`).join(" or ")}`;
}

/** The folder to write into cannot be that of several jobs. */
const keysOfOneJob: readonly OptionKey[] = ["out", "scaffold.out"];

function optionsOfOneJob(command: Command, given: OptionValues): string[] {
  return optionsOf(command)
    .filter(([key]) => keysOfOneJob.includes(key) && given[key] !== undefined)
    .map(([, { flag }]) => `--${flag}`);
}
