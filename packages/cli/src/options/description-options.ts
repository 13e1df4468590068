import type { Command, OptionTable } from "./option.ts";

/** The commands that read a description. */
const reading = [
  "generate",
  "scaffold",
  "promote",
  "mock",
  "verify",
  "diff",
  "codemod",
  "version",
] as const satisfies readonly Command[];

/** The commands that can filter operations. */
const filtering = [
  "generate",
  "scaffold",
  "mock",
  "diff",
  "codemod",
  "version",
] as const satisfies readonly Command[];

/** The options for reading a description. */
export const descriptionOptions = {
  description: {
    type: "text",
    example: "openapi.yaml",
    help: "the description: a file, an https URL, or - for standard input",
    details: "On the command line it is the argument.",
    isPath: true,
    group: "Description",
    commands: ["init", ...reading],
  },
  overlays: {
    type: "list",
    isPath: true,
    help: "OpenAPI Overlays (1.0, 1.1 or 1.2) that change the description before it is used, in order; files or URLs",
    group: "Description",
    commands: reading,
  },
  requestHeaders: {
    flag: "request-header",
    type: "entries",
    of: "text",
    separator: ":",
    placeholder: "<name: value>",
    example: "'Authorization: Bearer ${TOKEN}'",
    help: "a header of requests for a description that is a URL; repeatable",
    details:
      "Other origins do not get it. ${TOKEN} in it, within single quotes, is a variable of the environment, so that no secret stands on the command line.",
    group: "Description",
    commands: ["init", ...reading],
  },
  allowRefs: {
    flag: "allow-ref",
    type: "list",
    placeholder: "<place>",
    help: "allow $ref to this folder or origin too; repeatable",
    details:
      "The description's folder is always allowed. An origin is https://schemas.example.com.",
    isPath: true,
    group: "Description",
    commands: reading,
  },
  strict: {
    flag: "strict",
    type: "booleanOrList",
    placeholder: "<codes>",
    help: "make warnings errors: all, or those of the codes, separated by commas",
    group: "Description",
    commands: ["generate"],
  },
  inlineSchemas: {
    type: "choice",
    values: ["inline", "named"],
    help: "named gives types of their own to objects, unions and enums written within other schemas, after their place (CreatePetBodyOwner) or their x-name; inline (default) leaves them there",
    group: "Description",
    commands: reading,
  },
  "filters.includeTags": {
    type: "list",
    help: "only operations with one of these tags",
    group: "Operations",
    commands: filtering,
  },
  "filters.excludeTags": {
    type: "list",
    help: "no operation with one of these tags",
    group: "Operations",
    commands: filtering,
  },
  "filters.includeOperations": {
    type: "list",
    help: "only these operations, by operationId, and those of filters.includeTags",
    group: "Operations",
    commands: filtering,
  },
  "filters.excludeDeprecated": {
    type: "boolean",
    help: "no deprecated operation. Components that only excluded operations use are excluded too",
    group: "Operations",
    commands: filtering,
  },
} as const satisfies OptionTable;
