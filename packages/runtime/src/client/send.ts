import { around, sendOnce } from "./attempt.ts";
import { requestIdOf, type ClientCore } from "./core.ts";
import { TimeoutError } from "./errors.ts";
import type { ClientOperation, ReadContext } from "./operation.ts";
import { readBody } from "./read-body.ts";
import { discard, wait, waitAfterError, waitAfterResponse } from "./retry.ts";
import type { CallOptions, ClientRequest } from "./types.ts";
import { withTimeout, type TimeLimit } from "./with-timeout.ts";

/** Reads a response within the time limit. */
export type ReadAnswer<Answer> = (response: Response, context: ReadContext) => Promise<Answer>;

/** A call in progress. */
interface Sending {
  readonly core: ClientCore;
  readonly options: CallOptions;
  /** The time limit of the whole call, or that of middleware around its attempts. */
  readonly whole?: TimeLimit;
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
  const { middleware = [] } = core.options;
  const { operation } = request;
  const isAround = middleware.some(({ onCall }) => onCall);
  const secrets: string[] = [];
  const limit = options.totalTimeout ?? core.options.totalTimeout ?? Infinity;
  if (!isAround && limit === Infinity)
    return run({ core, options, end: limit, secrets }, request, read);
  const timeoutError = (): Error => new TimeoutError(operation, "total", limit);
  return withTimeout(options.signal, limit, timeoutError, async (whole) => {
    const sending = { core, options, whole, end: Date.now() + limit, secrets };
    if (!isAround) return run(sending, request, read);
    const last = (sent: ClientRequest): Promise<Response> =>
      run(sending, sent, (response, context) => receive(operation, response, context));
    const response = await around(middleware, "onCall", last)(request);
    return read(response, contextOf({ core, options, secrets }, whole, undefined));
  });
}

/** Buffers a body for middleware to read. A stream stays a stream. */
async function receive(
  operation: ClientOperation,
  response: Response,
  context: ReadContext,
): Promise<Response> {
  const { status, statusText, headers, body, ok } = response;
  const type = headers.get("content-type") ?? "";
  if (ok && /^text\/event-stream|json(?:-seq|l|lines)|ndjson/i.test(type)) context.detach();
  else if (body !== null) {
    const blob = await readBody(operation, response, context, "blob");
    return new Response(blob, { status, statusText, headers });
  }
  return response;
}

/** Sends attempts until there is an answer to read, or an error that a retry cannot help. */
async function run<Answer>(
  sending: Sending,
  request: ClientRequest,
  read: ReadAnswer<Answer>,
): Promise<Answer> {
  const { core, options, whole, end, secrets } = sending;
  const { options: clientOptions } = core;
  const limit = options.timeout ?? clientOptions.timeout ?? 60_000;
  const retries = options.retries ?? clientOptions.retries ?? 2;
  const cap = options.maxRetryAfter ?? clientOptions.maxRetryAfter ?? 60_000;
  const caller = whole?.signal ?? options.signal;
  for (let attempt = 0; ; attempt++) {
    const sent = attempt === 0 ? request : { ...request, attempt };
    let pause = 0;
    let requestId: string | undefined;
    // A wait that outlasts the call's time limit is pointless.
    const isWorth = (): boolean => attempt < retries && Date.now() + pause < end;
    const timeoutError = (): Error => new TimeoutError(sent.operation, "attempt", limit, requestId);
    const exchange = async (time: TimeLimit): Promise<{ readonly answer: Answer } | undefined> => {
      const response = await sendOnce(core, options, sent, time.signal, secrets);
      requestId = requestIdOf(core, response);
      pause = waitAfterResponse(sent, response, cap);
      if (isWorth()) {
        discard(response);
        return undefined;
      }
      return { answer: await read(response, contextOf(sending, time, whole)) };
    };
    const outcome = await withTimeout(caller, limit, timeoutError, exchange).catch(
      (error: unknown) => {
        pause = waitAfterError(sent, error);
        if (!isWorth()) throw error;
      },
    );
    if (outcome) return outcome.answer;
    await wait(pause, caller);
  }
}

function contextOf(
  { core, options, secrets }: Pick<Sending, "core" | "options" | "secrets">,
  time: TimeLimit,
  whole: TimeLimit | undefined,
): ReadContext {
  return {
    ...time,
    options,
    clientOptions: core.options,
    secrets,
    ...(whole && {
      detach() {
        time.detach();
        whole.detach();
      },
      release() {
        time.release();
        whole.release();
      },
    }),
  };
}
