import type { Verdict } from "./mock-case.ts";

/** What is wrong with a description, as `severity code`; nothing is with those that are not listed. */
export const expectedDiagnostics: Readonly<Record<string, readonly string[]>> = {
  "circular.yaml": ["warning schema-slow"],
  "defaults.yaml": ["warning default-invalid"],
  "examples.yaml": ["warning example-unread"],
  "misleading-examples.yaml": ["warning body-unsendable"],
  "strings.yaml": ["warning pattern-ignored"],
  "unevaluated.yaml": ["warning keyword-widened"],
};

/** Operations that no mock can answer, with the reason. */
export const unanswerable: Readonly<Record<string, readonly Verdict[]>> = {};
