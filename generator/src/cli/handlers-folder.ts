import { existsSync } from "node:fs";
import { join } from "node:path";
import { recordName } from "../scaffold/record.ts";
import type { Job } from "./jobs.ts";

/** The folder of scaffolded handlers: the one that is named, or that of the configuration if it is there. */
export function existingHandlers(job: Job): string | undefined {
  const folder = job.handlers ?? job["scaffold.out"];
  if (folder === undefined || job.handlers !== undefined) return folder;
  return existsSync(join(folder, recordName)) ? folder : undefined;
}
