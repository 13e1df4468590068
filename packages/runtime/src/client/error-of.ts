import type { AnyResult } from "../result.ts";
import type { ApiError, ConnectionError, DecodeError, TimeoutError } from "./errors.ts";

/**
 * What a call is rejected with, by its documented results: one `ApiError` per failure, told apart by
 * `status`. An answer with a status that is not documented is an `ApiError` too.
 *
 * @typeParam Result the union of the documented answers.
 */
export type ErrorOf<Result extends AnyResult> =
  ApiErrorOf<Result> | ConnectionError | DecodeError | TimeoutError;

type ApiErrorOf<Result> = Result extends AnyResult
  ? [Failure<Result["status"]>] extends [never]
    ? never
    : ApiError<Result["body"]> & { readonly status: Failure<Result["status"]> }
  : never;

type Failure<Status extends number> = Status extends unknown
  ? `${Status}` extends `2${string}`
    ? never
    : Status
  : never;
