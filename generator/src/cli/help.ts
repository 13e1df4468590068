const filterHelp = `      --include-tag <tag>         only operations with this tag; repeatable
      --exclude-tag <tag>         no operation with this tag; repeatable
      --include-operation <id>    only this operation, and those of --include-tag; repeatable
      --exclude-deprecated        no deprecated operation
                                  Components that only excluded operations use are excluded too
`;

const referenceHelp = `      --overlay <file>            change the description by this OpenAPI Overlay (1.0, 1.1 or 1.2) before it
                                  is used; a file or a URL; repeatable, in order
      --request-header <header>   a header of requests to the origin of a description that is a URL,
                                  'Authorization: Bearer \${TOKEN}' in single quotes: TOKEN is a
                                  variable of the environment; repeatable
      --allow-ref <folder|origin> allow $ref to this folder or origin, besides the description's
                                  folder; an origin is https://schemas.example.com; repeatable
`;

const layoutHelp = `      --layout <operation|tag>
                          a file for each operation (default), or for each tag
      --template <plain|store>
                          handlers (default), or functions that return a handler for your store
      --import-extension <js|ts>
                          the extension in relative imports: js (default) for compilers and
                          bundlers, ts for Node's type stripping
`;

const general = `openapi-packages: one OpenAPI description in, four npm packages out

  openapi-packages generate <description> --out <folder> --scope <@scope>
  openapi-packages scaffold <description> --out <folder> --scope <@scope>
  openapi-packages promote <description> --operation <id> --out <folder> --scope <@scope>
  openapi-packages mock <description>

  generate   writes the packages contract, client, server and mocks
  scaffold   writes handlers and verifiers of the server, in files that you own
  promote    writes a handler that answers as the mock of its operation does
  mock       serves a mock of the description, without generated packages

  --help, -h       this text, or the help of a command: openapi-packages generate --help
  --version, -V    the version

Exit codes: 0 success; 1 files are not up to date, or something has to be done by hand; 2 wrong
usage, or a description with errors.
`;

const generateHelp = `openapi-packages generate <description> --out <folder> --scope <@scope>

Reads an OpenAPI 3.0 or 3.1 description (YAML or JSON, one file or many) and writes the packages
contract, client, server and mocks into the folder. Only files that changed are written; only files
of an earlier run are removed. A description is a file, an https URL, or - for standard input.

  -i, --input <file>    the description, instead of the argument
  -o, --out <folder>    the folder of the packages
      --scope <@scope>  the packages' npm scope: @acme for @acme/client
      --check           write nothing; list missing, changed, edited, obsolete and unexpected files,
                        and exit with 1 if there are any
      --force           overwrite generated files that were edited by hand
      --formatter <name>
                        the formatter of the generated code: oxfmt (default), which is built in;
                        prettier, the Prettier of the output folder's project with its
                        configuration; or none
      --openapi-json    also write the description in one file: contract/openapi.json
      --all-schema-validators
                        also compile validators of schemas that no operation uses
      --timing          print the time of each stage to standard error
      --watch           stay running, and generate again when the description or a file it refers to
                        changes; not for URLs
${filterHelp}${referenceHelp}      --format <kind>   pretty (default) or json

Exit codes: 0 success; 1 --check found files that are not up to date, or a file edited by hand was
not overwritten; 2 wrong usage, or a description with errors: then no file was changed.
`;

const scaffoldHelp = `openapi-packages scaffold <description> --out <folder> --scope <@scope>

Writes a handler for each operation, security.ts with a verifier for each security scheme that an
operation names, and an index that exports them for createServer. Handlers answer 501 and verifiers
refuse every credential until you write them. You own these files. A later run adds handlers of new
operations, also to the index, and verifiers of new schemes, and renames types of renamed operations;
it changes no other line. A scheme that is gone is an error of your compiler.

  -i, --input <file>      the description, instead of the argument
  -o, --out <folder>      the folder of the handlers
      --scope <@scope>    the npm scope of the generated packages
      --operation <id>    only this operation; repeatable
      --tag <tag>         only operations of this tag; repeatable
      --plan              write nothing; show the changes, line by line
      --check             like --plan; exit with 1 if anything is missing, renamed or orphaned
      --prune             move handlers of removed operations to orphans/
${layoutHelp}${filterHelp}${referenceHelp}      --format <kind>     pretty (default) or json

Later runs use the layout, the template and the import extension of the first run. They are recorded,
with the handlers and the file of verifiers, in .openapi-scaffold.json in the folder; commit that file.

Exit codes: 0 success; 1 something has to be done by hand or, with --check, at all; 2 wrong usage, a
description with errors, or a handler file with a syntax error: then no file was changed.
`;

