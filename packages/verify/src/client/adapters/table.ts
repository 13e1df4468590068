import type { CallInput } from "@openapi-packages/runtime/client";
import { copyOf } from "../../wire/copy-of.ts";
import type { ClientCredentials } from "../credentials.ts";
import type { CalledOperation, ClientAdapter, ClientOutcome } from "../adapter.ts";

/** What a call in a table receives beside its input. */
export interface TableCallContext {
  readonly baseUrl: string;
  readonly signal: AbortSignal;
  /** A credential for each security scheme. */
  readonly credentials: ClientCredentials;
  readonly operation: CalledOperation;
}

/**
 * Calls an operation. It returns the body, an iterable of items (`AsyncIterable`), or {@link outcome} with
 * everything that the client exposes.
 */
export type TableCall = (input: CallInput, context: TableCallContext) => unknown;

/** A client as a table from `operationId` to call, or as one function for all operations. */
export type ClientTable = Readonly<Record<string, TableCall>> | TableCall;

/** Options of {@link tableClient}. */
export interface TableClientOptions {
  /** Default: `client`. */
  readonly name?: string;
  /** True if the calls send `credentials`. Default: credentials are not verified. */
  readonly sendsCredentials?: boolean;
  readonly isSequential?: boolean;
  /** `"text"` if it gives dates as the texts of the answer. Default: they may be a `Date`. */
  readonly dates?: "text";
}

/** Distinguishes a complete result from a body. */
class Shown {
  readonly outcome: ClientOutcome;

  constructor(given: ClientOutcome) {
    this.outcome = given;
  }
}

/**
 * Wraps everything that a client exposes of an answer or an error. Return it from a call of a table instead of
 * the body.
 */
export function outcome(given: ClientOutcome): object {
  return new Shown(given);
}

/** Adapts a table from `operationId` to call, or one function for all operations. */
export function tableClient(table: ClientTable, options: TableClientOptions = {}): ClientAdapter {
  const find = ({ operationId }: CalledOperation): TableCall | undefined => {
    if (typeof table === "function") return table;
    return Object.hasOwn(table, operationId) ? table[operationId] : undefined;
  };
  return {
    name: options.name ?? "client",
    ...(options.sendsCredentials === true && { sendsCredentials: true }),
    ...(options.dates !== undefined && { dates: options.dates }),
    ...(options.isSequential === true && { isSequential: true }),
    open: ({ baseUrl, credentials }) => ({
      has: (operation) => find(operation) !== undefined,
      async call(operation, input, made) {
        const context = {
          baseUrl,
          credentials: copyOf(credentials),
          operation,
          // Read by calls that pass it on, which are then aborted by it.
          get signal() {
            return made.signal;
          },
        };
        const given = await find(operation)?.(input, context);
        return outcomeOf(given, operation);
      },
    }),
  };
}

function outcomeOf(given: unknown, { isStream }: CalledOperation): ClientOutcome {
  if (given instanceof Shown) return given.outcome;
  const isIterable = typeof given === "object" && given !== null && Symbol.asyncIterator in given;
  if (isStream && isIterable) return { kind: "answer", items: given as AsyncIterable<unknown> };
  return { kind: "answer", body: given };
}
