import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  DiagnosticsError,
  type Diagnostic,
} from "@openapi-packages/description/diagnostics/diagnostics";
import {
  ExpectedError,
  isExpectedError,
} from "@openapi-packages/description/diagnostics/expected-error";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { ownRange } from "@openapi-packages/description/own-version";
import type { Page } from "./explain/pages.ts";
import type { Command } from "./options/option.ts";
import { missingDependencies } from "./project/missing-dependencies.ts";

/** Runs a command with the arguments after its name, and returns the exit code. */
export type CommandFunction = (args: readonly string[]) => Promise<number>;

/** The exports of the entry `commands` of a package that has commands. */
export interface CommandPackage {
  readonly commands: Readonly<Partial<Record<Command, CommandFunction>>>;
  /** Returns the pages of the codes that its commands print, but for those of diagnostics. */
  readonly pages: () => readonly Page[];
}

/** The package of each command that is in a package of its own, so that nobody installs what they do not use. */
export const packageOf = {
  init: "openapi-packages",
  generate: "openapi-packages",
  lint: "openapi-packages",
  scaffold: "openapi-packages",
  promote: "openapi-packages",
  diff: "openapi-packages",
  codemod: "openapi-packages",
  version: "openapi-packages",
  verify: "@openapi-packages/verify",
} as const satisfies Partial<Record<Command, string>>;

/** A command that is in a package of its own. */
export type PackagedCommand = keyof typeof packageOf;

/**
 * Loads the package of a command.
 *
 * @param folder the user's project
 * @throws {UsageError} when it is not installed; the message says how to install it
 */
export async function loadCommand(name: PackagedCommand, folder: string): Promise<CommandFunction> {
  const loaded = await importInstalled(packageOf[name], folder);
  const command = loaded?.commands[name];
  if (command === undefined) throw new UsageError(notInstalled(name, folder));
  return (args) => withOwnErrors(command(args));
}

/** Returns the command packages that are installed. */
export async function installedCommands(folder: string): Promise<CommandPackage[]> {
  const names = [...new Set(Object.values(packageOf))];
  const loaded = await Promise.all(names.map((name) => importInstalled(name, folder)));
  return loaded.filter((one) => one !== undefined);
}

async function importInstalled(name: string, folder: string): Promise<CommandPackage | undefined> {
  const path = resolveInstalled(`${name}/commands`, folder);
  return path === undefined
    ? undefined
    : ((await import(pathToFileURL(path).href)) as CommandPackage);
}

/**
 * Resolves a module of a package as the running program, this package or else the project does. Strict package managers let
 * each of them import only what its own package.json names.
 *
 * @returns its absolute path; `undefined` if the package is not installed
 */
export function resolveInstalled(specifier: string, folder: string): string | undefined {
  const [, program = import.meta.filename] = process.argv;
  for (const from of [program, import.meta.filename, join(folder, "package.json")])
    try {
      return createRequire(realPath(from)).resolve(specifier);
    } catch {
      // The next one may have it.
    }
  return undefined;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Converts errors of a command whose package uses another copy of this one, as all do beside the bundled command. */
async function withOwnErrors(run: Promise<number>): Promise<number> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof ExpectedError || !isExpectedError(error)) throw error;
    throw ownError(error);
  }
}

function ownError(error: ExpectedError): ExpectedError {
  const { name, message } = error;
  if (name === DiagnosticsError.name && "diagnostics" in error)
    return new DiagnosticsError(error.diagnostics as readonly Diagnostic[]);
  const Own = name === UsageError.name ? UsageError : ExpectedError;
  return new Own(message, { cause: error });
}

function notInstalled(name: PackagedCommand, folder: string): string {
  const wanted = { dependencies: {}, devDependencies: { [packageOf[name]]: ownRange } };
  const { commands, packageManager } = missingDependencies(folder, wanted);
  const [command = `${packageManager} install`] = commands;
  return `${name} needs the package ${packageOf[name]}, which is not installed: ${command}`;
}
