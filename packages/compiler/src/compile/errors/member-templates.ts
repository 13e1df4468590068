import type { ErrorTemplate, ProblemSource } from "@openapi-packages/runtime";
import type { Json } from "@openapi-packages/description/json/json";
import type { Constraints } from "@openapi-packages/description/model/schema/schema";
import {
  failureWord,
  isDocumentationWord,
  isHolderWord,
  isListWord,
  refusalStatuses,
  sourceOf,
  valueFor,
} from "./error-words.ts";

/** The place of a schema within an error schema. */
export interface Place {
  /** The name of the member; absent at the top and in lists. */
  readonly name?: string;
  /** The path of members to it: `/error/text`. */
  readonly path: string;
  readonly isRequired: boolean;
  /** True within a single issue. */
  readonly isIssue: boolean;
  /** True if the object has the members of problem details (RFC 9457), whose `type` is a URI. */
  readonly isProblem?: boolean;
  /** True if another member of the object holds the message. */
  readonly hasMessage?: boolean;
}

/**
 * Returns the template of a constant or an enum.
 * @param fallback its `default`
 */
export function fixedValue(
  values: readonly Json[],
  fallback: Json | undefined,
  { name = "", isRequired, isIssue }: Place,
): ErrorTemplate | undefined {
  if (values.length === 1) return isRequired ? { value: values[0] } : statusValues(values);
  const isKind = ["code", "status", "title", "keyword"].includes(String(sourceOf(name, isIssue)));
  const failure = failureWord(values);
  const otherwise = fallback ?? failure ?? (values.includes(null) ? null : values[0]);
  if (!isKind) return isRequired ? { value: otherwise } : undefined;
  const known = statusValues(values);
  if (known === undefined)
    return isRequired || failure !== undefined ? { value: otherwise } : undefined;
  return isRequired ? { ...known, otherwise } : known;
}

/** Maps each status to the value that means it. */
function statusValues(
  values: readonly Json[],
): { readonly byStatus: { readonly [status: number]: unknown } } | undefined {
  const found = refusalStatuses.flatMap((status) => {
    const value = valueFor(status, values);
    return value === undefined ? [] : [[status, value] as const];
  });
  return found.length === 0 ? undefined : { byStatus: Object.fromEntries(found) };
}

/** Returns the template of a value of any type. */
export function anyValue({ name, isRequired, isIssue }: Place): ErrorTemplate | undefined {
  if (name === undefined) return { from: isIssue ? "issue" : "problem" };
  const source = isListWord(name) && !isIssue ? undefined : sourceOf(name, isIssue);
  if (source !== undefined) return { from: source };
  if (isListWord(name)) return { each: { from: "issue" } };
  return isRequired ? { from: isIssue ? "message" : "detail" } : undefined;
}

/** Returns the template of an object with any members. */
export function anyObject({ name, isRequired, isIssue }: Place): ErrorTemplate | undefined {
  if (name === undefined) return { from: isIssue ? "issue" : "problem" };
  if (isHolderWord(name) && !isIssue) return { from: "problem" };
  return isRequired ? { members: {} } : undefined;
}

/** Returns the template of a string. */
export function textTemplate(
  { format, patterns, minLength = 0, maxLength: most }: Constraints = {},
  place: Place,
  declared: ProblemSource | undefined,
): ErrorTemplate | undefined {
  const { name } = place;
  const source = declared ?? (name === undefined ? topSource(place) : namedSource(place, format));
  const from = source && fitting(source, format);
  // Texts with a `pattern` are not filled, since they might not match it.
  if (from === undefined || patterns !== undefined || minLength > shortest(from)) return undefined;
  return most === undefined ? { from } : { from, most };
}

/** The length that every text of a source has. */
const shortest = (source: ProblemSource): number =>
  source === "code" || source === "title" || source === "detail" ? shortestWord : 1;

/** The length of `Conflict`, the shortest code and title of a refusal. */
const shortestWord = 8;

const topSource = ({ isIssue }: Place): ProblemSource => (isIssue ? "issueText" : "detail");

function namedSource(
  { name = "", isIssue, isRequired, isProblem, hasMessage }: Place,
  format: string | undefined,
): ProblemSource | undefined {
  const plain = name.toLowerCase();
  // Without a message beside it, `error` is the message; otherwise it is the code.
  if (plain === "error" && !isIssue) return hasMessage ? "code" : "detail";
  if (plain === "type" && isProblem) return "type";
  // Uses `about:blank` if there is no documentation (RFC 9457, section 3.1.1).
  if (isRequired && isDocumentationWord(name)) return "type";
  if (plain === "id" && isRequired) return format === "uuid" ? "requestId" : "code";
  if (isIssue && plain === "field") return "name";
  if (isIssue && plain === "parameter" && !isRequired) return "parameter";
  return sourceOf(name, isIssue) ?? (isListWord(name) ? "detail" : undefined);
}

/** Returns a source that fits the format; `undefined` if there is none. */
function fitting(source: ProblemSource, format: string | undefined): ProblemSource | undefined {
  if (format === undefined) return source === "status" ? "statusText" : source;
  if (format === "uri" || format === "uri-reference") {
    if (source === "code" || source === "type") return "type";
    return source === "instance" && format === "uri-reference" ? source : undefined;
  }
  if (format === "uuid") return source === "requestId" ? source : undefined;
  if (format === "date-time") return source === "time" ? source : undefined;
  if (format === "json-pointer") return source === "pointer" ? source : undefined;
  return undefined;
}

/** Returns the template of a number. */
export function numberTemplate(
  place: Place,
  declared: ProblemSource | undefined,
): ErrorTemplate | undefined {
  const source = declared ?? (place.name === undefined ? undefined : sourceOf(place.name, false));
  if (source === "status" || source === "code") return { from: "status" };
  return source === "time" && place.isRequired ? { from: "milliseconds" } : undefined;
}

/** Returns the template of a boolean that says whether the request succeeded or failed. */
export function booleanTemplate({ name = "" }: Place): ErrorTemplate | undefined {
  if (/^(is_?)?(ok|success|successful|succeeded|valid)$/i.test(name)) return { value: false };
  return /^(is_?|has_?)?(error|errors|failed|failure)$/i.test(name) ? { value: true } : undefined;
}
