export { getMember, isObject } from "../members.ts";
export { evaluateOnce } from "./evaluate-once.ts";
export {
  count,
  countReadOnly,
  countUnlisted,
  duplicate,
  Evaluated,
  isMultiple,
  isMultipleOrBigInt,
  markReadOnly,
  removeReadOnly,
  removeUnlisted,
  report,
  reportMissing,
  reportType,
  reportUnlisted,
  token,
} from "./checks.ts";
export type { Check, ValidationErrors } from "./checks.ts";
export { equal } from "./equal.ts";
export { isDate, isDateTime, isDuration, isTime } from "./date-time.ts";
export { isEmail, isInternationalEmail } from "./email.ts";
export { formats, isInt32, isInt64, isInt64OrBigInt } from "./formats.ts";
export { isHostname, isInternationalHostname } from "./hostname.ts";
export { isIpv4, isIpv6 } from "./ip-address.ts";
export {
  isBase64,
  isJsonPointer,
  isRegularExpression,
  isRelativeJsonPointer,
  isUuid,
} from "./short-formats.ts";
export { isIri, isIriReference, isUri, isUriReference, isUriTemplate } from "./uri.ts";
export { toIssues } from "./issues.ts";
export type { Issue } from "./issues.ts";
export type { PatternInstruction, PatternProgram } from "./pattern-code.ts";
export { slowPattern } from "./slow-pattern.ts";
export type { SlowPattern } from "./slow-pattern.ts";
export { validator } from "./validator.ts";
