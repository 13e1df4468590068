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

const general = `openapi-packages: one OpenAPI description in, four npm packages out

  openapi-packages init [<description>]
  openapi-packages generate [<description>] [--out <folder>] [--scope <@scope>]
  openapi-packages scaffold [<description>] [--out <folder>] [--scope <@scope>]
  openapi-packages promote [<description>] --operation <id> [--out <folder>]
  openapi-packages mock [<description>]
  openapi-packages verify [<description>] --server <url> | --client <module> | --against <revision>
  openapi-packages verify <traffic.har> [<description>]
  openapi-packages diff <base> [<head>]
  openapi-packages codemod <base> [<head>] --project <tsconfig.json>
  openapi-packages version <base> [<description>]
  openapi-packages explain [<code>]

  init       writes a configuration, which the other commands take their options from
  generate   writes the packages contract, client, server and mocks, or a folder of an application
  scaffold   writes handlers and verifiers of the server, in files that you own
  promote    writes a handler that answers as the mock of its operation does
  mock       serves a mock of the description, without generated packages
  verify     holds a server, a client, recorded traffic or another revision to the description
  diff       lists what changes of the description break, for whom, and by which names in code
  codemod    edits your code where changes of the description rename things
  version    gives the packages their next versions and entries of changelogs, from what has changed
  explain    explains the code of a message, and how to correct its cause

  --help, -h       this text, or the help of a command: openapi-packages generate --help
  --help all       all options with details, and all keys of the configuration
  --version, -V    the version

Exit codes: 0 success; 1 files are not up to date, something has to be done by hand, verification
failed, or there are changes that --fail-on names; 2 wrong usage, or a description with errors.
`;

/** The help of a command: the texts before and after its options. */
interface CommandHelp {
  readonly before: string;
  readonly after: string;
}

const commandHelp: Readonly<Record<Command, CommandHelp>> = {
  init: {
    before: `openapi-packages init [<description>]

Asks for the description, whether its code goes into a folder of this application or into packages
of a workspace, and where. Writes openapi-packages.config.ts, the scripts generate and
generate:check of package.json and a line of .gitattributes, and prints the commands that come next,
or runs them with --install. What is there stays.`,
    after: `Exit codes: 0 success; 1 something has to be done by hand; 2 wrong usage.`,
  },
  generate: {
    before: `openapi-packages generate <description> --out <folder> --scope <@scope>
openapi-packages generate <description> --out <folder> --layout folder

Writes the packages contract, client, server and mocks for a description of OpenAPI 3 or Swagger
2.0, a file, an https URL, or - for standard input; with --layout folder it writes TypeScript with
relative imports. Only files that changed are written; only files of an earlier run are removed.`,
    after: `Exit codes: 0 success; 1 --check found files that are not up to date, or a file edited by hand was
not overwritten; 2 wrong usage, or a description with errors: then no file was changed.`,
  },
  scaffold: {
    before: `openapi-packages scaffold <description> --out <folder> --scope <@scope>

Writes a handler for each operation, security.ts with a verifier for each security scheme, and an
index for createServer. Handlers answer 501 and verifiers refuse every credential until you write
them. You own these files: a later run adds handlers of new operations and verifiers of new schemes,
and renames types of renamed operations; it changes no other line. It keeps the layout, template and
import extension of the first run, by .openapi-scaffold.json in the folder; commit that file.`,
    after: `Exit codes: 0 success; 1 something has to be done by hand or, with --check, at all; 2 wrong usage, a
description with errors, or a handler file with a syntax error: then no file was changed.`,
  },
  promote: {
    before: `openapi-packages promote <description> --operation <id> --out <folder> --scope <@scope>

Writes a handler that answers as the mock of its operation does, or replaces a scaffolded handler
that was not changed. A handler that you wrote is not changed.`,
    after: `Exit codes: 0 success; 1 the handler is written already, or something has to be done by hand; 2
wrong usage, a description with errors, or a handler file with a syntax error: no file was changed.`,
  },
  mock: {
    before: `openapi-packages mock <description>

Serves a mock of the description. It validates requests, answers with the description's examples or
with values made from its schemas, and is stateful: created resources can be read, listed, changed
and deleted.`,
    after: `Exit codes: 0 ended by SIGINT or SIGTERM; 2 wrong usage, a description with errors, a file that
cannot be read, or a port that is in use.`,
  },
  verify: {
    before: `openapi-packages verify [<description>] --server <url> | --client <module> | --against <revision>
openapi-packages verify <traffic.har> [<description>] [--server <url>]
openapi-packages verify replay <id> [<description>] --server <url>

Verifies a server by calls of every operation, a client by answers to its calls, two revisions of a
description by each other, or recorded traffic. replay runs the case of one failure again, by the
identifier that the report has. It needs: npm install --save-dev @openapi-packages/verify`,
    after: `Exit codes: 0 passed; 1 failures, too little covered, or ended by SIGINT or SIGTERM; 2 wrong usage,
a description with errors, or a step before the cases that failed.`,
  },
  diff: {
    before: `openapi-packages diff <base> [<head>]

Lists what has changed between two descriptions, and what each change breaks: callers when they
compile, callers that are in use, and handlers. Each is a file, a URL, a revision of the repository
(main, v1.2, or v1.2:api/openapi.yaml where it was elsewhere then) or what was published
(npm:@acme/contract, npm:@acme/contract@1.2.0). Without <head>, it is the description of the
configuration, or the file in the work tree that <base> names. With --project it also lists where
your code will not compile, and with scaffold.out in the configuration the handlers that break.`,
    after: `Exit codes: 0 compared; 1 there are changes that --fail-on names; 2 wrong usage, or a description
with errors.`,
  },
  codemod: {
    before: `openapi-packages codemod <base> [<head>] --project <tsconfig.json>

Edits your code, call sites and handlers, where two descriptions name operations, groups, types,
members or parameters differently: what diff takes for the same, by x-renamed-from, or method and
path. Symbols are renamed, not words. <base> and <head> are as for diff, and what is generated of
both is made in memory. What it cannot decide is listed, as is what does not compile then.`,
    after: `Exit codes: 0 success; 1 something is left to be done by hand or, with --check, at all; 2 wrong
usage, or a description with errors: then no file was changed.`,
  },
  version: {
    before: `openapi-packages version <base> [<description>]

Gives each generated package its next version, by semantic versioning, and an entry in its
CHANGELOG.md, from what has changed since the last release, <base>: a revision of the repository,
a published package (npm:@acme/contract), or a file with --released. Packages whose generated files
differ are released. The client goes by what breaks callers, the server by what breaks handlers.`,
    after: `Exit codes: 0 success; 2 wrong usage, or a description with errors.`,
  },
  explain: {
    before: `openapi-packages explain <code>
openapi-packages explain

Explains a code that generate, diff or verify has printed: of a diagnostic its cause, what is
assumed instead, and how to correct it, with an example; of a change whom it breaks; of a check what
it finds. Without a code it lists all. The checks are there where verify is installed.`,
    after: `Exit codes: 0 explained; 2 wrong usage, or a code that there is not.`,
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
  `\nWhat begins with dashes is for the command line; in brackets are keys of the configuration.\n${grouped(options, detailedLines)}`;

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
