import type { Validator } from "../operation.ts";
import { toIssues } from "../validation/issues.ts";
import type { Issue } from "../validation/issues.ts";
import { removeAbsentNulls } from "./absent-nulls.ts";
import { readOnlyIssue, removeMembers } from "./read-only.ts";

/** How parts of requests are validated. */
export interface CheckOptions {
  /** How `readOnly` members of requests are treated. */
  readonly readOnly: "drop" | "refuse" | "pass";
  /** True if `null` counts as absent for an optional member that is not nullable. Default: `false`. */
  readonly isNullAbsent?: true;
}

/**
 * Validates a part of a request, and removes read-only members from it.
 *
 * @param issues receives the violations
 */
export function checkValue(
  plan: CheckOptions,
  validator: Validator | undefined,
  location: Issue["in"],
  value: unknown,
  issues: Issue[],
): void {
  if (validator === undefined) return;
  let isValid = isTaken(plan, validator, value);
  // The rest is validated again: other schemas may match it now, and mark other members as read-only.
  while (validator.readOnly !== undefined && plan.readOnly !== "pass") {
    const removed = removeMembers(value, validator.readOnly);
    if (removed.length === 0) break;
    if (plan.readOnly === "refuse")
      issues.push(...removed.map((pointer) => readOnlyIssue(location, pointer)));
    isValid = isTaken(plan, validator, value);
  }
  if (!isValid) issues.push(...toIssues(location, validator.errors));
}

const isTaken = ({ isNullAbsent }: CheckOptions, validator: Validator, value: unknown): boolean =>
  validator(value) || (isNullAbsent === true && removeAbsentNulls(validator, value));
