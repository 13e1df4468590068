export { equal } from "./equal.ts";
export { formats } from "./formats.ts";
export { toIssues } from "./issues.ts";
export type { Issue } from "./issues.ts";
export { ucs2length } from "./ucs2length.ts";
