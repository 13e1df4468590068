import { isDeepStrictEqual } from "node:util";
import type { Call } from "./calls.ts";
import { badParameter, conflict } from "./errors.ts";
import type { Created } from "./expenses.ts";

const KEY = /^[A-Za-z0-9_-]{1,64}$/;
const answers = new Map<string, { body: unknown; created: Created }>();

export function keyOf({ req }: Call): string | undefined {
  const key = req.get("Idempotency-Key");
  if (key !== undefined && !KEY.test(key))
    throw badParameter("Idempotency-Key", "must have 1 to 64 letters, digits, _ or -");
  return key;
}

/** The first answer to the same request, which is another one for each report. */
export function recalled(
  reportId: string,
  key: string | undefined,
  body: unknown,
): Created | undefined {
  const answer = key === undefined ? undefined : answers.get(`${reportId} ${key}`);
  if (answer !== undefined && !isDeepStrictEqual(answer.body, body))
    throw conflict("The Idempotency-Key was used for another expense.");
  return answer?.created;
}

export function remember(
  reportId: string,
  key: string | undefined,
  body: unknown,
  created: Created,
): void {
  if (key !== undefined) answers.set(`${reportId} ${key}`, { body, created });
}
