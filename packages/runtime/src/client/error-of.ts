import type { AnyResult } from "../result.ts";
import type { ApiError, ConnectionError, DecodeError, TimeoutError } from "./errors.ts";

/**
 * The error that a call is rejected with, by its documented results: one `ApiError` per failure,
 * discriminated by `status`. A response with a status that is not documented is an `ApiError` too.
 *
 * @typeParam Result the union of the documented answers.
 */
export type ErrorOf<Result extends AnyResult> =
  ApiErrorOf<Result> | ConnectionError | DecodeError | TimeoutError;

type ApiErrorOf<Result> = Result extends AnyResult
  ? [Failure<Result["status"]>] extends [never]
    ? never
    : ApiError<Result extends { readonly body: infer Body } ? Body : unknown> & {
        readonly status: Failure<Result["status"]>;
      }
  : never;

type Failure<Status extends number> = Status extends unknown
  ? `${Status}` extends `2${string}`
    ? never
    : Status
  : never;
