import type { AnyResult } from "../result.ts";
import { call } from "./call.ts";
import type { ClientCore } from "./core.ts";
import type { ClientOperation } from "./operation.ts";
import { callPages } from "./pages.ts";
import { callStream } from "./stream-call.ts";
import type { CallInput, CallOptions } from "./types.ts";

/** A method of a client as a function that takes the client's core first. */
export type Unbound<Method> = Method extends (...given: infer Given) => infer Result
  ? (core: ClientCore, ...given: Given) => Result
  : never;

/** What is known of an operation beside its name and place. `responses` left out: 200 with JSON. */
export type OperationFacts = Omit<
  ClientOperation,
  "operationId" | "method" | "path" | "responses"
> &
  Partial<Pick<ClientOperation, "responses">>;

type Calling = (
  core: ClientCore,
  operation: ClientOperation,
  input?: CallInput,
  options?: CallOptions,
) => unknown;

interface BoundLater {
  (core: ClientCore, input?: CallInput, options?: CallOptions): unknown;
  readonly operation: ClientOperation;
}

const usualResponses = { 200: "application/json" };

function functionOf<Run>(
  calling: Calling,
  operationId: string,
  place: string,
  facts: OperationFacts | undefined,
): Run {
  const space = place.indexOf(" ");
  const described: ClientOperation = {
    operationId,
    method: place.slice(0, space),
    path: place.slice(space + 1),
    responses: usualResponses,
    ...facts,
  };
  const run = (core: ClientCore, input?: CallInput, options?: CallOptions): unknown =>
    calling(core, described, input, options);
  return Object.assign(run, { operation: described }) as Run;
}

/**
 * The function that calls an operation: it takes a client's core, the input and options. Its type is
 * what the caller declares.
 *
 * @param place the method and the path template: `GET /books/{book_id}`.
 */
export function operation<Run>(operationId: string, place: string, facts?: OperationFacts): Run {
  return functionOf(call<unknown, AnyResult>, operationId, place, facts);
}

/** As {@link operation}, for one that answers with a stream. */
export function streamOperation<Run>(
  operationId: string,
  place: string,
  facts?: OperationFacts,
): Run {
  return functionOf(callStream<unknown, AnyResult>, operationId, place, facts);
}

/** As {@link operation}, for one that is paged. */
export function pagedOperation<Run>(
  operationId: string,
  place: string,
  facts?: OperationFacts,
): Run {
  return functionOf(callPages<unknown, unknown, AnyResult>, operationId, place, facts);
}

/**
 * Functions of operations put onto a client, as methods that are called like their operations, the
 * first letter in lower case.
 *
 * @param others functions whose methods have other names.
 * @typeParam Group what the methods are, by name
 */
export function bind<Group>(
  core: ClientCore,
  functions: readonly object[],
  others: object = {},
): Group {
  const named = (functions as readonly BoundLater[]).map((run): [string, BoundLater] => {
    const { operationId } = run.operation;
    return [operationId.charAt(0).toLowerCase() + operationId.slice(1), run];
  });
  const methods = [...named, ...(Object.entries(others) as [string, BoundLater][])].map(
    ([name, run]) => [name, run.bind(undefined, core)],
  );
  return Object.fromEntries(methods) as Group;
}
