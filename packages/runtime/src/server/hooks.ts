import type { OperationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import { ThrownAnswer } from "./fail.ts";
import { isPending } from "./pending.ts";
import { failureOf } from "./server-failure.ts";
import type { AnyResults, ServerFailure } from "./server-failure.ts";
import type { Answer, HttpRequest } from "./types.ts";

/** A routed request. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly requestId: string;
  /** Absent if no operation has this path and method. */
  readonly operation?: OperationDescriptor | undefined;
  readonly operationId?: string | undefined;
  /** The path template with the base path, as a low-cardinality name of the request. */
  readonly route?: string | undefined;
}

/** The response to a request, after its body has ended. */
export interface Outcome {
  readonly status: number;
  /** The time in milliseconds from the request to the end of the response or stream. */
  readonly duration: number;
  /**
   * `complete` if the whole body was sent. A stream may also be `aborted` by its client, have `failed`, or
   * be `closed` with the server.
   */
  readonly ending: "complete" | "aborted" | "failed" | "closed";
}

/**
 * Functions called for each request. An error that they throw is reported and does not change the response.
 */
export interface ServerHooks<Results = AnyResults> {
  /** Called when a request has been received and routed. */
  onRequest?(exchange: Exchange): void;
  /** Called once after each `onRequest`, when the response or its stream has ended. */
  onResponse?(exchange: Exchange, outcome: Outcome): void;
  /**
   * Called for each failure. Default in a server's options: writes it to the console. Return
   * `failure.fail(…)`, or a promise of it, to answer with a documented result instead of a 500. That works
   * before the response has begun: not in the phases `stream` and `hook`. Of several hooks the first one's
   * answer counts.
   */
  onError?(failure: ServerFailure<Results>): unknown;
  /** Wraps the handling of a request, for example in the context of a trace. Returns what `run` returns. */
  around?<Value>(exchange: Exchange, run: () => Promise<Value>): Promise<Value>;
}

type StartExchange = (
  exchange: Exchange,
) => ((outcome: Omit<Outcome, "duration">) => void) | undefined;

/** Calls all hooks of a server. */
export class HookList {
  readonly #hooks: readonly ServerHooks[];
  readonly #options: ServerHooks;
  readonly #hasObservers: boolean;
  readonly #around: readonly NonNullable<ServerHooks["around"]>[];

  constructor(options: ServerHooks & { readonly hooks?: readonly ServerHooks[] }) {
    this.#options = options;
    this.#hooks = [options, ...(options.hooks ?? [])];
    this.#hasObservers = this.#hooks.some((one) => one.onRequest ?? one.onResponse);
    this.#around = this.#hooks.flatMap((one) => (one.around ? [one.around.bind(one)] : []));
  }

  /**
   * Calls `onRequest`.
   *
   * @returns a function that calls `onResponse`; `undefined` without such hooks.
   */
  readonly start: StartExchange = (exchange) => {
    if (!this.#hasObservers) return undefined;
    const start = performance.now();
    for (const one of this.#hooks) this.#call(exchange, () => one.onRequest?.(exchange));
    return (outcome) => {
      const all = { ...outcome, duration: performance.now() - start };
      for (const one of this.#hooks) this.#call(exchange, () => one.onResponse?.(exchange, all));
    };
  };

  /** Runs the handling of a request inside all `around` hooks. The first is the outermost. */
  around<Value>(exchange: Exchange, run: () => Promise<Value>): Promise<Value> {
    return this.#around.reduceRight<() => Promise<Value>>(
      (inner, around) => () => around(exchange, inner),
      run,
    )();
  }

  get hasAround(): boolean {
    return this.#around.length > 0;
  }

  /**
   * Calls `onError`.
   *
   * @returns the answer of the first hook that returns one. Never rejects.
   */
  report(
    failure: ServerFailure,
  ): Answer<AnyResult> | Promise<Answer<AnyResult> | undefined> | undefined {
    const { operationId } = failure.operation;
    if (this.#options.onError === undefined)
      console.error(`${operationId} failed (${failure.phase})`, failure.error);
    const given = this.#hooks.map((one): unknown => {
      try {
        return one.onError?.(failure);
      } catch (error) {
        return thrown(operationId, error);
      }
    });
    if (!given.some(isPending)) return given.map(answerOf).find((one) => one !== undefined);
    const settled = given.map((one) =>
      Promise.resolve(one).catch((error: unknown) => thrown(operationId, error)),
    );
    return Promise.all(settled).then((all) => all.map(answerOf).find((one) => one !== undefined));
  }

  #call({ operation, request, requestId }: Exchange, hook: () => void): void {
    try {
      hook();
    } catch (error) {
      if (operation === undefined)
        console.error("a request without operation failed (hook)", error);
      else void this.report(failureOf({ phase: "hook", error, operation, request, requestId }));
    }
  }
}

/** Returns an answer that a hook threw, as if it had returned it. Logs any other error. */
function thrown(operationId: string, error: unknown): unknown {
  if (error instanceof ThrownAnswer) return error;
  console.error(`${operationId} failed (hook)`, error);
  return undefined;
}

const answerOf = (given: unknown): Answer<AnyResult> | undefined =>
  given instanceof ThrownAnswer ? given.answer : undefined;
