import type { CommandPackage } from "@openapi-packages/cli/load-commands";
import { changeKinds } from "../diff/change-kinds.ts";

/** The commands of this package: `@openapi-packages/changes/commands`. */
export const commands: CommandPackage["commands"] = {
  diff: async (args) => (await import("./run-diff.ts")).runDiff(args),
  codemod: async (args) => (await import("./run-codemod.ts")).runCodemod(args),
  version: async (args) => (await import("./run-version.ts")).runVersion(args),
};

/** Returns the pages of the changes between two descriptions. */
export const pages: CommandPackage["pages"] = () =>
  [...changeKinds].map(([code, kind]) => ({ kind: "change", code, ...kind }));
