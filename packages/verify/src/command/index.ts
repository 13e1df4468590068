/**
 * What the command `openapi-packages verify` runs: `@openapi-packages/verify/command`.
 *
 * @packageDocumentation
 */
export { runVerifyCommand } from "./run-verify-command.ts";
export { checks } from "../check/checks.ts";
