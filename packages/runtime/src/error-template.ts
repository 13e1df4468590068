import type { ErrorTemplate, ProblemSource } from "./error-types.ts";
import { reasonPhrase } from "./status.ts";
import type { Issue } from "./validation/issues.ts";

/** The error codes of the runtime's own responses, by status. */
export const errorCodes = {
  400: "ValidationError",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "MethodNotAllowed",
  406: "NotAcceptable",
  408: "RequestTimeout",
  409: "Conflict",
  412: "PreconditionFailed",
  413: "PayloadTooLarge",
  414: "UriTooLong",
  415: "UnsupportedMediaType",
  422: "UnprocessableContent",
  431: "HeadersTooLarge",
  500: "InternalServerError",
  501: "NotImplemented",
  503: "ServiceUnavailable",
} as const;

/** A status of the runtime's own responses. */
export type ErrorStatus = keyof typeof errorCodes;

/** Why a request is refused, in the terms of RFC 9457, section 3.1. */
export interface Problem {
  readonly status: number;
  /** The kind of error, such as `ValidationError` or `NotFound`. */
  readonly code: string;
  readonly type: "about:blank";
  /** The reason phrase of the status. */
  readonly title: string;
  /** A sentence that says what is wrong with this request. */
  readonly detail: string;
  /** The path of the request, without its query. */
  readonly instance: string;
  readonly method: string;
  readonly requestId: string;
  /** The time in the format of RFC 3339. */
  readonly time: string;
  /** The issues that validation found. Empty for a refusal of another kind. */
  readonly errors: readonly Issue[];
}

/** The known data of a refused request. */
export interface RefusedRequest {
  readonly method?: string;
  /** The path and query. */
  readonly url?: string;
  readonly requestId?: string;
}

const details: { readonly [status: number]: string } = {
  400: "The request does not conform to the description.",
  401: "The request has no credential that is accepted.",
  403: "The credential of the request does not permit it.",
  404: "There is nothing at this address.",
  405: "The address does not have this method.",
  406: "There is no answer of a media type that the request accepts.",
  408: "The body of the request did not arrive in time.",
  409: "The request conflicts with what there is.",
  412: "A condition of the request does not hold.",
  413: "The body of the request is too large.",
  415: "The body of the request has no media type that the description knows.",
  422: "The request cannot be processed.",
  500: "The server met an unexpected condition.",
  503: "The server is closing.",
};

/** The longest list of issues in a sentence. */
const fewIssues = 3;

/** Describes why a request is refused. */
export function problemOf(
  status: number,
  issues: readonly Issue[] = [],
  { method = "", url = "", requestId = "" }: RefusedRequest = {},
): Problem {
  const title = reasonPhrase(status);
  const codes: { readonly [status: number]: string } = errorCodes;
  const listed = issues.slice(0, fewIssues).map(issueText).join("; ");
  return {
    status,
    code: codes[status] ?? (title.replaceAll(" ", "") || String(status)),
    type: "about:blank",
    title,
    detail: listed || details[status] || title,
    instance: /^[^?#]*/.exec(url)?.[0] ?? "",
    method,
    requestId,
    time: new Date().toISOString(),
    errors: issues,
  };
}

/** Writes an issue as a sentence: `body /name: must be string`. */
function issueText({ in: place, pointer, message }: Issue): string {
  return place === "operation" ? message : `${place} ${pointer}`.trimEnd() + `: ${message}`;
}

/** Fills in the template of an error. `undefined` where it has no value. */
export function fillError(template: ErrorTemplate, problem: Problem, issue?: Issue): unknown {
  if ("value" in template) return template.value;
  if ("byStatus" in template) return template.byStatus[problem.status] ?? template.otherwise;
  if ("members" in template) {
    const members = Object.entries(template.members).flatMap(([name, own]) => {
      const value = fillError(own, problem, issue);
      return value === undefined ? [] : [[name, value] as const];
    });
    return Object.fromEntries(members);
  }
  if ("each" in template) return fillList(template, problem);
  if ("byName" in template) {
    const byName = Map.groupBy(problem.errors, nameOf);
    const lists = [...byName].map(
      ([name, errors]) => [name, fillError(template.byName, { ...problem, errors })] as const,
    );
    return Object.fromEntries(lists);
  }
  const value = partOf(problem, issue ?? wholeIssue(problem), template.from);
  return typeof value === "string" ? value.slice(0, template.most) : value;
}

function fillList(
  { each, isNeeded, orEmpty, most }: Extract<ErrorTemplate, { readonly each: unknown }>,
  problem: Problem,
): unknown[] | undefined {
  const { errors } = problem;
  const all = errors.length === 0 && isNeeded ? [wholeIssue(problem)] : errors;
  if (all.length === 0 && !orEmpty) return undefined;
  return all.slice(0, most).map((issue) => fillError(each, problem, issue));
}

/** Turns a refusal without issues into one issue. */
const wholeIssue = ({ code, detail }: Problem): Issue => ({
  in: "operation",
  pointer: "",
  keyword: code,
  message: detail,
});

/** Splits an issue's pointer into its tokens (RFC 6901). */
const tokensOf = ({ pointer }: Issue): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));

const nameOf = (issue: Issue): string => tokensOf(issue).join(".") || issue.in;

function partOf(problem: Problem, issue: Issue, source: ProblemSource): unknown {
  switch (source) {
    case "statusText":
      return String(problem.status);
    case "milliseconds":
      return Date.parse(problem.time);
    case "problem":
      return problemBody(problem);
    case "issue":
      return issue;
    case "issueText":
      return issueText(issue);
    case "name":
      return nameOf(issue);
    case "parameter":
      return issue.in === "body" || issue.in === "operation" ? undefined : nameOf(issue);
    case "tokens":
      return [issue.in, ...tokensOf(issue)];
    case "in":
    case "pointer":
    case "keyword":
    case "message":
      return issue[source];
    default:
      return problem[source];
  }
}

/** Builds the members of problem details, with the code and the issues as extension members (RFC 9457). */
export function problemBody({ type, title, status, code, errors }: Problem): {
  readonly [member: string]: unknown;
} {
  return { type, title, status, code, ...(errors.length > 0 ? { errors } : {}) };
}
