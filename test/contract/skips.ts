import type { SubjectName } from "./subjects/subject.ts";

/** An answer that a subject is known not to deliver. */
export interface Skip {
  readonly operationId: string;
  readonly subject: SubjectName;
  readonly status: number;
  readonly reason: string;
}

/**
 * Known gaps. The tests of a skip still run and are expected to fail, so that a skip whose reason
 * is gone is reported.
 */
export const skips: readonly Skip[] = [];

/** The skip of an answer, if it has one. */
export function skipOf(
  operationId: string,
  subject: SubjectName,
  status: number,
): Skip | undefined {
  return skips.find(
    (skip) =>
      skip.operationId === operationId && skip.subject === subject && skip.status === status,
  );
}
