export { getMember, isObject } from "../members.ts";
export { evaluateOnce } from "./evaluate-once.ts";
export {
  count,
  duplicate,
  Evaluated,
  isMultiple,
  report,
  reportMissing,
  reportType,
  token,
  validator,
} from "./checks.ts";
export type { Check, ValidationErrors } from "./checks.ts";
export { equal } from "./equal.ts";
export { formats } from "./formats.ts";
export { toIssues } from "./issues.ts";
export type { Issue } from "./issues.ts";
export type { PatternInstruction, PatternProgram } from "./pattern-code.ts";
export { slowPattern } from "./slow-pattern.ts";
export type { SlowPattern } from "./slow-pattern.ts";
