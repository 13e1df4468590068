import { descriptionOf } from "./config/config-schema.ts";
import { optionGroups, type Command } from "./options/option.ts";
import {
  configOptions,
  hasFlag,
  optionRows,
  optionsOf,
  type FlagOption,
  type OptionRow,
} from "./options/option-table.ts";
import { wrapped } from "./wrapped.ts";

const general = `openapi-packages: generates npm packages from an OpenAPI description

  openapi-packages init [<description>]
  openapi-packages generate [<description>] [--out <folder>] [--scope <@scope>]
  openapi-packages lint [<description>] [--fix] [--strict]
  openapi-packages scaffold [<description>] [--out <folder>] [--scope <@scope>]
  openapi-packages promote [<description>] --operation <id> [--out <folder>]
  openapi-packages mock [<description>]
  openapi-packages verify [<description>] --server <url> | --client <module> | --against <revision>
  openapi-packages verify <traffic.har> [<description>]
  openapi-packages diff <base> [<head>]
  openapi-packages codemod <base> [<head>] --project <tsconfig.json>
  openapi-packages version <base> [<description>]
  openapi-packages explain [<code>]

  init       writes a configuration with the options of the other commands
  generate   writes the packages contract, client, server and mocks, or a folder of an application
  lint       lists what is wrong with the description, and fixes what is mechanical
  scaffold   writes handlers and credential verifiers of the server, in files you own
  promote    writes a handler that responds like the mock of its operation
  mock       serves a mock of the description, without generated packages
  verify     checks a server, a client, recorded traffic or a revision for conformance
  diff       lists changes of the description, and the code that each one breaks
  codemod    renames symbols in your code after the description renamed them
  version    sets the next versions and changelog entries of the packages
  explain    explains the code of a message and how to fix its cause

  --help, -h       this text, or the help of a command: openapi-packages generate --help
  --help all       all options with details, and all keys of the configuration
  --version, -V    the version

Exit codes: 0 success; 1 files are not up to date, something has to be done by hand, verification
failed, lint found errors, or --fail-on matches a change; 2 wrong usage, or a description with
errors.
`;

/** The help of a command: the texts before and after its options. */
interface CommandHelp {
  readonly before: string;
  readonly after: string;
}

const commandHelp: Readonly<Record<Command, CommandHelp>> = {
  init: {
    before: `openapi-packages init [<description>]

Asks for the description, the layout (a folder of this application or packages of a workspace), the
output folder and, for a folder, its parts. Writes openapi-packages.config.ts, the scripts generate
and generate:check of package.json and lines of .gitattributes and .gitignore. Prints the next
commands, or runs them with --install, and a first call of the description. Existing files and lines
stay.`,
    after: `Exit codes: 0 success; 1 something has to be done by hand; 2 wrong usage.`,
  },
  generate: {
    before: `openapi-packages generate <description> --out <folder> --scope <@scope>
openapi-packages generate <description> --out <folder> --layout folder

Generates the packages contract, client, server and mocks from a description in OpenAPI 3 or Swagger
2.0: a file, an https URL, or - for standard input. With --layout folder it writes TypeScript with
relative imports. It writes only changed files, and removes only files of earlier runs.`,
    after: `Exit codes: 0 success; 1 --check found files that are not up to date, or a file edited by hand was
not overwritten; 2 wrong usage, or a description with errors: no file was changed.`,
  },
  lint: {
    before: `openapi-packages lint [<description>]

Lists the errors, warnings and notes about a description, without generating anything. --fix writes
what they assume into the files of the description, where that is mechanical and what is generated
stays the same: operationIds, misspelt types, undeclared path parameters and more. The rules for
Redocly CLI (openapi-packages/redocly) find more, such as missing schemas and examples.`,
    after: `Exit codes: 0 no errors; 1 errors, or with --strict warnings, are left; 2 wrong usage, or a file
that cannot be read or written.`,
  },
  scaffold: {
    before: `openapi-packages scaffold <description> --out <folder> --scope <@scope>

Writes a handler for each operation, security.ts with a verifier for each security scheme, and an
index for createServer. Until you write them, handlers respond with 501 and verifiers refuse every
credential. You own these files: a later run only adds handlers and verifiers, and renames types of
renamed operations. It keeps the layout, template and import extension of the first run, which
.openapi-scaffold.json in the folder stores; commit that file.`,
    after: `Exit codes: 0 success; 1 something has to be done by hand, or --check found changes; 2 wrong usage,
a description with errors, or a handler file with a syntax error: no file was changed.`,
  },
  promote: {
    before: `openapi-packages promote <description> --operation <id> --out <folder> --scope <@scope>

Writes a handler that responds like the mock of its operation. It replaces a scaffolded handler that
you did not edit, and keeps one that you wrote.`,
    after: `Exit codes: 0 success; 1 the handler is already written, or something has to be done by hand; 2
wrong usage, a description with errors, or a handler file with a syntax error: no file was changed.`,
  },
  mock: {
    before: `openapi-packages mock <description>

Serves a stateful mock of the description, whose created resources can be read, changed and deleted.
It validates requests and responds with examples of the description or values made from its schemas.`,
    after: `Exit codes: 0 stopped by SIGINT or SIGTERM; 2 wrong usage, a description with errors, a file that
cannot be read, or a port that is in use.`,
  },
  verify: {
    before: `openapi-packages verify [<description>] --server <url> | --client <module> | --against <revision>
openapi-packages verify init | replay <id> | <traffic.har> [<description>] [--server <url>]

Checks conformance to the description. Install: npm install --save-dev @openapi-packages/verify`,
    after: "Exit codes: 0 passed; 1 failures, too little covered, or interrupted; 2 it cannot run.",
  },
  diff: {
    before: `openapi-packages diff <base> [<head>]

Lists the changes between two descriptions, and what each change breaks: callers when they compile,
callers that run, and handlers. Each description is a file, a URL, a revision of the repository
(main, v1.2, or v1.2:api/openapi.yaml if its path has changed) or a published package
(npm:@acme/contract, npm:@acme/contract@1.2.0). <head> defaults to the description of the
configuration, or to the file in the work tree that <base> names. --project adds the lines of your
code that will not compile, and scaffold.out in the configuration the handlers that break.`,
    after: `Exit codes: 0 compared; 1 --fail-on matches a change; 2 wrong usage, or a description with errors.`,
  },
  codemod: {
    before: `openapi-packages codemod <base> [<head>] --project <tsconfig.json>
openapi-packages codemod <description> --from <library>

Renames operations, groups, types, members and parameters in your code, at call sites and in
handlers, if two descriptions name them differently. It finds renames by x-renamed-from, or by
method and path, and edits symbols, not words. <base> and <head> are as for diff; both are generated
in memory. It lists what it cannot decide, and the errors of the compiler that remain.`,
    after: `Exit codes: 0 success; 1 something has to be done by hand, or --check found changes; 2 wrong usage,
or a description with errors: no file was changed.`,
  },
  version: {
    before: `openapi-packages version <base> [<description>]

Sets the next version of each generated package, by semantic versioning, and adds an entry to its
CHANGELOG.md. <base> is the last release: a revision of the repository, a published package
(npm:@acme/contract), or a file with --released. A package is released if its generated files
differ. Breaks of callers decide the version of the client, breaks of handlers that of the server.`,
    after: `Exit codes: 0 success; 2 wrong usage, or a description with errors.`,
  },
  explain: {
    before: `openapi-packages explain <code>
openapi-packages explain

Explains a code that generate, diff or verify has printed: the cause, assumption and fix of a
diagnostic with an example, whom a change breaks, or what a check finds. Without a code, it lists
all codes. The codes of checks require @openapi-packages/verify.`,
    after: `Exit codes: 0 explained; 2 wrong usage, or an unknown code.`,
  },
};

