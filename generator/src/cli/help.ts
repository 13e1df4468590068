const general = `openapi-packages: one OpenAPI description in, four npm packages out

  openapi-packages generate <description> --out <folder> --scope <@scope>
  openapi-packages scaffold <description> --out <folder> --scope <@scope>

  generate   writes the packages contract, client, server and mocks
  scaffold   writes handler files that are yours, for the server to call

  --help, -h       this text, or that of a command: openapi-packages generate --help
  --version, -V    the version

Exit codes: 0 nothing to report, 1 findings (something is not current), 2 wrong usage, or a
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
      --timing          say how long each stage took, on standard error
      --watch           go on, and generate again when the description or a file it refers to changes
      --include-tag <tag>         only operations that have this tag; may be given again
      --exclude-tag <tag>         no operation that has this tag; may be given again
      --include-operation <id>    only this operation, beside those of --include-tag; may be
                                  given again
      --exclude-deprecated        no deprecated operation
                                  Components that nothing else uses are left out with them
      --allow-ref <folder|origin> let $ref lead there, beside the description's folder; an origin
                                  looks like https://schemas.example.com; may be given again
      --format <kind>   pretty (default) or json

Exit codes: 0 done, or current under --check; 1 not current, or a file edited by hand was left alone;
2 wrong usage, or a description that cannot be generated from. Then no file was touched.
`;

const scaffoldHelp = `openapi-packages scaffold <description> --out <folder> --scope <@scope>

Writes a handler file for each operation, and an index that brings them together as the server's
Handlers. They are yours from the moment they are written: a file that exists is never touched.

  -i, --input <file>      the description, instead of the argument
  -o, --out <folder>      where the handlers go
      --scope <@scope>    the npm scope of the generated packages
      --operation <id>    only this operation; may be given again
      --tag <tag>         only operations of this tag; may be given again
      --import-extension <js|ts>
                          what relative imports end with: js (default) for compilers and
                          bundlers, ts for Node's type stripping
      --include-tag <tag>         only operations that have this tag; may be given again
      --exclude-tag <tag>         no operation that has this tag; may be given again
      --include-operation <id>    only this operation, beside those of --include-tag; may be
                                  given again
      --exclude-deprecated        no deprecated operation
                                  Components that nothing else uses are left out with them
      --allow-ref <folder|origin> let $ref lead there, beside the description's folder; an origin
                                  looks like https://schemas.example.com; may be given again
      --format <kind>     pretty (default) or json

Exit codes: 0 done, 2 wrong usage, or a description that cannot be read.
`;

/** The help of a command, or of all of them. */
export function help(command: string): string {
  if (command === "generate") return generateHelp;
  return command === "scaffold" ? scaffoldHelp : general;
}
