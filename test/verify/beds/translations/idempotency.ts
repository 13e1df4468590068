import { isDeepStrictEqual } from "node:util";
import { Refusal } from "./errors.ts";
import { faulty } from "./faults.ts";
import { journalWritten } from "./journal.ts";

type Answer = { headers: Record<string, string>; body: unknown };
type Attempt = { request: unknown; answer: Promise<Answer> };

const attempts = new Map<string, Attempt>();

/** Creates with a key only once, and answers the same again afterwards. A refusal does not use up the key. */
export async function createOnce(
  customer: string,
  key: string | string[] | undefined,
  request: unknown,
  create: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return create();
  const name = `${customer} ${String(key)}`;
  const before = attempts.get(name);
  if (before !== undefined) {
    if (!isDeepStrictEqual(before.request, request))
      throw new Refusal(422, "The idempotency key was used for another request.");
    const answer = await before.answer;
    return { ...answer, headers: { ...answer.headers, "Idempotency-Replayed": "true" } };
  }
  if (faulty("idempotency-race")) await journalWritten();
  const answer = create();
  attempts.set(name, { request: structuredClone(request), answer });
  answer.catch(() => attempts.delete(name));
  return answer;
}
