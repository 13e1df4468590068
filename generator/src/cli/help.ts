import { optionGroups, type Command, type Option } from "./options/option.ts";
import { optionsOf } from "./options/option-table.ts";
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
  generate   writes the packages contract, client, server and mocks, or one folder for an application
  scaffold   writes handlers and verifiers of the server, in files that you own
  promote    writes a handler that answers as the mock of its operation does
  mock       serves a mock of the description, without generated packages
  verify     holds a server, a client, recorded traffic or an earlier revision against the description
  diff       tells what changes of the description break, for whom, and by which names in code
  codemod    edits your code where changes of the description call things otherwise
  version    gives the packages their next versions and entries of changelogs, from what has changed
  explain    tells what a code of a message means, and how its cause is mended

  --help, -h       this text, or the help of a command: openapi-packages generate --help
  --version, -V    the version

Exit codes: 0 success; 1 files are not up to date, something has to be done by hand, verification
failed, or there are changes that --fail-on names; 2 wrong usage, or a description with errors.
`;

/** The help of a command, before and after its options. */
interface CommandHelp {
  readonly before: string;
  readonly after: string;
}

const commandHelp: Readonly<Record<Command, CommandHelp>> = {
  init: {
    before: `openapi-packages init [<description>]

Asks for the description, whether its code goes into a folder of this application or into packages of a
workspace, and where. Writes openapi-packages.config.ts, the scripts generate and generate:check of
package.json and a line of .gitattributes, and prints the commands that come next, or runs them with
--install. What is there stays.`,
    after: `Exit codes: 0 success; 1 something has to be done by hand; 2 wrong usage.`,
  },
  generate: {
    before: `openapi-packages generate <description> --out <folder> --scope <@scope>
openapi-packages generate <description> --out <folder> --layout folder

Reads a description of OpenAPI 3 or Swagger 2.0 (YAML or JSON, one file or many) and writes the packages
contract, client, server and mocks into the folder; with --layout folder it writes TypeScript with
relative imports, and prints what is to be installed. Only files that changed are written; only
files of an earlier run are removed. A description is a file, an https URL, or - for standard input.`,
    after: `Exit codes: 0 success; 1 --check found files that are not up to date, or a file edited by hand was
not overwritten; 2 wrong usage, or a description with errors: then no file was changed.`,
  },
  scaffold: {
    before: `openapi-packages scaffold <description> --out <folder> --scope <@scope>

Writes a handler for each operation, security.ts with a verifier for each security scheme that an
operation names, and an index that exports them for createServer. Handlers answer 501 and verifiers
refuse every credential until you write them. You own these files. A later run adds handlers of new
operations, also to the index, and verifiers of new schemes, and renames types of renamed operations;
it changes no other line. A scheme that is gone is an error of your compiler. With --entry it writes
server.ts too, which listens, and prints how to start it.`,
    after: `Later runs use the layout, the template and the import extension of the first run. They are recorded,
with the handlers and the file of verifiers, in .openapi-scaffold.json in the folder; commit that file.

Exit codes: 0 success; 1 something has to be done by hand or, with --check, at all; 2 wrong usage, a
description with errors, or a handler file with a syntax error: then no file was changed.`,
  },
  promote: {
    before: `openapi-packages promote <description> --operation <id> --out <folder> --scope <@scope>

Writes a handler that answers as the mock of its operation does, or replaces a scaffolded handler that
was not changed. A handler that you wrote is not changed.`,
    after: `Exit codes: 0 success; 1 the handler is written already, or something has to be done by hand; 2 wrong
usage, a description with errors, or a handler file with a syntax error: then no file was changed.`,
  },
  mock: {
    before: `openapi-packages mock <description>

Serves a mock of the description. It validates requests, answers with the description's examples or
with values made from its schemas, and is stateful: created resources can be read, listed, changed and
deleted.`,
    after: `Exit codes: 0 ended by SIGINT or SIGTERM; 2 wrong usage, a description with errors, a file that cannot
be read, or a port that is in use.`,
  },
  verify: {
    before: `openapi-packages verify [<description>] --server <url>
openapi-packages verify [<description>] --client <module>
openapi-packages verify [<description>] --against <revision>
openapi-packages verify <traffic.har> [<description>] [--server <url>]
openapi-packages verify replay <id> [<description>] --server <url>

Calls every operation of the server, with what is to succeed and with what is to be refused, and holds
each answer against the description; or answers every call of a client as described and otherwise, and
holds what it sends and gives against the description; or tells which calls break between two revisions; or holds
requests and answers that were recorded, by a browser or by trafficRecorder, against it. replay runs the case of one failure again, by the identifier that
the report has. It is a package of its own: npm install --save-dev @openapi-packages/verify`,
    after: `Exit codes: 0 passed; 1 failures, too little covered, or ended by SIGINT or SIGTERM, after which what is
