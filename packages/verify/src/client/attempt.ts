import type { CallInput } from "@openapi-packages/runtime/client";
import { LeftAlone } from "../run/left-alone.ts";
import { copyOf } from "../wire/copy-of.ts";
import {
  errorOutcome,
  NotExpressible,
  type ClientCallOptions,
  type ClientError,
  type ClientOutcome,
  type OpenedClient,
} from "./adapter.ts";
import { calledOperation } from "./called-operation.ts";
import { changeOf } from "./changed-input.ts";
import { locations } from "./inputs.ts";
import type { CallResult, PlannedCall } from "./planned-call.ts";
import type { Difference } from "./same-value.ts";

/** Makes a call, and returns what its caller has of it. Whatever the client throws is an outcome too. */
export async function attemptCall(
  planned: PlannedCall,
  client: OpenedClient,
  options: ClientCallOptions,
): Promise<CallResult> {
  // A copy, because a client may change its input, which other cases share.
  const given = copyOf(planned.input);
  const result = await resultOf(planned, given, client, options);
  const changedInput = changedPart(planned.input, given);
  return { ...result, ...(changedInput && { changedInput }) };
}

/** Returns the first change of a parameter or of the body. What holds them belongs to the adapter. */
function changedPart(before: CallInput, after: CallInput): Difference | undefined {
  const parts = [...locations, "body"] as const;
  return parts
    .map((part) => changeOf(before[part], after[part], `/${part}`))
    .find((change) => change !== undefined);
}

async function resultOf(
  { operation, answer, mostItems = Infinity }: PlannedCall,
  input: CallInput,
  client: OpenedClient,
  options: ClientCallOptions,
): Promise<CallResult> {
  const items: unknown[] = [];
  const readError = (error: unknown): ClientError =>
    client.readError?.(error) ?? errorOutcome(error);
  let outcome: ClientOutcome;
  try {
    outcome = await client.call(calledOperation(operation, answer), input, options);
  } catch (error) {
    if (error instanceof NotExpressible)
      throw new LeftAlone(operation, `the client has no way for ${error.message}`, error.how);
    return { outcome: readError(error), items, streamError: undefined };
  }
  try {
    if (outcome.kind === "error" || outcome.items === undefined) {
      await begin(outcome.body);
      return { outcome: await whole(outcome), items, streamError: undefined };
    }
    for await (const item of outcome.items) {
      items.push(item);
      if (items.length >= mostItems) break;
    }
  } catch (error) {
    const isBegun = outcome.kind === "error" || outcome.items !== undefined;
    if (!isBegun) return { outcome: readError(error), items, streamError: undefined };
    return { outcome, items, streamError: readError(error) };
  }
  return { outcome, items, streamError: undefined };
}

/**
 * Reads the first item of a body that is an iterable although the answer is no stream: a generator only makes its
 * call then, and throws its error.
 */
async function begin(body: unknown): Promise<void> {
  if (typeof body !== "object" || body === null || body instanceof ReadableStream) return;
  if (Symbol.asyncIterator in body) for await (const _ of body as AsyncIterable<unknown>) break;
}

/** Reads the body of an outcome, which is impossible after the call's signal aborts. */
async function whole(outcome: ClientOutcome): Promise<ClientOutcome> {
  const { body } = outcome;
  if (!(body instanceof ReadableStream || body instanceof Response)) return outcome;
  const response = body instanceof Response ? body : new Response(body);
  return { ...outcome, body: new Uint8Array(await response.arrayBuffer()) };
}