/** The names of all commands. */
export const commandNames: readonly string[] = Object.keys(commandHelp);

/** True for the name of a command. */
export function isCommand(name: string): name is Command {
  return Object.hasOwn(commandHelp, name);
}

/**
 * Returns the help of a command or, for any other name, the general help.
 *
 * @param isAll true to add the details of options and their keys in the configuration
 */
export function help(command: string, isAll: boolean): string {
  if (!isCommand(command)) return isAll ? `${general}${allOptions(optionRows)}` : general;
  const { before, after } = commandHelp[command];
  const options = optionsOf(command);
  if (isAll) return `${before}\n${allOptions(options)}\n${after}\n`;
  const more = `Details, and keys of the configuration: openapi-packages ${command} --help all\n`;
  return `${before}\n${grouped(options, flagLines)}\n${more}${after}\n`;
}

const allOptions = (options: readonly OptionRow[]): string =>
  `\nNames with dashes are options of the command line; names in brackets are keys of the configuration.\n${grouped(options, detailedLines)}`;

/** An option in help: its form on the command line, and its description. */
interface Line {
  readonly form: string;
  readonly help: string;
}

/** The columns where the description of an option starts and ends. */
const [helpColumn, lastColumn] = [29, 100];

function grouped(options: readonly OptionRow[], linesOf: (row: OptionRow) => Line[]): string {
  const groups = optionGroups.map((group) => {
    const lines = options.filter(([, option]) => option.group === group).flatMap(linesOf);
    return lines.length === 0 ? "" : `\n${group}\n${lines.map(lineText).join("")}`;
  });
  return groups.join("");
}

/** Returns a line for each flag of an option; none for an option that only the configuration has. */
function flagLines([, option]: OptionRow): Line[] {
  if (!hasFlag(option)) return [];
  const { flag, short, help: text } = option;
  const letter = short === undefined ? "    " : `-${short}, `;
  const line = { form: `${letter}--${flag}${valueForm(option)}`, help: text };
  if (option.type !== "text" || option.negatedHelp === undefined) return [line];
  return [line, { form: `    --no-${flag}`, help: option.negatedHelp }];
}

/** Returns the lines of an option with its details and its key in the configuration. */
function detailedLines(row: OptionRow): Line[] {
  const [key, option] = row;
  const [line, ...others] = flagLines(row);
  if (line === undefined) return [{ form: `    [${key}]`, help: descriptionOf(option) }];
  const details = option.details === undefined ? "" : `. ${option.details}`;
  const ofConfig = key in configOptions ? ` [${key}]` : "";
  return [{ ...line, help: `${line.help}${details}${ofConfig}` }, ...others];
}

function valueForm({ type, placeholder = "<value>" }: FlagOption): string {
  if (type === "boolean") return "";
  return type === "booleanOrList" ? `[=${placeholder}]` : ` ${placeholder}`;
}

function lineText({ form, help: text }: Line): string {
  const [first = "", ...others] = wrapped(text, lastColumn - helpColumn);
  const indent = " ".repeat(helpColumn);
  const start = `  ${form} `;
  const head =
    start.length > helpColumn
      ? `${start.trimEnd()}\n${indent}${first}`
      : `${start.padEnd(helpColumn)}${first}`;
  return [head, ...others.map((line) => `${indent}${line}`)].map((line) => `${line}\n`).join("");
}
