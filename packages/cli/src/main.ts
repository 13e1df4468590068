import { parseArgs } from "node:util";
import { ConfigError } from "./config/find-config.ts";
import { explainLine, failureText } from "./failure.ts";
import { commandNames, help, isCommand } from "./help.ts";
import { didYouMean } from "./options/check-value.ts";
import { loadCommand, type CommandFunction } from "./load-commands.ts";
import type { Command } from "./options/option.ts";
import { jsonFailure, jsonLine, jsonText } from "./json-text.ts";
import { ownVersion } from "@openapi-packages/description/own-version";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";

/** Returns a command. Its modules are loaded on demand, so that others start faster. */
async function commandOf(name: Command): Promise<CommandFunction> {
  if (name === "mock") return (await import("./run-mock.ts")).runMock;
  if (name === "explain") return (await import("./run-explain.ts")).runExplain;
  return loadCommand(name, process.cwd());
}

/** Runs a command and returns its exit code: 0 for success, 1 for findings such as outdated files, 2 for failure. */
async function main(args: readonly string[]): Promise<number> {
  const [first, ...rest] = args;
  if (first === "--version" || first === "-V") {
    process.stdout.write(`${ownVersion}\n`);
    return 0;
  }
  if (first === undefined || first === "--help" || first === "-h" || first === "help") {
    process.stdout.write(help(rest[0] ?? "", rest.includes("all")));
    return first === undefined ? 2 : 0;
  }
  if (!isCommand(first)) throw unknownCommand(first);
  const { values, positionals } = parseArgs({
    args: rest,
    options: { help: { type: "boolean", short: "h" } },
    strict: false,
  });
  if (values.help === true) {
    process.stdout.write(help(first, positionals.includes("all")));
    return 0;
  }
  return (await commandOf(first))(rest);
}

function unknownCommand(name: string): UsageError {
  const hint = didYouMean(name, commandNames);
  return new UsageError(`there is no command ${JSON.stringify(name)}${hint}`);
}

/** Runs the command line of this process. */
export async function runProcess(): Promise<void> {
  const args = process.argv.slice(2);
  try {
    process.exitCode = await main(args);
  } catch (error) {
    process.exitCode = 2;
    process.stderr.write(`${failure(error, args[0])}\n`);
    const { isJson, isInLines } = wantedJson(args);
    const text = isInLines ? jsonLine : jsonText;
    if (isJson) process.stdout.write(text(jsonFailure(error)));
  }
}

/** Reads `--format` and `--watch` from arguments that may be invalid otherwise. */
function wantedJson(args: readonly string[]): { isJson: boolean; isInLines: boolean } {
  const { values } = parseArgs({
    args: [...args],
    options: { format: { type: "string" }, watch: { type: "boolean" } },
    strict: false,
  });
  return { isJson: values.format === "json", isInLines: values.watch === true };
}

function failure(error: unknown, command = ""): string {
  const hint = explainLine(error);
  const text = hint === undefined ? failureText(error) : `${failureText(error)}\n${hint}`;
  if (!(error instanceof UsageError) || error instanceof ConfigError) return text;
  return `${text}\nTry: openapi-packages ${isCommand(command) ? `${command} ` : ""}--help`;
}
