import { escapePointerToken } from "../json-pointer.ts";
import { messageOf } from "./message.ts";
import type { ParameterLocation, ValidatorError } from "../operation.ts";

/** One violation in a request or a response. It never contains the offending value. */
export interface Issue {
  readonly in:
    | ParameterLocation
    | "body"
    /** The operation itself: the issue is about what it supports, not about a part of the request. */
    | "operation";
  /** The place in that part (RFC 6901). For a missing or an extra member it is that member. */
  readonly pointer: string;
  /** The violated JSON Schema keyword. */
  readonly keyword: string;
  readonly message: string;
}

/** The parameters of a validator's error that name a member below its `instancePath`. */
const memberParameters = ["missingProperty", "additionalProperty", "unevaluatedProperty"] as const;

/** The most issues in one list. Further ones appear after those are fixed. */
export const mostIssues = 100;

/** The maximum length of all pointers of a list together, since they repeat names of the request. */
const longestPointers = 64 * 1024;

/**
 * Converts the errors of a validator to at most 100 issues. An error that several branches report counts
 * once.
 */
export function toIssues(
  location: Issue["in"],
  errors: readonly ValidatorError[] | null | undefined,
): Issue[] {
  const issues = new Map<string, Issue>();
  let length = 0;
  for (const error of errors ?? []) {
    const pointer = error.instancePath + memberPointer(error);
    const message = messageOf(error);
    const key = `${pointer}\n${error.keyword}\n${message}`;
    if (issues.has(key)) continue;
    issues.set(key, { in: location, pointer, keyword: error.keyword, message });
    length += pointer.length;
    if (issues.size >= mostIssues || length > longestPointers) break;
  }
  return [...issues.values()];
}

function memberPointer(error: ValidatorError): string {
  for (const parameter of memberParameters) {
    const name = error.params?.[parameter];
    if (typeof name === "string") return `/${escapePointerToken(name)}`;
  }
  return "";
}
