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
    details: "diff names those that a change breaks, and codemod renames in them.",
    isPath: true,
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.layout": {
    flag: "layout",
    type: "choice",
    values: handlerLayouts,
    placeholder: "<layout>",
    help: "a file for each operation (default), or for each tag",
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.server": {
    flag: "server",
    type: "text",
    placeholder: "<folder>",
    example: "src/api/server",
    help: "the folder of the generated server, where it is no package",
    details: "It is src/api/server, for instance; then --scope and --name are not needed.",
    isPath: true,
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.template": {
    type: "choice",
    values: handlerTemplates,
    help: "plain handlers (default), or store: functions that return a handler for your store",
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.importExtension": {
    type: "choice",
    values: importExtensions,
    help: "how relative imports of handlers end: ./pets.ts, ./pets.js or ./pets; left out, as the nearest tsconfig.json wants it",
    group: "Output",
    commands: ["scaffold", "promote"],
  },
  "scaffold.entry": {
    flag: "entry",
    type: "choice",
    values: frameworks,
    placeholder: "<name>",
    help: "write server.ts too, which listens: for node, hono, fastify or express",
    details:
      "It is written where there is none, with the verifiers, limits, timeouts, a graceful end, PORT and HOST. What it needs and how it starts is printed.",
    group: "Output",
    commands: ["scaffold"],
  },
  "scaffold.allowOrigins": {
    type: "list",
    help: "origins whose pages may call the service of scaffold.entry (CORS), such as https://app.example. Left out: no other origins",
    group: "Output",
    commands: ["scaffold"],
  },
} as const satisfies OptionTable;
