import type { OperationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import { call } from "./call.ts";
import type { ClientCore } from "./core.ts";
import { callNegotiated } from "./negotiated-call.ts";
import type { ClientFeatures, ClientOperation } from "./operation.ts";
import { callPages } from "./pages.ts";
import { callPolled } from "./polled-call.ts";
import { callStream } from "./stream-call.ts";
import type { CallInput, CallOptions } from "./types.ts";

/** A method of a client as a function that takes the client's core first. */
export type Unbound<Method> = Method extends (...given: infer Given) => infer Result
  ? (core: ClientCore, ...given: Given) => Result
  : never;

/** As {@link Unbound}, for a method with three overloads. */
export type UnboundOverloads<Method> = Method extends {
  (...given: infer First): infer FirstResult;
  (...given: infer Second): infer SecondResult;
  (...given: infer Third): infer ThirdResult;
}
  ? {
      (core: ClientCore, ...given: First): FirstResult;
      (core: ClientCore, ...given: Second): SecondResult;
      (core: ClientCore, ...given: Third): ThirdResult;
    }
  : never;

/** As {@link Unbound}, for a method whose first overload is for calls that ask for another media type. */
export type UnboundChoice<Method> = Method extends {
  (...given: infer Other): infer OtherResult;
  (...given: infer Usual): infer UsualResult;
}
  ? {
      (core: ClientCore, ...given: Other): OtherResult;
      (core: ClientCore, ...given: Usual): UsualResult;
    }
  : never;

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

function functionOf<Run>(
  calling: Calling,
  descriptor: OperationDescriptor,
  features: ClientFeatures | undefined,
): Run {
  const called: ClientOperation = { ...descriptor, ...features };
  const run = (core: ClientCore, input?: CallInput, options?: CallOptions): unknown =>
    calling(core, called, input, options);
  return Object.assign(run, { operation: called }) as Run;
}

/**
 * Creates the function that calls an operation: it takes a client's core, the input and options. The caller
 * declares its type.
 *
 * @param descriptor the operation from the contract.
 */
export function operation<Run>(descriptor: OperationDescriptor, features?: ClientFeatures): Run {
  return functionOf(call<unknown, AnyResult>, descriptor, features);
}

/** As {@link operation}, for one that answers with a stream. */
export function streamOperation<Run>(
  descriptor: OperationDescriptor,
  features?: ClientFeatures,
): Run {
  return functionOf(callStream<unknown, AnyResult>, descriptor, features);
}

/** As {@link operation}, for one that is paged. */
export function pagedOperation<Run>(
  descriptor: OperationDescriptor,
  features?: ClientFeatures,
): Run {
  return functionOf(callPages<unknown, unknown, AnyResult>, descriptor, features);
}

/** As {@link operation}, for one that reads a record whose status changes. */
export function polledOperation<Run>(
  descriptor: OperationDescriptor,
  features?: ClientFeatures,
): Run {
  return functionOf(callPolled<unknown, never, AnyResult>, descriptor, features);
}

/** As {@link operation}, for one that answers with a stream or a complete body. */
export function negotiatedOperation<Run>(
  descriptor: OperationDescriptor,
  features?: ClientFeatures,
): Run {
  return functionOf(callNegotiated<unknown, unknown, AnyResult>, descriptor, features);
}

/**
 * Binds functions of operations to a client. The methods are named by operationId, with the first letter in
 * lower case.
 *
 * @param others functions for methods of other names.
 * @typeParam Group the methods by name.
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
