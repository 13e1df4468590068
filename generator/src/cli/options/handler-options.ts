import { importExtensions } from "../../import-extension.ts";
import { frameworks } from "../../scaffold/entry/entry-types.ts";
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
  "scaffold.entry": {
    flag: "entry",
    type: "choice",
    values: frameworks,
    help: "write the file that listens too, server.ts beside the handlers, where there is none: with the verifiers, limits, timeouts, a graceful end, PORT and HOST. What it needs and how it starts is printed",
    group: "Output",
    commands: ["scaffold"],
  },
  "scaffold.allowOrigins": {
    flag: "allow-origin",
    type: "list",
    placeholder: "<origin>",
    help: "with --entry: let pages of this origin call the service (CORS), such as https://app.example; repeatable. Left out: no other origins",
    group: "Output",
    commands: ["scaffold"],
  },
} as const satisfies OptionTable;
