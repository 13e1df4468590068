import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { readModel } from "../generate/read-model.ts";
import { UsageError } from "@openapi-packages/description/diagnostics/usage-error";
import { checkWritable, checkWritableFile } from "../write/writable-folder.ts";
import { answersOf, type Answers, type Ask } from "./init/answers.ts";
import { planConfig } from "./init/config-edit.ts";
import { addDependencies, nextCommands } from "./init/next-commands.ts";
import { isCommonJs, planInit } from "./init/plan-init.ts";
import { editorNotes } from "./init/editor-note.ts";
import { lookAtProject, scopeOf, type Project } from "./init/project.ts";
import type { CalledModel } from "../emit/documents/first-call.ts";
import { givenDescription, type Job } from "@openapi-packages/cli/jobs";
import type { OptionValues } from "@openapi-packages/cli/options/option-table";
import type { InitDocument, JsonDocuments } from "./json-documents.ts";
import { parseOptions } from "@openapi-packages/cli/options/parse-options";
import { runCommand } from "@openapi-packages/cli/run-command";
import { jsonText } from "@openapi-packages/cli/json-text";
import { generateOptions, runGenerate } from "./run-generate.ts";
import { openProgress } from "@openapi-packages/cli/terminal/open-progress";
import { screenOf } from "@openapi-packages/cli/terminal/paint";
import { planFirstCall, type FirstCall } from "./init/plan-first-call.ts";
import { printReport } from "@openapi-packages/cli/run-jobs";

/** Runs the command `init` and returns its exit code. */
export async function runInit(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions("init", args);
  const description = givenDescription(positionals);
  const given = description === undefined ? values : { ...values, description };
  const project = lookAtProject(process.cwd());
  const { config } = project;
  // An existing configuration answers every question.
  const answers = config === undefined ? await ask(project, given) : undefined;
  const kept = config === undefined ? undefined : await planConfig(project, config, given);
  const jobs = kept?.jobs ?? [{ ...given, ...answers, scope: scopeOf(project) }];
  const read = await readJobs(project, jobs, values.plainFormat);
  const { files, script, byHand } = planInit(project, answers, kept?.edited);
  for (const { path } of files) checkWritableFile(join(project.folder, path));
  for (const { path, text } of files) writeFileSync(join(project.folder, path), text);
  // Looked at again, since what was written decides how the program imports and runs.
  const call = read && planFirstCall(lookAtProject(project.folder), read.job, read.model);
  const isJson = values.plainFormat === "json";
  const done: Done = {
    ...(config === undefined || kept?.edited !== undefined ? {} : { kept: config }),
    created: files.filter(({ added }) => added === undefined).map(({ path }) => path),
    edited: files.flatMap(({ path, added }) => (added === undefined ? [] : [{ path, added }])),
    byHand,
    notes: [
      ...typescriptNotes(project),
      ...moduleNotes(project),
      ...editorNotes(project, answers?.description),
    ],
  };
  if (!isJson) process.stdout.write(doneText(done));
  const { code, added, left, generated } =
    values.install === true
      ? await installAndGenerate(project, answers, values)
      : { code: 0, added: [], left: nextCommands(project, answers, script), generated: undefined };
  if (isJson) {
    const document: InitDocument = {
      ...done,
      edited: [...done.edited, ...added.map((one) => ({ path: "package.json", added: one }))],
      ...(generated === undefined ? {} : { generated }),
      next: left,
      ...(call === undefined ? {} : { firstCall: call }),
    };
    process.stdout.write(jsonText(document));
  } else process.stdout.write(`${nextText(left)}${firstCallText(call)}`);
  return Math.max(code, byHand.length === 0 ? 0 : 1);
}

/**
 * Reads the descriptions of the jobs and checks their folders before anything is written or installed.
 *
 * @returns the only job with its model; `undefined` when there are several, since the first call and the command of
 *   the mock are those of one description
 * @throws {DiagnosticsError} when a description does not exist or has errors
 * @throws {WriteError} when a folder cannot be written to
 */
async function readJobs(
  project: Project,
  jobs: readonly OptionValues[],
  format: OptionValues["plainFormat"],
): Promise<ReadJob | undefined> {
  let read: ReadJob | undefined;
  for (const { description, ...values } of jobs) {
    if (description === undefined) continue;
    const job = { ...values, description };
    const progress = await openProgress({ description, format });
    try {
      const options = generateOptions(job);
      const { model, codecs } = await readModel({ ...options, onProgress: progress.show });
      checkWritable(options.out);
      read = { job, model: { ...model, codecs } };
    } finally {
      progress.clear();
    }
  }
  checkWritable(project.folder);
  return jobs.length === 1 ? read : undefined;
}

/** A job with the model of its description. */
interface ReadJob {
  readonly job: Job;
  readonly model: CalledModel;
}

/** The part of the result that is known before anything is installed. */
type Done = Omit<InitDocument, "firstCall" | "generated" | "next">;

