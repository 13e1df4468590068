import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { DiagnosticsError } from "../diagnostics.ts";
import { nearestName } from "../nearest-name.ts";
import { help, isCommand } from "./help.ts";
import type { Command } from "./options/option.ts";
import { runGenerate } from "./run-generate.ts";
import { runMock } from "./run-mock.ts";
import { runPromote } from "./run-promote.ts";
import { runScaffold } from "./run-scaffold.ts";
import { EmitterError } from "../emit/emitter-error.ts";
import { UsageError } from "../usage-error.ts";
import { MockError } from "../mock/serve/mock-error.ts";
import { FormatterError } from "../print/formatter.ts";
import { ScaffoldError } from "../scaffold/scaffold-error.ts";
import { WriteError } from "../write/write-error.ts";

const commands: Readonly<Record<Command, (args: readonly string[]) => Promise<number>>> = {
  generate: runGenerate,
  scaffold: runScaffold,
  promote: runPromote,
  mock: runMock,
};

/** Runs the command line and answers its exit code: 0 nothing to report, 1 something is not current, 2 no way to go on. */
async function main(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args;
  if (first === "--version" || first === "-V") {
    process.stdout.write(`${version()}\n`);
    return 0;
  }
  if (first === undefined || first === "--help" || first === "-h" || first === "help") {
    process.stdout.write(help(rest[0] ?? ""));
    return first === undefined ? 2 : 0;
  }
  if (!isCommand(first)) throw unknownCommand(first);
  const { values } = parseArgs({
    args: rest,
    options: { help: { type: "boolean", short: "h" } },
    strict: false,
  });
  if (values.help === true) {
    process.stdout.write(help(first));
    return 0;
  }
  return commands[first](rest);
}

function unknownCommand(name: string): UsageError {
  const nearest = nearestName(name, Object.keys(commands));
  const hint = nearest === undefined ? "" : `; did you mean ${nearest}?`;
  return new UsageError(`there is no command ${JSON.stringify(name)}${hint}`);
}

function version(): string {
  const manifest = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  ) as { version: string };
  return manifest.version;
}

/** Runs the command line of this process. */
export async function runProcess(): Promise<void> {
  const args = process.argv.slice(2);
  try {
    process.exitCode = await main(args);
  } catch (error) {
    process.exitCode = 2;
    process.stderr.write(`${failure(error, args[0])}\n`);
  }
}

function failure(error: unknown, command = ""): string {
  if (
    error instanceof DiagnosticsError ||
    error instanceof EmitterError ||
    error instanceof FormatterError ||
    error instanceof MockError ||
    error instanceof WriteError ||
    error instanceof ScaffoldError
  )
    return error.message;
  const named = isCommand(command) ? `${command} ` : "";
  if (error instanceof UsageError) return `${error.message}\nTry: openapi-packages ${named}--help`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
