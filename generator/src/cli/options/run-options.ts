import type { OptionTable } from "./option.ts";

/** The options of one run, which no configuration has. */
export const runOptions = {
  operations: {
    flag: "operation",
    type: "list",
    placeholder: "<id>",
    help: "only this operation; repeatable",
    group: "Operations",
    commands: ["scaffold", "promote"],
  },
  tags: {
    flag: "tag",
    type: "list",
    placeholder: "<tag>",
    help: "only operations of this tag; repeatable",
    group: "Operations",
    commands: ["scaffold"],
  },
  plan: {
    flag: "plan",
    type: "boolean",
    help: "write nothing; show the changes, line by line",
    group: "Run",
    commands: ["scaffold", "promote"],
  },
  check: {
    flag: "check",
    type: "boolean",
    help: "write nothing; list what is not as it would be written, and exit with 1 if there is anything",
    group: "Run",
    commands: ["generate", "scaffold"],
  },
  force: {
    flag: "force",
    type: "boolean",
    help: "overwrite generated files that were edited by hand, and the packages of another description",
    group: "Run",
    commands: ["generate"],
  },
  prune: {
    flag: "prune",
    type: "boolean",
    help: "move handlers of removed operations to orphans/",
    group: "Run",
    commands: ["scaffold"],
  },
  watch: {
    flag: "watch",
    type: "boolean",
    help: "stay running, and start again when the description or a file it refers to changes",
    group: "Run",
    commands: ["generate", "mock"],
  },
  timing: {
    flag: "timing",
    type: "boolean",
    help: "print the time of each stage to standard error",
    group: "Run",
    commands: ["generate"],
  },
  format: {
    flag: "format",
    type: "choice",
    values: ["pretty", "json"],
    help: "the report, for people (default) or for programs",
    group: "Run",
    commands: ["generate", "scaffold", "promote"],
  },
} as const satisfies OptionTable;
