import {
  fileNameStyles,
  formatterNames,
  layouts,
  openapiTypescriptFlags,
  packageNames,
} from "./choices.ts";
import { listProblem, packageProblem } from "./package-list.ts";
import { dateTypes, int64Types } from "@openapi-packages/description/model/conversions/value-types";
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
    help: "packages (default) for a workspace, or folder for one application",
    details:
      "packages writes npm packages; folder writes one folder of TypeScript with relative imports, such as src/api.",
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
    help: "the packages to write, with those they need; separated by commas",
    details:
      "Default: contract,client,server,mocks. types writes a contract with only types, and paths one file in the form of openapi-typescript. In a configuration, emitters of your own are allowed too.",
    group: "Output",
    commands: generating,
  },
  scope: {
    flag: "scope",
    type: "text",
    placeholder: "<@scope>",
    example: "@acme",
    help: "the npm scope of the packages: @acme for @acme/client",
    group: "Output",
    commands: ["scaffold", "promote", ...generating],
  },
  name: {
    flag: "name",
    type: "text",
    placeholder: "<name>",
    example: "acme",
    help: "the prefix of the packages' names: acme for acme-client",
    details: "With --scope @team, the name is @team/acme-client.",
    group: "Output",
    commands: ["scaffold", "promote", ...generating],
  },
  importExtension: {
    type: "choice",
    values: importExtensions,
    help: "the ending of relative imports in the layout folder: ./pets.ts, ./pets.js or ./pets; the default follows the nearest tsconfig.json",
    group: "Output",
    commands: ["generate", "diff", "codemod"],
  },
  fileNames: {
    type: "choice",
    values: fileNameStyles,
    help: "the style of file names in the layout folder: api-keys.ts (default) or apiKeys.ts",
    group: "Output",
    commands: ["generate", "diff", "codemod"],
  },
  formatter: {
    flag: "formatter",
    type: "choice",
    values: formatterNames,
    placeholder: "<name>",
    help: "oxfmt (default, built in), prettier (of your project) or none",
    details: "prettier is loaded from the project of the output folder, with its configuration.",
    group: "Output",
    commands: ["generate"],
  },
  enums: {
    type: "choice",
    values: ["open", "closed"],
    help: "whether response types of the client allow unknown values of enums, and unknown alternatives of unions with a discriminator: open (default) or closed; x-extensible-enum sets it for one enum",
    group: "Output",
    commands: generating,
  },
  compile: {
    type: "boolean",
    default: true,
    help: "write only sources: no JavaScript and declarations in dist, and remove those of earlier runs",
    group: "Output",
    commands: ["generate"],
  },
  sourceMaps: {
    type: "boolean",
    help: "write source maps and declaration maps to dist, so that debuggers and editors open the sources",
    group: "Output",
    commands: ["generate"],
  },
  header: {
    type: "text",
    example: "Copyright Acme",
    help: "a comment for the top of every generated module, such as a licence",
    group: "Output",
    commands: ["generate"],
  },
  workspaceProtocol: {
    type: "boolean",
    help: "write dependencies between the packages as workspace:*, the default in a pnpm workspace; false writes versions",
    group: "Output",
    commands: ["generate"],
  },
  dates: {
    type: "choice",
    values: dateTypes,
    help: "the type of date-time values in inputs, responses, errors and events, in client and server: text (default) is a string, Date is converted",
    group: "Output",
    commands: ["scaffold", "promote", "mock", ...generating],
  },
  int64: {
    type: "choice",
    values: int64Types,
    help: "the type of integers with format int64, in client, server and mocks: number (default) refuses those beyond 2^53, bigint takes all",
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
    help: "write a page for each operation to contract/dist/reference",
    details: "A page has types, responses and code.",
    group: "Output",
    commands: ["generate", "version"],
  },
  validators: {
    flag: "validators",
    type: "boolean",
    help: "write compiled validators for a client alone in a folder",
    details: "Packages, servers and mocks always have them.",
    group: "Output",
    commands: generating,
  },
  openapiFetch: {
    type: "boolean",
    help: "write the client's entry http, an openapi-fetch client: true for packages, where openapi-fetch is an optional peer, false for a folder (default)",
    group: "Output",
    commands: generating,
  },
  openapiTypescript: {
    flag: "openapi-typescript",
    type: "choices",
    values: openapiTypescriptFlags,
    placeholder: "<flags>",
    help: "flags of openapi-typescript for the package paths: enum,immutable",
    details:
      "They have the names and the meaning that they have there; no-default-non-nullable is --default-non-nullable=false.",
    group: "Output",
    commands: ["generate", "diff", "codemod"],
  },
  allSchemaValidators: {
    type: "boolean",
    help: "also compile validators for schemas that no operation uses",
    group: "Output",
    commands: generating,
  },
} as const satisfies OptionTable;
