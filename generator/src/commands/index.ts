import type { CommandPackage } from "@openapi-packages/cli/load-commands";
import { changeKinds } from "../changes/diff/change-kinds.ts";
import { apiChangeKinds } from "../surface/api-change.ts";

/** The commands of this package: `openapi-packages/commands`. */
export const commands: CommandPackage["commands"] = {
  init: async (args) => (await import("./run-init.ts")).runInit(args),
  generate: async (args) => (await import("./run-generate.ts")).runGenerate(args),
  lint: async (args) => (await import("./run-lint.ts")).runLint(args),
  scaffold: async (args) => (await import("./run-scaffold.ts")).runScaffold(args),
  promote: async (args) => (await import("./run-scaffold.ts")).runPromote(args),
  diff: async (args) => (await import("./changes/run-diff.ts")).runDiff(args),
  codemod: async (args) => (await import("./changes/run-codemod.ts")).runCodemod(args),
  version: async (args) => (await import("./changes/run-version.ts")).runVersion(args),
};

/** Returns the pages of the changes between two descriptions, and between two versions of a generated package. */
export const pages: CommandPackage["pages"] = () => [
  ...[...changeKinds].map(([code, kind]) => ({ kind: "change" as const, code, ...kind })),
  ...Object.entries(apiChangeKinds).map(([code, what]) => ({
    kind: "api-change" as const,
    code,
    what,
  })),
];
