import type { Issue } from "../validation/issues.ts";

/** A handler returned an answer that the description does not allow. */
export class InvalidAnswerError extends Error {
  readonly issues: readonly Issue[];

  constructor(message: string, issues: readonly Issue[] = []) {
    const details = issues.map((issue) => `\n  ${issue.pointer || "/"} ${issue.message}`);
    super(message + details.join(""));
    this.name = "InvalidAnswerError";
    this.issues = issues;
  }
}
