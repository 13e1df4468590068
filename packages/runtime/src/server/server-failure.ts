import type { OperationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import { ThrownAnswer } from "./fail.ts";
import type { Fail, HttpRequest } from "./types.ts";

/** The results of operations by operationId. Generated servers provide their own. */
export interface AnyResults {
  readonly [operationId: string]: AnyResult;
}

/** An error inside the server. The client gets a 500, or its stream is aborted. */
export interface ServerFailure<Results = AnyResults> {
  readonly phase:
    "security" | "validators" | "context" | "handler" | "response" | "stream" | "hook";
  readonly error: unknown;
  readonly operation: OperationDescriptor;
  readonly request: HttpRequest;
  readonly requestId: string;
  /**
   * True if the failed operation is one of these. Then `onError` may answer with one of its documented
   * results: `if (failure.is("GetPet")) return failure.fail({ status: 404, body })`.
   */
  is<Id extends keyof Results & string>(
    ...operationIds: readonly Id[]
  ): this is AnswerableFailure<Results[Id]>;
}

/** A failure that can be answered with a documented result. */
export interface AnswerableFailure<Result> {
  /** Creates the documented result that `onError` returns instead of a 500. */
  readonly fail: Fail<Result>;
}

/** The data of a failure, without `is` and `fail`. */
export type FailureDetails = Pick<
  ServerFailure,
  "phase" | "error" | "operation" | "request" | "requestId"
>;

/** Adds the methods `is` and `fail` to the data of a failure. */
export function failureOf(details: FailureDetails): ServerFailure {
  const { operationId } = details.operation;
  const failure = {
    ...details,
    is: (...operationIds: readonly string[]) => operationIds.includes(operationId),
    fail: (answer: ThrownAnswer["answer"]) => new ThrownAnswer(answer),
  };
  return failure as unknown as ServerFailure;
}
