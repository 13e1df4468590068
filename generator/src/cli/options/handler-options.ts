import { importExtensions } from "../../import-extension.ts";
import { layouts, templates } from "../../scaffold/record.ts";
import type { OptionTable } from "./option.ts";

/** The options of handlers, which `scaffold` and `promote` write. */
export const handlerOptions = {
  "scaffold.out": {
    flag: "out",
    short: "o",
    type: "text",
    placeholder: "<folder>",
    example: "src/handlers",
    help: "the folder of the handlers",
    isPath: true,
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.layout": {
    flag: "layout",
    type: "choice",
    values: layouts,
    help: "a file for each operation (default), or for each tag",
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.server": {
    flag: "server",
    type: "text",
    placeholder: "<folder>",
    example: "src/api/server",
    help: "the folder of the generated server, where it is none of a package: src/api/server; then --scope and --name are not needed",
    isPath: true,
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.template": {
    flag: "template",
    type: "choice",
    values: templates,
    help: "handlers (default), or functions that return a handler for your store",
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.importExtension": {
    flag: "import-extension",
    type: "choice",
    values: importExtensions,
    help: "how relative imports end: ./pets.ts, ./pets.js or ./pets; left out, as the nearest tsconfig.json wants it",
    group: "Output",
    commands: ["scaffold", "promote"],
  },
} as const satisfies OptionTable;
