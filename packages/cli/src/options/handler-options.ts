import { importExtensions } from "../project/import-extension.ts";
import { frameworks, handlerLayouts, handlerTemplates } from "./choices.ts";
import type { OptionTable } from "./option.ts";

/** The options of the handlers that `scaffold` and `promote` write. */
export const handlerOptions = {
  "scaffold.out": {
    flag: "out",
    short: "o",
    type: "text",
    placeholder: "<folder>",
    example: "src/handlers",
    help: "the folder of the handlers",
    details: "diff lists handlers that a change breaks, and codemod renames symbols in them.",
    isPath: true,
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.layout": {
    flag: "layout",
    type: "choice",
    values: handlerLayouts,
    placeholder: "<layout>",
    help: "one file for each operation (default) or each tag",
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.server": {
    flag: "server",
    type: "text",
    placeholder: "<folder>",
    example: "src/api/server",
    help: "the folder of the generated server, if it is not a package",
    details: "For example src/api/server. --scope and --name are not needed then.",
    isPath: true,
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.template": {
    type: "choice",
    values: handlerTemplates,
    help: "plain handlers (default), or store: functions that take your store and return a handler",
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.importExtension": {
    type: "choice",
    values: importExtensions,
    help: "the ending of relative imports in handlers: ./pets.ts, ./pets.js or ./pets; the default follows the nearest tsconfig.json",
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.entry": {
    flag: "entry",
    type: "choice",
    values: frameworks,
    placeholder: "<name>",
    help: "also write server.ts, which listens, for node, hono, fastify or express",
    details:
      "It has the verifiers, limits, timeouts, a graceful shutdown, PORT and HOST. An existing server.ts is kept. The command prints its dependencies and how to start it.",
    group: "Output",
    commands: ["scaffold"],
  },
  "scaffold.allowOrigins": {
    type: "list",
    help: "origins whose pages may call the service of scaffold.entry (CORS), such as https://app.example; none by default",
    group: "Output",
    commands: ["scaffold"],
  },
} as const satisfies OptionTable;
