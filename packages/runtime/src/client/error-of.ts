import type { AnyResult } from "../result.ts";
import type { ApiError, ConnectionError, DecodeError, TimeoutError } from "./errors.ts";

/**
 * The errors that a call rejects with: one `ApiError` per documented failure, discriminated by `status`,
 * and the errors without an answer. An undocumented status is an `ApiError` too.
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