const promoteHelp = `openapi-packages promote <description> --operation <id> --out <folder> --scope <@scope>

Writes a handler that answers as the mock of its operation does, or replaces a scaffolded handler that
was not changed. A handler that you wrote is not changed.

  -i, --input <file>      the description, instead of the argument
  -o, --out <folder>      the folder of the handlers
      --scope <@scope>    the npm scope of the generated packages
      --operation <id>    the operation; repeatable
      --plan              write nothing; show the changes, line by line
${layoutHelp}${referenceHelp}      --format <kind>     pretty (default) or json

Exit codes: 0 success; 1 the handler is written already, or something has to be done by hand; 2 wrong
usage, a description with errors, or a handler file with a syntax error: then no file was changed.
`;

const mockHelp = `openapi-packages mock <description>

Serves a mock of the description. It validates requests, answers with the description's examples or
with values made from its schemas, and is stateful: created resources can be read, listed, changed and
deleted.

  -i, --input <file>      the description, instead of the argument
  -p, --port <number>     4010 (default); 0 for any free port
      --host <host>       127.0.0.1 (default), for this machine only; 0.0.0.0 for all machines
      --seed <text>       the seed of all random values; 0 (default)
  -d, --dynamic           vary responses from request to request
      --state <file>      keep the state in a file between runs; it has what clients sent, secrets too,
                          and a new one is readable to you only
      --no-state          no state
      --stateless <id>    answer this operation with its example only; repeatable
      --empty             start without the resources of the examples
      --latency <ms>      milliseconds before each response: 200 or 200..800
      --interval <ms>     milliseconds between the items of a stream: 100 (default) or 50..200
      --faults <file>     a JSON file of faults: {"rules": [{"operation": "getPet", "status": 500}]}
      --overrides <file>  a module with overrides: export default (mock) => { mock.on(…) }
                          Its code is run, with all that you may do
      --base-path <path>  the path before the description's paths, such as /v1; / for none; repeatable.
                          Default: the paths of its servers, and /
      --slashes <exact|lenient>
                          lenient ignores doubled slashes, and one at the end of a path
      --accept-null absent
                          take null for an optional member that is not nullable as if it were not there
      --proxy <url>       forward requests to this server, below the path of the URL and nowhere else,
                          and report violations of the description
      --proxy-timeout <ms>
                          milliseconds until its response is there: 30000 (default); 0 for any time
      --mode <id>=<mode>  mock, proxy or record (forward, and record the responses) an operation,
                          with --proxy; * stands for all others; repeatable
      --errors            with --proxy, reject requests that violate the description
      --demand-credentials
                          require the credentials of the description's security: those of --credential,
                          API keys that the description's own operations create, until they are revoked,
                          and of other schemes one that is made and printed at the start. Without it every
                          request is let in
      --credential <scheme>=<text>
                          a bearer token, an API key, or user:password that this security scheme accepts;
                          implies --demand-credentials; repeatable
      --limit <name>=<number>
                          the most that is remembered, the oldest goes first: records=50000,
                          resourceRecords=10000 (of one resource), stateBytes=67108864,
                          recordings=1000, recordingBytes=16777216; held of a body that is forwarded:
                          upstreamBytes=16777216; of an upload, and of any other body of a request:
                          bodyBytes=1048576; put to a signed address: contentBytes=1048576;
                          requests with a key that can be repeated: idempotencyKeys=1000,
                          idempotencyBytes=16777216; faultRules=1000; requests at a time:
                          activeRequests=1000, bytes that they may send and that wait to be read:
                          receivedBytes=268435456, unsentBytes=268435456; connections=1000; on the
                          console: loggedRequests=200, loggedBodyBytes=65536 (of each body),
                          loggedBytes=16777216, consoleClients=32; repeatable
      --no-console        no console at /__mock
      --console-token <text>
                          the token of the console; a new one (default), printed at the start.
                          Scripts send it as authorization: Bearer <text>
      --allow-host <name> answer requests to this name too, with a port or for all ports, besides
                          localhost, the addresses of this machine and --host; * for any name;
                          repeatable. Others are refused with 421: a web page could make a name of its
                          own lead here
      --allow-origin <origin>
                          let pages of this origin call the mock, besides those of this machine; an
                          origin is https://app.example; null for files, * for all; repeatable
      --no-cors           no requests from pages of other origins
      --quiet             print only warnings and errors
      --watch             restart when the description or a file it refers to changes
${filterHelp}${referenceHelp}
Exit codes: 0 ended by SIGINT or SIGTERM; 2 wrong usage, a description with errors, a file that cannot
be read, or a port that is in use.
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