known is reported; 2 wrong usage, a description with errors, or a step before the cases that failed.`,
  },
  diff: {
    before: `openapi-packages diff <base> [<head>]

Tells what has changed between two descriptions, and what each change breaks: callers when they compile,
callers that are in use, and handlers; and by which names these know what it touches. Each is a file, a URL, a revision
of the repository: main, v1.2, or v1.2:api/openapi.yaml where it stood elsewhere then; or what was
published: npm:@acme/contract for the latest version in the registry, npm:@acme/contract@1.2.0. Without
<head>, it is the description of the configuration, or the file in the work tree that <base> names.

With --project it compiles your code with what would be generated of both, in memory, and tells where it
will not compile; of scaffolded handlers it names the files that a change breaks, compiled or not.`,
    after: `Exit codes: 0 compared; 1 there are changes that --fail-on names; 2 wrong usage, or a description with
errors.`,
  },
  codemod: {
    before: `openapi-packages codemod <base> [<head>] --project <tsconfig.json>

Edits your code, call sites and handlers, where two descriptions call operations, groups, types, members or
parameters otherwise: what diff takes for the same, by x-renamed-from, or method and path. Symbols are
renamed, not words, and nothing else is touched. <base> and <head> are as for diff, and what is generated
of both is made in memory. Places where it cannot tell are listed, as is what does not compile then.`,
    after: `Exit codes: 0 success; 1 something is left to be done by hand or, with --check, at all; 2 wrong usage, or
a description with errors: then no file was changed.`,
  },
  version: {
    before: `openapi-packages version <base> [<description>]

Gives each generated package its next version, by semantic versioning, and an entry in its CHANGELOG.md, from
what has changed since the last release, <base>: a tag or other revision of the repository, a published
package, npm:@acme/contract, or a file with --released. Packages whose generated files differ are
released, with those that ask for them by an exact version. The client goes by what breaks callers,
the server by what breaks handlers; no version is lower than the API reports ask for. A second run
writes the same.`,
    after: `Exit codes: 0 success; 2 wrong usage, or a description with errors.`,
  },
  explain: {
    before: `openapi-packages explain <code>
openapi-packages explain

Tells what a code stands for, which generate, diff or verify has printed: of a diagnostic its cause, what
is assumed instead, and how it is mended, with an example; of a change whom it breaks; of a check what it
finds. Without a code it lists all. Nothing is fetched; the checks are there where verify is installed.`,
    after: `Exit codes: 0 explained; 2 wrong usage, or a code that there is not.`,
  },
};

/** True for the name of a command that has help of its own. */
export function isCommand(name: string): name is Command {
  return Object.hasOwn(commandHelp, name);
}

/** The help of a command, or of all of them. */
export function help(command: string): string {
  if (!isCommand(command)) return general;
  const { before, after } = commandHelp[command];
  return `${before}\n${optionsHelp(command)}\n${after}\n`;
}

/** An option in help: its form on the command line, and what it does. */
interface Line {
  readonly form: string;
  readonly help: string;
}

/** The column where what options do begins, and the one where it ends. */
const [helpColumn, lastColumn] = [26, 100];

function optionsHelp(command: Command): string {
  const options = optionsOf(command).map(([, option]) => option);
  const groups = optionGroups.map((group) => {
    const lines = options.filter((option) => option.group === group).flatMap(linesOf);
    return lines.length === 0 ? "" : `\n${group}\n${lines.map(lineText).join("")}`;
  });
  return groups.join("");
}

function linesOf(option: Option): Line[] {
  const { flag, short, help: text } = option;
  const isOn = option.type === "boolean" && option.default === true;
  const letter = short === undefined ? "    " : `-${short}, `;
  const value = valueForm(option);
  const form = `${letter}--${isOn ? "no-" : ""}${flag}${value}`;
  const line = { form, help: text };
  if (option.type !== "text" || option.negatedHelp === undefined) return [line];
  return [line, { form: `    --no-${flag}`, help: option.negatedHelp }];
}

function valueForm(option: Option): string {
  if (option.placeholder !== undefined)
    return option.type === "booleanOrList" ? `[=${option.placeholder}]` : ` ${option.placeholder}`;
  if (option.type === "choice") return ` <${option.values.join("|")}>`;
  return option.type === "boolean" || option.type === "booleanOrList" ? "" : " <value>";
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
