import type { CommandPackage } from "@openapi-packages/cli/load-commands";
import { checks } from "./check/checks.ts";

/** The commands of this package: `@openapi-packages/verify/commands`. */
export const commands: CommandPackage["commands"] = {
  verify: async (args) => (await import("./command/run-verify.ts")).runVerify(args),
};

/** Returns the pages of the checks. */
export const pages: CommandPackage["pages"] = () =>
  Object.entries(checks).map(([code, finds]) => ({ kind: "check", code, finds }));
