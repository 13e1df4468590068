import { around, sendOnce } from "./attempt.ts";
import { requestIdOf, type ClientCore } from "./core.ts";
import { TimeoutError } from "./errors.ts";
import type { ReadContext } from "./operation.ts";
import { readBody } from "./read-body.ts";
import {
  canRepeat,
  discard,
  retryPolicy,
  wait,
  waitAfterError,
  waitAfterResponse,
} from "./retry.ts";
import type { CallOptions, ClientRequest } from "./types.ts";
import { withTimeout, type TimeLimit } from "./with-timeout.ts";

/** Reads a response within the time limit. */
export type ReadAnswer<Answer> = (response: Response, context: ReadContext) => Promise<Answer>;

/** A call in progress. */
interface Sending {
  readonly core: ClientCore;
  readonly options: CallOptions;
  /** When the time limit of the whole call passes, in milliseconds since the epoch. */
  readonly end: number;
  /** The credentials that were sent. */
  readonly secrets: string[];
}

/**
 * Sends a request through all middleware, retries it where that may help, and reads the answer.
 *
 * @throws {ConnectionError} when there is no response, or its body breaks off.
 * @throws {TimeoutError} when there is none in time.
 * @throws the reason of the caller's signal, and errors of middleware, unchanged.
 */
export function send<Answer>(
  core: ClientCore,
  request: ClientRequest,
  options: CallOptions,
  read: ReadAnswer<Answer>,
): Promise<Answer> {
  const { middleware = [], totalTimeout } = core.options;
  const isAround = middleware.some(({ onCall }) => onCall);
  const limit = options.totalTimeout ?? totalTimeout ?? Infinity;
  const sending = { core, options, end: Date.now() + limit, secrets: [] };
  if (!isAround && limit === Infinity) return run(sending, request, read);
  const timeoutError = (): Error => new TimeoutError(request.operation, "total", limit);
  return withTimeout(options.signal, limit, timeoutError, async (whole) => {
    if (!isAround) return run(sending, request, read, whole);
    const last = (sent: ClientRequest): Promise<Response> => run(sending, sent, receive, whole);
    const response = await around(middleware, "onCall", last)(request);
    return read(response, contextOf(sending, request, whole));
  });
}

/** Buffers a body for middleware to read. A stream stays a stream. */
async function receive(response: Response, context: ReadContext): Promise<Response> {
  const type = response.headers.get("content-type") ?? "";
  if (response.ok && /^text\/event-stream|json(?:-seq|l|lines)|ndjson/i.test(type)) {
    context.detach();
    return response;
  }
  return response.body
    ? new Response(new Blob(await readBody(response, context)), response)
    : response;
}

/** Sends attempts until there is an answer to read, or an error that a retry cannot help. */
async function run<Answer>(
  sending: Sending,
  request: ClientRequest,
  read: ReadAnswer<Answer>,
  whole?: TimeLimit,
): Promise<Answer> {
  const { core, options, end, secrets } = sending;
  const policy = retryPolicy(core.options, options);
  const { retries, timeout } = policy;
  const caller = whole?.signal ?? options.signal;
  for (let attempt = 0; ; attempt++) {
    const sent = attempt === 0 ? request : { ...request, attempt };
    let pause = 0;
    let received: Response | undefined;
    // A wait that outlasts the call's time limit is pointless.
    const isWorth = (): boolean =>
      pause < Infinity && attempt < retries && Date.now() + pause < end && canRepeat(request);
    const timeoutError = (): Error => {
      const requestId = received && requestIdOf(core, received);
      return new TimeoutError(sent.operation, "attempt", timeout, requestId, attempt);
    };
    const exchange = async (time: TimeLimit): Promise<{ readonly answer: Answer } | undefined> => {
      const response = await sendOnce(core, options, sent, time.signal, secrets);
      received = response;
      pause = waitAfterResponse(sent, response, policy);
      if (isWorth()) {
        discard(response);
        return undefined;
      }
      return { answer: await read(response, contextOf(sending, sent, time, whole)) };
    };
    try {
      const outcome = await withTimeout(caller, timeout, timeoutError, exchange);
      if (outcome) return outcome.answer;
    } catch (error) {
      pause = waitAfterError(sent, error, policy);
      if (!isWorth()) throw error;
    }
    await wait(pause, caller, core.options.clock);
  }
}

const contextOf = (
  { core, options, secrets }: Sending,
  request: ClientRequest,
  time: TimeLimit,
  whole?: TimeLimit,
): ReadContext => ({
  request,
  options,
  clientOptions: core.options,
  secrets,
  signal: time.signal,
  detach() {
    time.detach();
    whole?.detach();
  },
  release() {
    time.release();
    whole?.release();
  },
});
