import { packageNames } from "../../emit/emitted-file.ts";
import { fileNameStyles } from "../../emit/file-names.ts";
import { layouts } from "../../emit/package-names.ts";
import { dateTypes } from "../../model/conversions/date-types.ts";
import { importExtensions } from "../../import-extension.ts";
import { formatterNames } from "../../print/formatter.ts";
import type { OptionTable } from "./option.ts";

/** The options of the generated packages. */
export const generateOptions = {
  out: {
    flag: "out",
    short: "o",
    type: "text",
    placeholder: "<folder>",
    example: "packages",
    help: "the folder of the packages",
    group: "Output",
    commands: ["generate"],
  },
  layout: {
    flag: "layout",
    type: "choice",
    values: layouts,
    help: "npm packages of a workspace (default); or one folder of TypeScript with relative imports, for src/api of an application",
    group: "Output",
    commands: ["generate"],
  },
  packages: {
    flag: "packages",
    type: "choices",
    values: packageNames,
    placeholder: "<names>",
    help: "the packages to write, separated by commas; what they need comes along. Default: contract,client,server,mocks; types is a contract of types alone. A configuration takes emitters of your own as well",
    group: "Output",
    commands: ["generate"],
  },
  scope: {
    flag: "scope",
    type: "text",
    placeholder: "<@scope>",
    example: "@acme",
    help: "the packages' npm scope: @acme for @acme/client",
    group: "Output",
    commands: ["generate", "scaffold", "promote"],
  },
  name: {
    flag: "name",
    type: "text",
    placeholder: "<name>",
    example: "acme",
    help: "what the packages' names begin with: acme for acme-client; with --scope @team for @team/acme-client",
    group: "Output",
    commands: ["generate", "scaffold", "promote"],
  },
  importExtension: {
    flag: "import-extension",
    type: "choice",
    values: importExtensions,
    help: "with --layout folder, how relative imports end: ./pets.ts, ./pets.js or ./pets; left out, as the nearest tsconfig.json wants it",
    group: "Output",
    commands: ["generate"],
  },
  fileNames: {
    flag: "file-names",
    type: "choice",
    values: fileNameStyles,
    help: "with --layout folder, the names of files, as your linter wants them: api-keys.ts (default) or apiKeys.ts",
    group: "Output",
    commands: ["generate"],
  },
  formatter: {
    flag: "formatter",
    type: "choice",
    values: formatterNames,
    placeholder: "<name>",
    help: "the formatter of the generated code: oxfmt (default), which is built in; prettier, the Prettier of the output folder's project with its configuration; or none",
    group: "Output",
    commands: ["generate"],
  },
  compile: {
    flag: "compile",
    type: "boolean",
    default: true,
    help: "sources only: write no JavaScript and declarations in dist, and remove those of earlier runs",
    group: "Output",
    commands: ["generate"],
  },
  header: {
    flag: "header",
    type: "text",
    placeholder: "<text>",
    example: "Copyright Acme",
    help: "a text for the top of every generated module, such as a licence; it becomes a comment",
    group: "Output",
    commands: ["generate"],
  },
  workspaceProtocol: {
    flag: "workspace-protocol",
    type: "boolean",
    help: "dependencies among the packages are workspace:*, which is the default in a workspace of pnpm; --no-workspace-protocol makes them versions",
    group: "Output",
    commands: ["generate"],
  },
  dates: {
    flag: "dates",
    type: "choice",
    values: dateTypes,
    help: "what values of the format date-time are, in answers, errors, events and inputs, at both ends: text (default), or Date, which is converted by a codec",
    group: "Output",
    commands: ["generate", "scaffold", "promote"],
  },
  openapiJson: {
    flag: "openapi-json",
    type: "boolean",
    help: "also write the description in one file: contract/openapi.json",
    group: "Output",
    commands: ["generate"],
  },
  allSchemaValidators: {
    flag: "all-schema-validators",
    type: "boolean",
    help: "also compile validators of schemas that no operation uses",
    group: "Output",
    commands: ["generate"],
  },
} as const satisfies OptionTable;