function doneText({ kept, created, edited, byHand, notes }: Done): string {
  const lines = [
    ...(kept === undefined ? [] : [`kept     ${kept}`]),
    ...created.map((path) => `created  ${path}`),
    ...edited.map(({ path, added }) => `edited   ${path}: ${added}`),
    ...byHand.map((message) => `by hand  ${message}`),
    ...notes,
  ];
  return `${lines.join("\n")}\n`;
}

const nextText = (commands: readonly string[]): string =>
  commands.length === 0 ? "" : `\nNext:\n${commands.map((command) => `  ${command}\n`).join("")}`;

/** Shows the first call so that it can be copied, and the commands that run it. */
function firstCallText(call: FirstCall | undefined): string {
  if (call === undefined) return "";
  const { file, code, mock, run, scaffold } = call;
  const { paint } = screenOf(process.stdout);
  return [
    "",
    `Your first call, ${paint("bold", file)}:`,
    "",
    code,
    "Run it against a mock, which another terminal serves:",
    `  ${paint("cyan", mock)}`,
    ...run.map((command) => `  ${paint("cyan", command)}`),
    ...(scaffold === undefined
      ? []
      : [
          "",
          "Write the service, with a handler for each operation:",
          `  ${paint("cyan", scaffold)}`,
        ]),
    "",
  ].join("\n");
}

/** The result of installing and generating. */
interface Installed {
  readonly code: number;
  /** The dependencies that were added to package.json. */
  readonly added: readonly string[];
  /** The command that failed, if any. */
  readonly left: readonly string[];
  /** The JSON document of `generate`, with `--format json`. */
  readonly generated: JsonDocuments["generate"] | undefined;
}

/**
 * Installs the dependencies and generates in this process. Packages are generated before the installation, which links
 * them.
 */
async function installAndGenerate(
  project: Project,
  answers: Answers | undefined,
  { plainFormat, verbose }: OptionValues,
): Promise<Installed> {
  const isJson = plainFormat === "json";
  const { added, command } = addDependencies(project, answers);
  if (added.length > 0 && !isJson)
    process.stdout.write(`edited   package.json: ${added.join(", ")}\n`);
  const install = async (): Promise<boolean> =>
    command === undefined || runCommand(command, project.folder);
  const installing = answers?.layout === "folder" ? install() : undefined;
  let isInstalled = false;
  let code;
  let generated: JsonDocuments["generate"] | undefined;
  try {
    // The dependencies of an existing configuration are known only after it has been generated.
    const args = [
      ...(answers === undefined ? ["--install"] : []),
      ...(isJson ? ["--format", "json"] : []),
      ...(verbose === true ? ["--verbose"] : []),
    ];
    code = await runGenerate(args, (report) => {
      if (isJson) generated = report as JsonDocuments["generate"];
      else printReport(report);
    });
  } finally {
    isInstalled = await (installing ?? install());
  }
  const left = isInstalled || command === undefined ? [] : [command];
  return { code: Math.max(code, left.length === 0 ? 0 : 1), added, left, generated };
}

/**
 * Asks for the description, layout and folder.
 *
 * @throws {UsageError} when standard input is not a terminal
 */
async function ask(project: Project, given: OptionValues): Promise<Answers> {
  const { yes = false, description, layout, out } = given;
  const isAnswered = description !== undefined && layout !== undefined && out !== undefined;
  if (yes || isAnswered) return answersOf(project, given, undefined);
  if (!process.stdin.isTTY)
    throw new UsageError(
      "init asks questions, but standard input is not a terminal: use the defaults with --yes, or answer with the description, --layout and --out",
    );
  // With `--format json`, standard output contains only the document.
  const output = given.plainFormat === "json" ? process.stderr : process.stdout;
  const terminal = createInterface({ input: process.stdin, output });
  // Control-C and Control-D close the terminal.
  const stop = new AbortController();
  terminal.once("close", () => stop.abort());
  const question: Ask = (text, byDefault) =>
    terminal.question(`${text}${byDefault === undefined ? "" : ` (${byDefault})`}: `, stop);
  try {
    return await answersOf(project, given, question);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    throw new UsageError("\nstopped before the last answer: nothing was written", { cause: error });
  } finally {
    terminal.close();
  }
}

/** Returns a hint for a project whose own sources are CommonJS; `init` does not change their type. */
function moduleNotes(project: Project): string[] {
  return isCommonJs(project) && project.hasTypedModules()
    ? [
        'package.json has "type": "commonjs": bundlers accept the code as it is, Node needs a package with "type": "module"',
      ]
    : [];
}

/** The oldest version of TypeScript that the tests compile generated code with. */
const [oldestMajor, oldestMinor] = [5, 9];

function typescriptNotes({ dependencies }: Project): string[] {
  const range = dependencies["typescript"];
  const [, major = NaN, minor = NaN] = /(\d+)\.(\d+)/.exec(String(range))?.map(Number) ?? [];
  const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
  return isOld
    ? [
        `TypeScript ${String(range)} is too old: generated code needs ${oldestMajor}.${oldestMinor} or newer`,
      ]
    : [];
}
