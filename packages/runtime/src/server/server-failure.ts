import type { OperationDescriptor } from "../operation.ts";
import type { AnyResult } from "../result.ts";
import { ThrownAnswer } from "./fail.ts";
import type { Fail, HttpRequest } from "./types.ts";

/** The results of operations by operationId; generated servers have their own. */
export interface AnyResults {
  readonly [operationId: string]: AnyResult;
}

/** An error inside the server; the client gets a 500, or its stream is aborted. */
export interface ServerFailure<Results = AnyResults> {
  readonly phase:
    "security" | "validators" | "context" | "handler" | "response" | "stream" | "hook";
  readonly error: unknown;
  readonly operation: OperationDescriptor;
  readonly request: HttpRequest;
  readonly requestId: string;
  /**
   * True if it is a failure of one of some operations, which `onError` may then answer with one of their
   * documented results: `if (failure.is("GetPet")) return failure.fail({ status: 404, body })`.
   */
  is<Id extends keyof Results & string>(
    ...operationIds: readonly Id[]
  ): this is AnswerableFailure<Results[Id]>;
}

/** A failure of an operation with some documented results. */
export interface AnswerableFailure<Result> {
  /** Creates what `onError` returns to answer with a documented result instead of a 500. */
  readonly fail: Fail<Result>;
}

/** The data of a failure, without what a hook may answer. */
export type FailureDetails = Pick<
  ServerFailure,
  "phase" | "error" | "operation" | "request" | "requestId"
>;

/** Adds to the data of a failure what `onError` tells operations apart and answers by. */
export function failureOf(details: FailureDetails): ServerFailure {
  const { operationId } = details.operation;
  const failure = {
    ...details,
    is: (...operationIds: readonly string[]) => operationIds.includes(operationId),
    fail: (answer: ThrownAnswer["answer"]) => new ThrownAnswer(answer),
  };
  return failure as unknown as ServerFailure;
}
