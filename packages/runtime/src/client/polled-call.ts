import type { Waiter } from "../clock.ts";
import { checkNumbers } from "../number-options.ts";
import { escapePointerToken, resolvePointer } from "../json-pointer.ts";
import type { AnyResult } from "../result.ts";
import { OperationCall } from "./call.ts";
import type { ClientCore } from "./core.ts";
import { TimeoutError } from "./errors.ts";
import { FinalStatusError } from "./final-status-error.ts";
import type { ClientOperation, PollingFeature } from "./operation.ts";
import { retryAfterOf } from "./retry-after.ts";
import { wait } from "./retry.ts";
import type { CallInput, CallOptions, PollCall, WaitOptions } from "./types.ts";
import { withTimeout, type TimeLimit } from "./with-timeout.ts";

/** Calls an operation that reads a record whose status changes; see `call`. */
export function callPolled<Output, Member extends string, Result extends AnyResult>(
  core: ClientCore,
  operation: ClientOperation,
  input: CallInput = {},
  options: CallOptions = {},
): PollCall<Output, Member, never, Result> {
  return new PolledCall(core, operation, input, options);
}

/** The intervals of polling, in milliseconds. */
interface Pace {
  readonly min: number;
  readonly max: number;
  /** When waiting ends, in milliseconds since the epoch. */
  readonly end: number;
}

/** One read of the record. */
interface Reading<Output> {
  readonly body: Output;
  readonly status: unknown;
  readonly response: Response;
  readonly requestId: string | undefined;
}

class PolledCall<Output, Member extends string, Result extends AnyResult>
  extends OperationCall<Output, Result>
  implements PollCall<Output, Member, never, Result>
{
  readonly #signal: AbortSignal | undefined;
  readonly #clock: Waiter | undefined;

  constructor(
    core: ClientCore,
    operation: ClientOperation,
    input: CallInput,
    options: CallOptions,
  ) {
    super(core, operation, input, options);
    this.#signal = options.signal;
    this.#clock = core.options.clock;
  }

  // Async, so that refused options reject the promise that the caller handles.
  async waitFor(options: WaitOptions<Output, string> = {}): Promise<never> {
    // First: a call whose wait is refused would start by itself, and nobody would handle its failure.
    this.defer();
    checkNumbers(options, { waitTimeout: [0], minInterval: [0], maxInterval: [0] });
    const { waitTimeout: limit = 600_000, minInterval: min = 1000, maxInterval = 10_000 } = options;
    const pace = { min, max: Math.max(min, maxInterval), end: Date.now() + limit };
    const signals = [this.#signal, options.signal].filter((signal) => signal !== undefined);
    let last: unknown;
    const timeoutError = (): Error => timeout(this.operation, limit, last);
    const seen = (reading: Reading<Output>): void => {
      last = reading.status;
      options.onProgress?.(reading.body);
    };
    const caller = signals.length === 0 ? undefined : AbortSignal.any(signals);
    return withTimeout(caller, limit, timeoutError, (time) =>
      this.#poll(time, pace, options.until, seen, timeoutError),
    ) as Promise<never>;
  }

  async #poll(
    { signal }: TimeLimit,
    pace: Pace,
    until: readonly string[] | undefined,
    seen: (reading: Reading<Output>) => void,
    timeoutError: () => Error,
  ): Promise<Output> {
    const { member, final, succeeded } = this.operation.polling as PollingFeature;
    const wanted = until ?? [succeeded];
    for (let count = 0; ; count++) {
      const reading = await this.#read(member, signal);
      seen(reading);
      const { body, status, requestId } = reading;
      if (wanted.includes(status as string)) return body;
      if (final.includes(status as string)) {
        const reached = { finalStatus: status as string, body };
        throw new FinalStatusError(this.operation, reached, wanted, requestId);
      }
      const asked = retryAfterOf(reading.response.headers);
      // There is no point in a wait that outlasts the time limit.
      if (asked !== undefined && Date.now() + asked >= pace.end) throw timeoutError();
      await wait(asked ?? pause(count, pace), signal, this.#clock);
    }
  }

  async #read(member: string, signal: AbortSignal): Promise<Reading<Output>> {
    const call = this.with({ signal });
    const body = await call.output();
    const { response, requestId } = await call.result();
    const status = resolvePointer(
      body,
      member.startsWith("/") ? member : `/${escapePointerToken(member)}`,
    );
    return { body, status, response, requestId };
  }
}

/**
 * Returns a random interval ("full jitter") between the minimum and a maximum that doubles each time up to
 * its limit.
 */
const pause = (count: number, { min, max }: Pace): number =>
  min + Math.random() * (Math.min(max, min * 2 ** count) - min);

/** Creates the error of a status that was not reached in time. */
function timeout(operation: ClientOperation, limit: number, last: unknown): Error {
  const error = new TimeoutError(operation, "wait", limit);
  const state = typeof last === "string" ? `it is still ${last}` : "it has no status";
  error.message = `${operation.operationId}: ${state} after ${limit} ms: raise \`waitTimeout\``;
  return error;
}
