/**
 * The implementation of the command `openapi-packages verify`: `@openapi-packages/verify/command`.
 *
 * @packageDocumentation
 */
export { runVerifyCommand } from "./run-verify-command.ts";
export { checks } from "../check/checks.ts";
