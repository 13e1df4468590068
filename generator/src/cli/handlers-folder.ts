import { existsSync } from "node:fs";
import { join } from "node:path";
import { recordName } from "../scaffold/record.ts";
import type { Job } from "./jobs.ts";

/** The folder of scaffolded handlers that the configuration names, if it is there. */
export function existingHandlers(job: Job): string | undefined {
  const folder = job["scaffold.out"];
  return folder !== undefined && existsSync(join(folder, recordName)) ? folder : undefined;
}
