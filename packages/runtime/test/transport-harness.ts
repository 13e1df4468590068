import { vi } from "vitest";
import { call } from "../src/client/index.ts";
import type {
  Call,
  CallInput,
  CallOptions,
  ClientCore,
  ClientOperation,
  ClientOptions,
  Fetch,
} from "../src/client/index.ts";
import { jsonResponse } from "../src/index.ts";
import { clientOf } from "./client-harness.ts";

/** An operation as generated code has it where nothing is out of the ordinary. */
export const plainOperation = (method: string, more: Partial<ClientOperation> = {}) => ({
  operationId: "Op",
  method,
  path: "/op",
  responses: { 200: jsonResponse },
  ...more,
});

/** A call of a plain operation. */
export function send(
  core: ClientCore,
  method = "GET",
  options: CallOptions = {},
  input: CallInput = {},
): Call<unknown> {
  return call(core, plainOperation(method), input, options);
}

type Answer = Response | Error | ((request: Request) => Response | Promise<Response>);

/** A client whose requests get the answers one after another, the last of them from then on. */
export function clientWith(answers: readonly Answer[], options: ClientOptions = {}) {
  const requests: Request[] = [];
  const fetch: Fetch = async (request, init) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(request.clone());
    if (answer instanceof Error) throw answer;
    if (typeof answer === "function") return answer(new Request(request, init));
    return (answer as Response).clone();
  };
  return { ...clientOf({ retries: 2, ...options, fetch }), requests };
}

/** A server that never answers, and ends as `fetch` does when it is given up. */
export const hang = ({ signal }: Request): Promise<Response> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

/** An answer without a body. */
export const status = (code: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: code, headers });

export const success = (): Response => Response.json({ ok: true });

/** A failure of `fetch` with the code that runtimes put on its cause. */
export function broken(code: string): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error("broken"), { code }) });
}

/** What becomes of a promise, and how long that takes by the fake timers, in milliseconds. */
export async function timed<Value>(promise: PromiseLike<Value>) {
  const start = Date.now();
  const settled = Promise.allSettled([promise]);
  await vi.runAllTimersAsync();
  const [outcome] = await settled;
  const elapsed = Date.now() - start;
  return outcome.status === "fulfilled"
    ? { value: outcome.value, elapsed }
    : { error: outcome.reason as Error, elapsed };
}

/** Ends what a test has faked. @throws when a timer is left. */
export function restoreTimers(): void {
  const left = vi.getTimerCount();
  vi.useRealTimers();
  vi.restoreAllMocks();
  if (left > 0) throw new Error(`${left} timers are left`);
}
