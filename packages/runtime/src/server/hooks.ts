import type { OperationDescriptor } from "../operation.ts";
import type { HttpRequest } from "./types.ts";

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

/** The response to a request, once its body has ended. */
export interface Outcome {
  readonly status: number;
  /** Milliseconds from the request to the complete response; to the end of a stream. */
  readonly duration: number;
  /**
   * `complete` if the whole body was sent; a stream may also be `aborted` by its client, have `failed`,
   * or be `closed` with the server.
   */
  readonly ending: "complete" | "aborted" | "failed" | "closed";
}

/** An error inside the server; the client gets a 500, or its stream is aborted. */
export interface ServerFailure {
  readonly phase:
    "security" | "validators" | "context" | "handler" | "response" | "stream" | "hook";
  readonly error: unknown;
  readonly operation: OperationDescriptor;
  readonly request: HttpRequest;
  readonly requestId: string;
}

/** Functions called for each request. An error they throw is reported and changes no response. */
export interface ServerHooks {
  /** Called when a request has been received and routed. */
  onRequest?(exchange: Exchange): void;
  /** Called once for each `onRequest`, when the response, or its stream, has ended. */
  onResponse?(exchange: Exchange, outcome: Outcome): void;
  /** Called for each failure. Default in a server's options: writes it to the console. */
  onError?(failure: ServerFailure): void;
  /** Wraps the handling of a request, for example in the context of a trace; returns what `run` returns. */
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

  /** Calls `onRequest`. @returns a function that calls `onResponse`; `undefined` without such hooks. */
  readonly start: StartExchange = (exchange) => {
    if (!this.#hasObservers) return undefined;
    const start = performance.now();
    for (const one of this.#hooks) this.#call(exchange, () => one.onRequest?.(exchange));
    return (outcome) => {
      const all = { ...outcome, duration: performance.now() - start };
      for (const one of this.#hooks) this.#call(exchange, () => one.onResponse?.(exchange, all));
    };
  };

  /** Runs the handling of a request inside all `around` hooks; the first is the outermost. */
  around<Value>(exchange: Exchange, run: () => Promise<Value>): Promise<Value> {
    return this.#around.reduceRight<() => Promise<Value>>(
      (inner, around) => () => around(exchange, inner),
      run,
    )();
  }

  get hasAround(): boolean {
    return this.#around.length > 0;
  }

  /** Calls `onError`. */
  report(failure: ServerFailure): void {
    const { operationId } = failure.operation;
    if (this.#options.onError === undefined)
      console.error(`${operationId} failed (${failure.phase})`, failure.error);
    for (const one of this.#hooks) {
      try {
        one.onError?.(failure);
      } catch (error) {
        console.error(`${operationId} failed (hook)`, error);
      }
    }
  }

  #call({ operation, request, requestId }: Exchange, hook: () => void): void {
    try {
      hook();
    } catch (error) {
      if (operation === undefined)
        console.error("a request without operation failed (hook)", error);
      else this.report({ phase: "hook", error, operation, request, requestId });
    }
  }
}
