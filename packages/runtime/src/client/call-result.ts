import type { AnyResult } from "../result.ts";
import type { StatusRange } from "../status-range.ts";

/**
 * An answer with the response that it came in: a documented one, or as the last arm of the union any other
 * success, whose body is decoded by its content type. Where headers are documented, `headerValues` has them
 * as their schemas say, as far as the response has them. A body that is not described is `unknown`.
 *
 * @typeParam Result the union of the documented answers.
 */
export type CallResult<Result extends AnyResult> =
  DocumentedResult<Result> | OtherSuccess<StatusRange<"2XX", Result["status"]>>;

type DocumentedResult<Result> = Result extends unknown
  ? DescribedBody<Result> & Received & HeaderValues<Result>
  : never;

type OtherSuccess<Status extends number> = [Status] extends [never]
  ? never
  : {
      readonly status: Status;
      readonly body?: unknown;
      readonly contentType?: undefined;
      readonly headerValues?: undefined;
    } & Received;

interface Received {
  readonly headers: Headers;
  readonly response: Response;
  /** The id that the server gave the request; only where it did. */
  readonly requestId: string | undefined;
}

/** What is described of a body; none at all for statuses that have none (RFC 9110, section 15). */
type DescribedBody<Result> = Result extends { readonly status: 204 | 205 | 304 }
  ? Omit<Result, "headers" | "response">
  : Result extends { readonly body: unknown }
    ? Omit<Result, "headers" | "response">
    : Omit<Result, "headers" | "response" | "body"> & { readonly body?: unknown };

type HeaderValues<Result> = Result extends { readonly headers: infer Values }
  ? { readonly headerValues: Values }
  : "headers" extends keyof Result
    ? { readonly headerValues: NonNullable<Result["headers"]> }
    : unknown;
