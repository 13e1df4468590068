import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { UsageError } from "../usage-error.ts";
import { answersOf, type Answers, type Ask } from "./init/answers.ts";
import { nextCommands } from "./init/next-commands.ts";
import { planInit } from "./init/plan-init.ts";
import { lookAtProject, type Project } from "./init/project.ts";
import { givenDescription } from "./jobs.ts";
import type { OptionValues } from "./options/option-table.ts";
import { parseOptions } from "./options/parse-options.ts";

/** `init`: answers the exit code. */
export async function runInit(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions("init", args);
  const description = givenDescription(values, positionals);
  const given = description === undefined ? values : { ...values, description };
  const project = lookAtProject(process.cwd());
  // A configuration that is there answers everything.
  const answers = project.config === undefined ? await ask(project, given) : undefined;
  const { files, script, byHand } = planInit(project, answers);
  for (const { path, text } of files) writeFileSync(join(project.folder, path), text);
  const lines = [
    ...(project.config === undefined ? [] : [`kept     ${project.config}`]),
    ...files.map(({ path, added }) =>
      added === undefined ? `created  ${path}` : `edited   ${path}: ${added}`,
    ),
    ...byHand.map((message) => `by hand  ${message}`),
    ...typescriptLines(project),
    "",
    "Next:",
    ...nextCommands(project, answers, script).map((command) => `  ${command}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return byHand.length > 0 ? 1 : 0;
}

/** @throws {UsageError} when there is nobody to ask */
async function ask(project: Project, given: OptionValues): Promise<Answers> {
  const { yes = false, description, layout, out } = given;
  const isAnswered = description !== undefined && layout !== undefined && out !== undefined;
  if (yes || isAnswered) return answersOf(project, given, undefined);
  if (!process.stdin.isTTY)
    throw new UsageError(
      "init asks questions, and standard input is no terminal: take the defaults with --yes, or answer with --description, --layout and --out",
    );
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  // Control-C and Control-D.
  const stop = new AbortController();
  terminal.once("close", () => stop.abort());
  const question: Ask = (text, byDefault) =>
    terminal.question(`${text}${byDefault === undefined ? "" : ` (${byDefault})`}: `, stop);
  try {
    return await answersOf(project, given, question);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    throw new UsageError("\nended before the last answer: nothing was written", { cause: error });
  } finally {
    terminal.close();
  }
}

/** The oldest TypeScript that generated code is compiled with in tests. */
const [oldestMajor, oldestMinor] = [5, 9];

function typescriptLines({ dependencies }: Project): string[] {
  const range = dependencies["typescript"];
  const [, major = NaN, minor = NaN] = /(\d+)\.(\d+)/.exec(String(range))?.map(Number) ?? [];
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  return isOld
    ? [
        `TypeScript ${String(range)} is old: generated code is for ${oldestMajor}.${oldestMinor} and newer`,
      ]
    : [];
}
