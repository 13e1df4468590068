import { fileNameStyles, formatterNames, layouts, packageNames } from "./choices.ts";
import { listProblem, packageProblem } from "./package-list.ts";
import { dateTypes } from "@openapi-packages/description/model/conversions/date-types";
import { importExtensions } from "../project/import-extension.ts";
import type { Command, OptionTable } from "./option.ts";

/** The commands that generate code, even if only to compare it. */
const generating = ["generate", "diff", "codemod", "version"] as const satisfies readonly Command[];

/** The options of the generated packages. */
export const generateOptions = {
  out: {
    flag: "out",
    short: "o",
    type: "text",
    placeholder: "<folder>",
    example: "packages",
    help: "the folder of the generated code",
    isPath: true,
    group: "Output",
    commands: ["init", ...generating],
  },
  layout: {
    flag: "layout",
    type: "choice",
    values: layouts,
    placeholder: "<layout>",
    help: "packages (default), for a workspace; or folder, for one application",
    details:
      "packages are npm packages; folder is one folder of TypeScript with relative imports, such as src/api.",
    group: "Output",
    commands: ["init", ...generating],
  },
  packages: {
    flag: "packages",
    type: "choices",
    values: packageNames,
    itemProblem: packageProblem,
    listProblem,
    placeholder: "<names>",
    help: "the packages to write, separated by commas; what they need comes along",
    details:
      "Default: contract,client,server,mocks; types is a contract of types alone. A configuration takes emitters of your own as well.",
    group: "Output",
    commands: generating,
  },
  scope: {
    flag: "scope",
    type: "text",
    placeholder: "<@scope>",
    example: "@acme",
    help: "the packages' npm scope: @acme for @acme/client",
    group: "Output",
    commands: ["scaffold", "promote", ...generating],
  },
  name: {
    flag: "name",
    type: "text",
    placeholder: "<name>",
    example: "acme",
    help: "what the packages' names begin with: acme for acme-client",
    details: "With --scope @team for @team/acme-client.",
    group: "Output",
    commands: ["scaffold", "promote", ...generating],
  },
  importExtension: {
    type: "choice",
    values: importExtensions,
    help: "with the layout folder, how relative imports end: ./pets.ts, ./pets.js or ./pets; left out, as the nearest tsconfig.json wants it",
    group: "Output",
    commands: ["generate", "diff", "codemod"],
  },
  fileNames: {
    type: "choice",
    values: fileNameStyles,
    help: "with the layout folder, the names of files, as your linter wants them: api-keys.ts (default) or apiKeys.ts",
    group: "Output",
    commands: ["generate", "diff", "codemod"],
  },
  formatter: {
    flag: "formatter",
    type: "choice",
    values: formatterNames,
    placeholder: "<name>",
    help: "oxfmt (default), which is built in; prettier, your project's; or none",
    details: "prettier is that of the output folder's project, with its configuration.",
    group: "Output",
    commands: ["generate"],
  },
  enums: {
    type: "choice",
    values: ["open", "closed"],
    help: "whether the client's types of responses admit values of enums that are not described yet: open (default) or closed; x-extensible-enum says it of one",
    group: "Output",
    commands: generating,
  },
  compile: {
    type: "boolean",
    default: true,
    help: "sources only: write no JavaScript and declarations in dist, and remove those of earlier runs",
    group: "Output",
    commands: ["generate"],
  },
  header: {
    type: "text",
    example: "Copyright Acme",
    help: "a text for the top of every generated module, such as a licence; it becomes a comment",
    group: "Output",
    commands: ["generate"],
  },
  workspaceProtocol: {
    type: "boolean",
    help: "dependencies among the packages are workspace:*, which is the default in a workspace of pnpm; false makes them versions",
    group: "Output",
    commands: ["generate"],
  },
  dates: {
    type: "choice",
    values: dateTypes,
    help: "what values of the format date-time are, in answers, errors, events and inputs, at both ends: text (default), or Date, which is converted by a codec",
    group: "Output",
    commands: ["scaffold", "promote", "mock", ...generating],
  },
  openapiJson: {
    type: "boolean",
    help: "also write the description in one file: contract/openapi.json",
    group: "Output",
    commands: ["generate", "version"],
  },
  reference: {
    flag: "reference",
    type: "boolean",
    help: "a page for each operation in contract/dist/reference",
    details:
      "With its types, its answers and code; the default but with --layout folder, and --no-reference leaves it out.",
    group: "Output",
    commands: ["generate", "version"],
  },
  allSchemaValidators: {
    type: "boolean",
    help: "also compile validators of schemas that no operation uses",
    group: "Output",
    commands: generating,
  },
} as const satisfies OptionTable;
