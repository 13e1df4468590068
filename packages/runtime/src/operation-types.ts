import type { AnyResult } from "./result.ts";

/**
 * The types of one operation, to name parts of them.
 *
 * @typeParam Input its input: parameters and body.
 * @typeParam Result the union of its documented results.
 */
export interface OperationTypes<Input, Result extends AnyResult> {
  /** The input: those of `path`, `query`, `header`, `cookie` and `body` that it has. */
  readonly request: Input;
  /** The bodies of its responses, by status. */
  readonly response: ResponseBodies<Result>;
  /** The union of its documented results, by status. */
  readonly result: Result;
}

type ResponseBodies<Result extends AnyResult> = {
  readonly [Status in Result["status"]]: BodyOf<Result, Status>;
};

type BodyOf<Result, Status> = Result extends {
  readonly status: infer Own;
  readonly body?: infer Body;
}
  ? Status extends Own
    ? Body
    : never
  : never;
