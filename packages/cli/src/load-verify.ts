import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DiagnosticsError } from "@openapi-packages/description/diagnostics/diagnostics";
import { ownRange } from "@openapi-packages/description/own-version";
import { missingDependencies } from "./project/missing-dependencies.ts";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import type { VerifyCommand, VerifyRequest } from "./verify-request.ts";

const packageName = "@openapi-packages/verify";
const entry: string = `${packageName}/command`;

/**
 * Loads the package `@openapi-packages/verify`, which users install separately: the one next to this package, or else
 * the project's.
 *
 * @throws {UsageError} when it is not installed; the message says how to install it
 */
export async function loadVerify(folder: string): Promise<VerifyCommand> {
  const loaded = await findVerify(folder);
  if (loaded === undefined) throw new UsageError(notInstalled(folder));
  return { ...loaded, runVerifyCommand: (request) => run(loaded, request) };
}

/** Returns the description of each check of `verify`; empty if its package is not installed. */
export async function loadChecks(folder: string): Promise<VerifyCommand["checks"]> {
  return (await findVerify(folder))?.checks ?? {};
}

async function findVerify(folder: string): Promise<VerifyCommand | undefined> {
  return (await importOwn()) ?? (await importOf(folder));
}

/** Runs `verify`. Its package may use another copy of this one, so its errors are recognized by name. */
async function run({ runVerifyCommand }: VerifyCommand, request: VerifyRequest): Promise<number> {
  try {
    return await runVerifyCommand(request);
  } catch (error) {
    const isOwn = error instanceof UsageError || error instanceof DiagnosticsError;
    const isExpected =
      error instanceof Error && ["UsageError", "DiagnosticsError"].includes(error.name);
    throw !isOwn && isExpected ? new UsageError(error.message, { cause: error }) : error;
  }
}

async function importOwn(): Promise<VerifyCommand | undefined> {
  try {
    return (await import(entry)) as VerifyCommand;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function importOf(folder: string): Promise<VerifyCommand | undefined> {
  let path: string;
  try {
    path = createRequire(join(folder, "package.json")).resolve(entry);
  } catch {
    return undefined;
  }
  return (await import(pathToFileURL(path).href)) as VerifyCommand;
}

/** True if the package itself is missing, not one of its dependencies. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    error.code === "ERR_MODULE_NOT_FOUND" &&
    error.message.includes(`'${packageName}'`)
  );
}

function notInstalled(folder: string): string {
  const wanted = { dependencies: {}, devDependencies: { [packageName]: ownRange } };
  const { commands, packageManager } = missingDependencies(folder, wanted);
  const [command = `${packageManager} install`] = commands;
  return `verify needs the package ${packageName}, which is not installed: ${command}`;
}
