import type { AnyResult } from "../result.ts";
import type { ApiError, ConnectionError, DecodeError, TimeoutError } from "./errors.ts";

/**
 * The errors that a call rejects with: one `ApiError` per documented failure, discriminated by `status`,
 * and the errors without an answer, whose `status` is `undefined`, or without a body that can be read. An undocumented
 * status is an `ApiError` too.
 *
 * @typeParam Result the union of the documented answers.
 */
export type ErrorOf<Result extends AnyResult> =
  | ApiErrorOf<Result>
  | UnreadOf<Result["status"]>
  | Unanswered<ConnectionError>
  | Unanswered<TimeoutError>;

/** An error without an answer. It has no such member: the type lets `error.status` be read of all errors. */
export type Unanswered<Kind extends Error> = Kind & { readonly status?: undefined };

/** A success whose body is not as documented. */
type UnreadOf<Status extends number> = [Exclude<Status, Failure<Status>>] extends [never]
  ? DecodeError
  : DecodeError & { readonly status: Exclude<Status, Failure<Status>> };

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
