import type { Issue } from "@openapi-packages/runtime";

/**
 * The names of all checks, with what each one finds. A failure names its check, reports group by it, and
 * expectations refer to it.
 */
export const checks = {
  "no-answer": "the connection ends, or time runs out, before an answer",
  "http-message":
    "the bytes of a response are no valid HTTP/1.1: its length, chunks or header lines, or a body where HTTP allows none (RFC 9110 and 9112)",
  "http-header":
    "a header is malformed, or says what is not so: Date, ETag, Location, Retry-After, Set-Cookie, charset, CORS",
  "response-time":
    "a response takes longer than --max-response-time, or maxResponseTimes of the expectations",
  "server-error": "a server responds with an undocumented status of 500 or above",
  status:
    "a response has a status that is not documented, or that is for another case, such as 201 for what was replaced",
  "content-type": "a response has no media type, or one that is not documented",
  body: "a response body does not match its schema or its media type",
  "derived-value":
    "a sum, a mean or a count differs from the list beside it or the records from which it follows, in all examples or by its description",
  header: "a required response header is missing, or a header does not match its schema",
  stream:
    "a stream has an item that does not match its schema or text that is no item, does not end as documented, or resumes with a gap or a repetition",
  request:
    "a client's request does not match the description: method, path, parameters, media type or body",
  "request-input": "a client's request differs from the input of the call",
  credential: "a client's credential is missing, in the wrong place, or sent to another origin",
  "repeated-request":
    "a client repeats a request whose method is not idempotent (RFC 9110, section 9.2.2)",
  redirect:
    "a redirected request loses its method or body, or keeps those that it should not (RFC 9110, section 15.4)",
  "call-result": "the result of a call differs from the response",
  "call-error": "the error of a call differs from the response in status, body or reason",
  "swallowed-error": "a call succeeds although the response is an error",
  "broken-answer":
    "a call succeeds although the response is cut off or does not match its media type",
  "mixed-calls": "a call gets the request or response of another call",
  "stream-items": "the items of a call differ from those of the stream",
  "stream-end": "a call hides that a stream breaks off or fails, or does not end with the stream",
  "stream-left": "a client keeps the connection of a stream after its caller has left it",
  "changed-input": "a call changes the input that its caller gave",
  abort: "an aborted call goes on, ends without an error, or keeps its connection",
  hang: "a call does not end",
  crash: "a client crashes, or raises an error that callers cannot catch",
  "accepts-valid": "a valid request is refused",
  "takes-invalid": "an invalid request is accepted",
  "undocumented-method": "a method that the path does not have is accepted",
  allow: "a 405 response does not list the methods in Allow (RFC 9110, section 15.5.6)",
  "read-after-create":
    "a created or listed record cannot be read, or has the key of another record",
  "lists-once": "a list shows a created record never or more than once",
  "shows-what-was-sent": "a record differs from the values that were sent",
  "read-after-update":
    "a changed record lacks the written values, or lost members that the change did not mention",
  "changes-others": "a change of one record changes another record",
  "read-after-delete": "a deleted record can still be read or changed",
  "lists-deleted": "a list shows a deleted record",
  "described-rule":
    "an operation does not do what a sentence of the description says of states, of two members, of what a value needs, or of times that overlap",
  repeats: "a repeated PUT or DELETE has another effect than the first (RFC 9110, section 9.2.2)",
  "failed-create": "a refused creation still creates a record",
  "wrong-parent": "a record is found below a parent that it does not belong to",
  pages: "the pages of a list miss or repeat an item, are too large, or do not end",
  filter: "a filtered list contains what its filter excludes, or lacks what it includes",
  sort: "a sorted list is in another order than was asked for",
  "ignores-credentials":
    "an operation that requires credentials accepts a request without valid ones",
  "ignores-scopes": "an operation that requires scopes accepts a credential without them",
  "other-principal": "a user sees, changes or detects a record of another user",
  conditional:
    "a response to HEAD or a conditional request, or an entity tag, violates HTTP (RFC 9110, sections 8.8, 9.3.2 and 13)",
  "lost-update": "of two changes with the same If-Match, both succeed (RFC 9110, section 13.1.1)",
  "concurrent-calls":
    "calls at the same time get each other's answers, lose changes, or make a unique record twice",
  "idempotency-key":
    "requests with the same idempotency key make several records, or differ, or those of two users are taken for one",
  link: "the operation of a response's link does not succeed (OpenAPI, Link Object)",
  workflow: "a step of a workflow does not meet its criteria (Arazzo)",
  challenge: "a 401 response does not say how to authenticate (RFC 9110, section 11.6.1)",
  "differs-from-mock":
    "a server responds to a sequence of requests differently than the mock, for example with a lost change or a record that appears or disappears",
  "recorded-request": "a recorded request does not match the description",
  "incompatible-operation":
    "the client of one revision calls an operation that the server of the other does not have",
  "incompatible-request":
    "the client of one revision sends a value that the server of the other refuses or ignores",
  "incompatible-answer":
    "the server of one revision returns a response that the client of the other does not know",
} as const satisfies Readonly<Record<string, string>>;

/** The name of a check. */
export type CheckName = keyof typeof checks;

/** A violation of the description. */
export interface Problem {
  readonly check: CheckName;
  /** What happened and what is expected, in one sentence without a full stop. */
  readonly message: string;
  /** The JSON pointer of the violated rule in the description. */
  readonly pointer: string;
  /**
   * What of the answer it is about, if several problems of one check have the same place in the description.
   * Default: there is one.
   */
  readonly about?: string;
  /**
   * What the subject does in general, if it is no matter of one operation: a sentence without a full stop. Failures of
   * the same check and policy are reported as one, with all operations that show it.
   */
  readonly policy?: string;
  /** The violations within the body. */
  readonly issues?: readonly Issue[];
}
