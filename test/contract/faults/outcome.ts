import { ApiError, ConnectionError, DecodeError, TimeoutError } from "@genai-app/client";
import type { CallOptions } from "@genai-app/client";
import type { AnyStreamCall } from "../call.ts";
import { successOf } from "../cases.ts";
import type { OperationCase } from "../cases.ts";
import { isStreaming } from "./cells.ts";
import type { Cell } from "./cells.ts";
import { commonStatuses, errorClassOf, typeOf } from "./documented-errors.ts";
import type { Reached } from "./reach.ts";
import { timeLimit } from "./test-clock.ts";

/** What came of a call, and of the requests that it was. */
export interface Outcome {
  /** The body, or the items of a stream that came. */
  readonly given: unknown;
  /** What was thrown, and what it says. Left out: nothing was. */
  readonly error?: { readonly is: unknown; readonly says: object };
  readonly requests: readonly (string | undefined)[];
}

/** What a call goes through. */
export interface Caller extends Pick<Reached, "client"> {
  readonly clock: Pick<Reached["clock"], "reset" | "receive">;
  readonly traffic: Pick<Reached["traffic"], "take">;
}

/** Calls an operation as it is called by the description's example, and tells what comes of it. */
export async function outcomeOf(
  { client, clock, traffic }: Caller,
  operation: OperationCase,
  options: CallOptions & { readonly resume?: boolean },
): Promise<Outcome> {
  clock.reset();
  const started = callWith(client, operation, options);
  const items: unknown[] = [];
  const ended = await endOf(async () => {
    if (!isStreaming(operation)) return started;
    for await (const item of started) {
      items.push(item);
      clock.receive();
    }
    return undefined;
  });
  const exchanges = await traffic.take();
  const foreign = exchanges.find((one) => one.operationId !== operation.operationId);
  if (foreign) throw new Error(`${foreign.operationId} was called instead`);
  return {
    given: isStreaming(operation) ? items : ended.value,
    ...("error" in ended && { error: { is: ended.error.constructor, says: saidBy(ended.error) } }),
    requests: exchanges.map(({ fault }) => fault),
  };
}

function callWith(client: object, operation: OperationCase, options: CallOptions): AnyStreamCall {
  const group = Object(Reflect.get(client, operation.group));
  return Reflect.apply(Reflect.get(group, operation.method), group, [
    operation.inputs.example,
    options,
  ]);
}

async function endOf(
  run: () => Promise<unknown>,
): Promise<{ readonly value: unknown; readonly error?: Error }> {
  try {
    return { value: await run() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { value: undefined, error };
  }
}

/** What an error says, but for its message and what it comes from. */
function saidBy(error: Error): object {
  const { operationId } = error as Error & { readonly operationId?: string };
  if (error instanceof ApiError) {
    const { status, body, method, path } = error;
    return { operationId, status, body, method, path };
  }
  if (error instanceof DecodeError) return { operationId, status: error.status };
  if (error instanceof TimeoutError)
    return { operationId, kind: error.kind, timeout: error.timeout };
  return error instanceof ConnectionError ? { operationId } : error;
}

/** What comes of a call to which nothing happens. */
export function goodOutcome(operation: OperationCase): Omit<Outcome, "requests"> {
  const { body, events } = successOf(operation);
  return { given: events ?? body };
}

/** What comes of a call that a fault ends. */
export function badOutcome({ operation, fault }: Cell): Omit<Outcome, "requests"> {
  const { operationId, httpMethod, path } = operation;
  const { events, status: success } = successOf(operation);
  const none = events && [];
  const first = events?.slice(0, 1);
  if ("status" in fault) {
    const { status } = fault;
    const body = errorBodyOf(operation, status);
    const says = { operationId, status, body, method: httpMethod, path };
    return { given: none, error: { is: errorClassOf(status), says } };
  }
  if ("isLate" in fault) {
    const says = { operationId, kind: "attempt", timeout: timeLimit };
    return { given: none, error: { is: TimeoutError, says } };
  }
  const broken = { is: ConnectionError, says: { operationId } };
  switch (fault.kind) {
    case "reset":
    case "half-body":
      return { given: none, error: broken };
    case "malformed-json":
      return { given: first, error: { is: DecodeError, says: { operationId, status: success } } };
    case "stream-error":
      return { given: first, error: broken };
    // Nothing but its end marks the end of these streams, so that a client cannot tell.
    case "stream-truncated":
      return { given: first };
    case "drip":
      return goodOutcome(operation);
  }
}

/** The body of an error: the description's example of the operation's own, else what names its kind. */
function errorBodyOf({ answers }: OperationCase, status: number): unknown {
  if (commonStatuses.includes(status)) return { type: typeOf(status) };
  return answers.find((answer) => answer.status === status)?.body;
}
