import type { Issue } from "@openapi-packages/runtime";
import type { CheckName } from "./checks.ts";

/** A place where a subject breaks the description. */
export interface Problem {
  readonly check: CheckName;
  /** What was seen and what should be, in one sentence without a full stop. */
  readonly message: string;
  /** JSON pointer into the description's document: the rule that was broken. */
  readonly pointer: string;
  /** The places in the body that are not as described. */
  readonly issues?: readonly Issue[];
}
