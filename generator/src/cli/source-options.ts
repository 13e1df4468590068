import { existsSync } from "node:fs";
import { join } from "node:path";
import type { GenerateOptions } from "../generate-types.ts";
import { recordName } from "../scaffold/record.ts";
import type { Job } from "./jobs.ts";
import { generateOptions } from "./run-generate.ts";

/** A job whose packages have a name: where it is the same at both sides of a comparison, it is no part of what is compared. */
export const named = (job: Job): Job =>
  job.scope === undefined && job.name === undefined ? { ...job, name: "generated" } : job;

/**
 * How a job is generated in memory. Packages that are installed only are in no folder that is written.
 *
 * @throws {UsageError} for options that are missing or contradict each other
 */
export function sourceOptions(job: Job): GenerateOptions {
  const isPlaced = job.layout === "folder" || job.out !== undefined;
  return generateOptions(isPlaced ? job : { ...job, out: "." });
}

/** The folder of scaffolded handlers that the configuration names, if it is there. */
export function existingHandlers(job: Job): string | undefined {
  const folder = job["scaffold.out"];
  return folder !== undefined && existsSync(join(folder, recordName)) ? folder : undefined;
}
