import { methodNameStyles } from "@openapi-packages/description/names/method-names";
import type { Command, OptionTable } from "./option.ts";

/** The commands that read a description. */
const reading = [
  "generate",
  "lint",
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
  "lint",
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
    help: "OpenAPI Overlays (1.0, 1.1 or 1.2) to apply to the description, in order; files or URLs",
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
    help: "a request header for fetching a description from a URL; repeatable",
    details:
      "Only the origin of the description gets it. ${TOKEN} in single quotes is read from the environment, so that the command line has no secret.",
    group: "Description",
    commands: ["init", ...reading],
  },
  allowRefs: {
    flag: "allow-ref",
    type: "list",
    placeholder: "<place>",
    help: "allow $ref to this folder or origin; repeatable",
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
    help: "turn warnings into errors: all, or these codes, separated by commas",
    group: "Description",
    commands: ["generate", "lint"],
  },
  inlineSchemas: {
    type: "choice",
    values: ["inline", "named"],
    help: "named gives each nested object, union and enum a type of its own, named after its place (CreatePetBodyOwner) or its x-name; inline (default) keeps them nested",
    group: "Description",
    commands: reading,
  },
  methodNames: {
    type: "choice",
    values: methodNameStyles,
    help: "the names of methods and handlers: camelCase (default) is dropletsList, withoutTag is list in droplets where that is unique, operationId is droplets_list as written",
    group: "Description",
    commands: reading,
  },
  "filters.includeTags": {
    type: "list",
    help: "only operations with one of these tags. All filters take names, and regular expressions between slashes: /^list/i",
    group: "Operations",
    commands: filtering,
  },
  "filters.excludeTags": {
    type: "list",
    help: "exclude operations with one of these tags",
    group: "Operations",
    commands: filtering,
  },
  "filters.includeOperations": {
    type: "list",
    help: "only these operations, by operationId or as GET /pets, in addition to those that other filters include",
    group: "Operations",
    commands: filtering,
  },
  "filters.excludeOperations": {
    type: "list",
    help: "exclude these operations, by operationId or as GET /pets",
    group: "Operations",
    commands: filtering,
  },
  "filters.includePaths": {
    type: "list",
    help: "only operations of these paths, in addition to those that other filters include",
    group: "Operations",
    commands: filtering,
  },
  "filters.excludePaths": {
    type: "list",
    help: "exclude operations of these paths",
    group: "Operations",
    commands: filtering,
  },
  "filters.includeSchemas": {
    type: "list",
    help: "keep these schemas, even if no operation that is left uses them",
    group: "Operations",
    commands: filtering,
  },
  "filters.excludeSchemas": {
    type: "list",
    help: "exclude these schemas, which no operation that is left may use",
    group: "Operations",
    commands: filtering,
  },
  "filters.excludeDeprecated": {
    type: "boolean",
    help: "exclude deprecated operations. Components that only excluded operations use are excluded too",
    group: "Operations",
    commands: filtering,
  },
} as const satisfies OptionTable;
