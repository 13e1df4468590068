import type { OptionTable } from "./option.ts";

/** The options of reading a description. */
export const descriptionOptions = {
  description: {
    flag: "input",
    short: "i",
    aliases: ["description"],
    type: "text",
    placeholder: "<file>",
    example: "openapi.yaml",
    help: "the description, instead of the argument",
    group: "Description",
    commands: ["generate", "scaffold", "promote", "mock"],
  },
  allowRefs: {
    flag: "allow-ref",
    type: "list",
    placeholder: "<folder|origin>",
    help: "allow $ref to this folder or origin, besides the description's folder; an origin is https://schemas.example.com; repeatable",
    group: "Description",
    commands: ["generate", "scaffold", "promote", "mock"],
  },
  "filters.includeTags": {
    flag: "include-tag",
    type: "list",
    placeholder: "<tag>",
    help: "only operations with this tag; repeatable",
    group: "Operations",
    commands: ["generate", "scaffold", "mock"],
  },
  "filters.excludeTags": {
    flag: "exclude-tag",
    type: "list",
    placeholder: "<tag>",
    help: "no operation with this tag; repeatable",
    group: "Operations",
    commands: ["generate", "scaffold", "mock"],
  },
  "filters.includeOperations": {
    flag: "include-operation",
    type: "list",
    placeholder: "<id>",
    help: "only this operation, and those of --include-tag; repeatable",
    group: "Operations",
    commands: ["generate", "scaffold", "mock"],
  },
  "filters.excludeDeprecated": {
    flag: "exclude-deprecated",
    type: "boolean",
    help: "no deprecated operation. Components that only excluded operations use are excluded too",
    group: "Operations",
    commands: ["generate", "scaffold", "mock"],
  },
} as const satisfies OptionTable;
