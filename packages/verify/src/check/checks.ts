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
} as const satisfies Readonly<Record<string, string>>;

/** The name of a check. */
export type CheckName = keyof typeof checks;
