import { escapePointerToken } from "../json-pointer.ts";
import { messageOf } from "./message.ts";
import type { ParameterLocation, ValidatorError } from "../operation.ts";

/** One thing that is wrong with a request or a response. It never contains the offending value. */
export interface Issue {
  readonly in:
    | ParameterLocation
    | "body"
    /** Nothing that was sent, but what the operation can do. */
    | "operation";
  /** The place in that part (RFC 6901); for a missing or an extra member, that member. */
  readonly pointer: string;
  /** The JSON Schema keyword that does not hold. */
  readonly keyword: string;
  readonly message: string;
}

/** The parameters of a validator's error that name a member beneath its `instancePath`. */
const memberParameters = ["missingProperty", "additionalProperty", "unevaluatedProperty"] as const;

/** The most issues that one list has; what is wrong beyond them is told when they are gone. */
export const mostIssues = 100;

/** The most characters of all pointers of a list, which repeat names of a request. */
const longestPointers = 64 * 1024;

/**
 * The errors of a validator as issues, 100 at most; the same error from several branches counts
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
