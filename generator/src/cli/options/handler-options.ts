import { importExtensions, layouts, templates } from "../../scaffold/record.ts";
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
    help: "the extension in relative imports: js (default) for compilers and bundlers, ts for Node's type stripping",
    group: "Output",
    commands: ["scaffold", "promote"],
  },
} as const satisfies OptionTable;
