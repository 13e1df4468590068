import type { Issue } from "@openapi-packages/runtime";

/**
 * The names of all checks, with what each one finds. A failure names its check, reports group by it, and
 * expectations refer to it.
 */
export const checks = {
  "no-answer": "the connection ends, or time runs out, before an answer",
  "server-error": "a request is answered by a status of 500 and above that is not documented",
  status: "an answer has a status that is not documented",
  "content-type": "an answer has a media type that is not documented, or none",
  body: "an answer's body is not as its schema says, or not what its media type says",
  header: "a documented header of an answer is absent though required, or not as its schema says",
  stream: "an item of a stream is not as its schema says, or the stream does not end as documented",
  request:
    "a client's request is none that the description has: method, path, parameter, media type, body",
  "request-input": "a client's request says something else than the call was given",
  credential:
    "a client's credential is absent, at another place than described, or sent to another origin",
  "repeated-request":
    "a client sends a request again whose method is not idempotent (RFC 9110, 9.2.2)",
  "call-result": "a call gives its caller something else than the answer has",
  "call-error": "a call's error has another status, body or reason than the answer",
  "swallowed-error": "a call succeeds although its answer is an error",
  "broken-answer":
    "a call succeeds although its answer is not what its media type says, or is cut off",
  "mixed-calls": "a call gets what belongs to another one",
  "stream-items": "a call gives other items than the stream has",
  "stream-end":
    "a call does not tell that a stream breaks off or fails, or does not end where it ends",
  "stream-left": "a client keeps the connection of a stream that its caller has left",
  hang: "a call does not end",
  crash: "a client ends, or leaves an error that nobody can catch",
  "accepts-valid": "a request as described is refused",
  "takes-invalid": "a request that is not as described is answered by a success",
  "undocumented-method": "a method that a path does not have is answered by a success",
  allow:
    "an answer of 405 does not say in Allow which methods there are (RFC 9110, section 15.5.6)",
  "read-after-create": "what was created cannot be read, or has the key of another record",
  "lists-once": "a list does not show what was created, or shows it more than once",
  "shows-what-was-sent": "what is shown differs from what was sent",
  "read-after-update":
    "what is read after a change is not what the change wrote, or lost what it left out",
  "changes-others": "a change of one record changes another one",
  "read-after-delete": "what was deleted can still be read or changed",
  "lists-deleted": "a list shows what was deleted",
  repeats: "a second PUT or DELETE does what the first did not (RFC 9110, section 9.2.2)",
  "failed-create": "a creation that was refused leaves something behind",
  "wrong-parent": "a record is found below another record than the one that it belongs to",
  pages: "the pages of a list do not together hold every item once, are too large, or do not end",
  "ignores-credentials": "an operation that needs credentials answers a request without valid ones",
  "ignores-scopes": "an operation that needs scopes answers a request whose credential has none",
  "other-principal": "a principal sees, changes or learns of what another one created",
  conditional:
    "a conditional request, or HEAD, is not answered as HTTP says (RFC 9110, sections 9.3.2 and 13)",
  link: "a link of an answer leads to an operation that does not answer a success (OpenAPI, Link Object)",
  workflow: "a step of a workflow does not meet its criteria (Arazzo)",
  challenge: "an answer of 401 does not say how to authenticate (RFC 9110, section 11.6.1)",
  "differs-from-mock":
    "a sequence of requests is answered otherwise than by the description's mock: a lost change, a record that comes or goes",
  "recorded-request": "a recorded request is not as described",
  "incompatible-operation":
    "the client of one revision calls an operation that the server of the other has not",
  "incompatible-request":
    "the client of one revision sends what the server of the other refuses or no longer knows",
  "incompatible-answer":
    "the server of one revision answers what the client of the other does not know",
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
  /** The violations within the body. */
  readonly issues?: readonly Issue[];
}
