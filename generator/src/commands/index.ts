import type { CommandPackage } from "@openapi-packages/cli/load-commands";
import { apiChangeKinds } from "../surface/api-change.ts";

/** The commands of this package: `openapi-packages/commands`. */
export const commands: CommandPackage["commands"] = {
  init: async (args) => (await import("./run-init.ts")).runInit(args),
  generate: async (args) => (await import("./run-generate.ts")).runGenerate(args),
  scaffold: async (args) => (await import("./run-scaffold.ts")).runScaffold(args),
  promote: async (args) => (await import("./run-scaffold.ts")).runPromote(args),
};

/** Returns the pages of the changes between two versions of a generated package. */
export const pages: CommandPackage["pages"] = () =>
  Object.entries(apiChangeKinds).map(([code, what]) => ({ kind: "api-change", code, what }));
