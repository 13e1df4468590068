const filterHelp = `      --include-tag <tag>         only operations that have this tag; may be given again
      --exclude-tag <tag>         no operation that has this tag; may be given again
      --include-operation <id>    only this operation, beside those of --include-tag; may be
                                  given again
      --exclude-deprecated        no deprecated operation
                                  Components that nothing else uses are left out with them
`;

const referenceHelp = `      --allow-ref <folder|origin> let $ref lead there, beside the description's folder; an origin
                                  looks like https://schemas.example.com; may be given again
`;

const layoutHelp = `      --layout <operation|tag>
                          a file for each operation (default), or for each tag
      --template <plain|store>
                          handlers (default), or functions from a store of yours to a handler
      --import-extension <js|ts>
                          what relative imports end with: js (default) for compilers and
                          bundlers, ts for Node's type stripping
`;

const general = `openapi-packages: one OpenAPI description in, four npm packages out

  openapi-packages generate <description> --out <folder> --scope <@scope>
  openapi-packages scaffold <description> --out <folder> --scope <@scope>
  openapi-packages promote <description> --operation <id> --out <folder> --scope <@scope>
  openapi-packages mock <description>

  generate   writes the packages contract, client, server and mocks
  scaffold   writes handler files that are yours, for the server to call
  promote    writes a handler that answers as the mock of its operation does
  mock       serves a mock of the description, with nothing generated

  --help, -h       this text, or that of a command: openapi-packages generate --help
  --version, -V    the version

Exit codes: 0 nothing to report, 1 something is not current, 2 wrong usage, or a
description that cannot be generated from.
`;

const generateHelp = `openapi-packages generate <description> --out <folder> --scope <@scope>

Reads an OpenAPI 3.0 or 3.1 description (YAML or JSON, one file or many) and writes the packages
contract, client, server and mocks into the folder. Only files that changed are written; only files
that an earlier run wrote are removed.

  -i, --input <file>    the description, instead of the argument
  -o, --out <folder>    where the packages go
      --scope <@scope>  the packages' npm scope: @acme makes @acme/client
      --check           write nothing; list what is missing, changed, edited or unexpected; exit 1 if anything is
      --force           overwrite generated files that were edited by hand
      --formatter <name>
                        what lays out the code: oxfmt (default), prettier, the folder's own with its
                        configuration, or none
      --openapi-json    write the description in one file as well: contract/openapi.json
      --timing          say how long each stage took, on standard error
      --watch           go on, and generate again when the description or a file it refers to changes
${filterHelp}${referenceHelp}      --format <kind>   pretty (default) or json

Exit codes: 0 done, or current under --check; 1 not current, or a file edited by hand was left alone;
2 wrong usage, or a description that cannot be generated from. Then no file was touched.
`;

const scaffoldHelp = `openapi-packages scaffold <description> --out <folder> --scope <@scope>

Writes a handler for each operation, and an index that brings them together as the server's Handlers.
They are yours from the moment they are written. A later run adds what the description has gained, to
the index as well, and calls types by their new names after a rename; it touches no other line.

  -i, --input <file>      the description, instead of the argument
  -o, --out <folder>      where the handlers go
      --scope <@scope>    the npm scope of the generated packages
      --operation <id>    only this operation; may be given again
      --tag <tag>         only operations of this tag; may be given again
      --plan              write nothing; show what would be written, line by line
      --check             as --plan; exit 1 if anything is missing, renamed or orphaned
      --prune             move handlers of operations that are gone to orphans/
${layoutHelp}${filterHelp}${referenceHelp}      --format <kind>     pretty (default) or json

The layout, the template and the import extension of the first run hold for later ones too; what was
written, .openapi-scaffold.json in the folder remembers. Keep it in version control.

Exit codes: 0 done; 1 something is left to do by hand or, under --check, to do at all; 2 wrong usage,
a description that cannot be read, or a file that does not parse. Then no file was touched.
`;

const promoteHelp = `openapi-packages promote <description> --operation <id> --out <folder> --scope <@scope>

Writes a handler that answers what the mock of its operation does, or puts that answer in place of a
handler that is not written yet. A handler that is written stays as it is.

  -i, --input <file>      the description, instead of the argument
  -o, --out <folder>      where the handlers go
      --scope <@scope>    the npm scope of the generated packages
      --operation <id>    the operation; may be given again
      --plan              write nothing; show what would be written, line by line
${layoutHelp}${referenceHelp}      --format <kind>     pretty (default) or json

Exit codes: 0 done; 1 the handler is written already, or something is left to do by hand; 2 wrong usage,
a description that cannot be read, or a file that does not parse. Then no file was touched.
`;

const mockHelp = `openapi-packages mock <description>

Serves what the description says, from its examples or, where there are none, from values made from
its schemas; requests are validated. It remembers: what is created can be read, listed, changed and
deleted.

  -i, --input <file>      the description, instead of the argument
  -p, --port <number>     4010 (default); 0 takes one that is free
      --host <host>       127.0.0.1 (default), this machine alone; 0.0.0.0: anybody
      --seed <text>       what all that is made by chance follows from; 0 (default)
  -d, --dynamic           answers vary from request to request
      --state <file>      remember from one run to the next
      --no-state          remember nothing
      --stateless <id>    let this operation answer by its example alone; may be given again
      --empty             begin without the records that the examples show
      --latency <ms>      milliseconds that each answer takes, as 200 or 200..800
      --interval <ms>     milliseconds between the items of a stream, as 100 (default) or 50..200
      --faults <file>     what goes wrong, as JSON: {"rules": [{"operation": "getPet", "status": 500}]}
      --overrides <file>  a module of yours with other answers: export default (mock) => { mock.on(…) }
      --proxy <url>       let this server answer, and say what breaks the description
      --mode <id>=<mode>  mock, proxy or record (keep what the server answers) an operation, with
                          --proxy; * stands for all others; may be given again
      --errors            with --proxy, refuse requests that break the description
      --demand-credentials
                          ask for the credentials that the description asks for; any will do
      --no-console        no page at /__mock
      --no-cors           no calls from pages of other origins
      --quiet             say nothing but what goes wrong
      --watch             begin anew when the description or a file it refers to changes
${filterHelp}${referenceHelp}
Exit codes: 0 ended by SIGINT or SIGTERM; 2 wrong usage, a description or a file that cannot be read,
a port that is taken.
`;

const texts: Readonly<Record<string, string>> = {
  generate: generateHelp,
  scaffold: scaffoldHelp,
  promote: promoteHelp,
  mock: mockHelp,
};

/** The help of a command, or of all of them. */
export function help(command: string): string {
  return (Object.hasOwn(texts, command) ? texts[command] : undefined) ?? general;
}
