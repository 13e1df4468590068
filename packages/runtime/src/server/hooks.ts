import type { OperationDescriptor } from "../operation.ts";
import type { HttpRequest } from "./types.ts";

/** A request with what is known of it once it is routed. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly requestId: string;
  /** Left out: no operation has this path and method. */
  readonly operation?: OperationDescriptor | undefined;
  readonly operationId?: string | undefined;
  /** The path template, base path included, so that requests can be counted by it. */
  readonly route?: string | undefined;
}

/** How a request was answered. */
export interface Outcome {
  readonly status: number;
  /** Milliseconds from the request to the whole answer; of a stream, to its end. */
  readonly duration: number;
  /**
   * Whether the body was given in full; a stream may have been left by its client, have failed, or
   * have been ended by `close`.
   */
  readonly ending: "complete" | "left" | "failed" | "closed";
}

/** Something that went wrong inside the server; the client gets a 500, or its stream breaks off. */
export interface ServerFailure {
  readonly phase:
    "security" | "validators" | "context" | "handler" | "response" | "stream" | "hook";
  readonly error: unknown;
  readonly operation: OperationDescriptor;
  readonly request: HttpRequest;
  readonly requestId: string;
}

/** Told of what a server does. One that throws is reported as a failure and changes no answer. */
export interface ServerHooks {
  /** A request has come and been routed. */
  onRequest?(exchange: Exchange): void;
  /** A request has been answered, its stream ended. It is called once for each `onRequest`. */
  onResponse?(exchange: Exchange, outcome: Outcome): void;
  /** Left out of a server's options: failures are written to the console. */
  onError?(failure: ServerFailure): void;
  /** Runs what answers a request, in the context of its trace for example, and gives what it gives. */
  around?<Value>(exchange: Exchange, run: () => Promise<Value>): Promise<Value>;
}

type Watch = (exchange: Exchange) => ((outcome: Omit<Outcome, "duration">) => void) | undefined;

/** The hooks of a server as one. */
export class HookList {
  readonly #hooks: readonly ServerHooks[];
  readonly #options: ServerHooks;
  readonly #watched: boolean;
  readonly #around: readonly NonNullable<ServerHooks["around"]>[];

  constructor(options: ServerHooks & { readonly hooks?: readonly ServerHooks[] }) {
    this.#options = options;
    this.#hooks = [options, ...(options.hooks ?? [])];
    this.#watched = this.#hooks.some((one) => one.onRequest ?? one.onResponse);
    this.#around = this.#hooks.flatMap((one) => (one.around ? [one.around.bind(one)] : []));
  }

  /** Tells of a request. @returns what tells of its answer; `undefined` where nobody listens. */
  readonly watch: Watch = (exchange) => {
    if (!this.#watched) return undefined;
    const start = performance.now();
    for (const one of this.#hooks) this.#call(exchange, () => one.onRequest?.(exchange));
    return (outcome) => {
      const all = { ...outcome, duration: performance.now() - start };
      for (const one of this.#hooks) this.#call(exchange, () => one.onResponse?.(exchange, all));
    };
  };

  /** Runs what answers a request within all that is around it; the first is the outermost. */
  around<Value>(exchange: Exchange, run: () => Promise<Value>): Promise<Value> {
    return this.#around.reduceRight<() => Promise<Value>>(
      (inner, around) => () => around(exchange, inner),
      run,
    )();
  }

  get hasAround(): boolean {
    return this.#around.length > 0;
  }

  /** Tells of a failure. */
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

  #call({ operation, request, requestId }: Exchange, tell: () => void): void {
    try {
      tell();
    } catch (error) {
      if (operation === undefined)
        console.error("a request without operation failed (hook)", error);
      else this.report({ phase: "hook", error, operation, request, requestId });
    }
  }
}
