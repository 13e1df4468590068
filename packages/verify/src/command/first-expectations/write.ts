import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { UsageError } from "@openapi-packages/description";
import type { VerifiedApi } from "../../description/verified-api.ts";
import { readExpectations } from "../../expectations/read-expectations.ts";
import type { VerifyReport } from "../../report/report.ts";
import type { ServerRunOptions } from "../../run/options.ts";
import type { FirstExpectationsFile } from "../verify-request.ts";
import { firstExpectations } from "./first-expectations.ts";

/** @throws {UsageError} when the file exists and may not be replaced */
export function checkFree({ path, overwrite }: FirstExpectationsFile): void {
  if (!overwrite && existsSync(path))
    throw new UsageError(
      `${JSON.stringify(path)} exists: name another file with --out, or add --force to overwrite it`,
    );
}

/**
 * Writes the first file of expectations, and reads it as any other.
 *
 * @throws {UsageError} when it cannot be written
 */
export function writeFirstExpectations(
  api: VerifiedApi,
  report: VerifyReport,
  options: ServerRunOptions,
  file: FirstExpectationsFile,
): void {
  // Another process may have written it since the check.
  checkFree(file);
  const { path, overwrite } = file;
  try {
    mkdirSync(dirname(resolve(path)), { recursive: true });
    writeFileSync(path, firstExpectations(api, report, options), { flag: overwrite ? "w" : "wx" });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the expectations ${JSON.stringify(path)} cannot be written: ${reason}`);
  }
  readExpectations(api, path);
}
