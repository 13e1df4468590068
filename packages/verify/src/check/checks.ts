/**
 * The checks, by name: what each finds. A failure names its check, reports group by it, and expectations
 * refer to it.
 */
export const checks = {
  "no-answer": "the connection ends, or time runs out, before an answer",
  "server-error": "a request is answered by a status of 500 and above that is not documented",
  status: "an answer has a status that is not documented",
  "content-type": "an answer has a media type that is not documented, or none",
  body: "an answer's body is not as its schema says, or not what its media type says",
  header: "a documented header of an answer is absent though required, or not as its schema says",
  stream: "an item of a stream is not as its schema says, or the stream does not end as documented",
  "accepts-valid": "a request as described is refused",
  "takes-invalid": "a request that is not as described is answered by a success",
  "not-created": "what was created cannot be read, or its list does not show it",
  "not-as-written": "what is shown differs from what was written",
  "listed-twice": "a list shows a record more than once",
  "not-deleted": "what was deleted can still be read, changed or listed",
  "not-idempotent": "a second PUT or DELETE does what the first did not (RFC 9110, section 9.2.2)",
  "refused-but-done": "a creation that was refused leaves something behind",
  "wrong-parent": "a record is found below another record than the one that it belongs to",
  pages: "the pages of a list do not together hold every item once, or do not end",
  "ignored-credentials": "an operation that needs credentials answers a request without valid ones",
  "www-authenticate":
    "an answer of 401 does not say how to authenticate (RFC 9110, section 11.6.1)",
  "page-size": "a page has more items than were asked for",
  "differs-from-mock":
    "a sequence of requests is answered otherwise than by the description's mock: a lost change, a record that comes or goes",
  request: "a recorded request is not as described",
  "incompatible-operation":
    "the client of one revision calls an operation that the server of the other has not",
  "incompatible-request":
    "the client of one revision sends what the server of the other refuses or no longer knows",
  "incompatible-answer":
    "the server of one revision answers what the client of the other does not know",
} as const satisfies Readonly<Record<string, string>>;

/** The name of a check. */
export type CheckName = keyof typeof checks;
