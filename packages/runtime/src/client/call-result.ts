import type { AnyResult } from "../result.ts";
import type { StatusRange } from "../status-range.ts";

/**
 * The documented answers of an operation together with their `response`. Narrow it by `status`, or by `ok`,
 * which is true for 2xx.
 *
 * An operation without documented successes has a success whose body is `unknown`, and likewise for errors.
 * An undocumented success beside documented ones has no type: `ok` is true for it, and `strict: true`
 * refuses it.
 *
 * Where headers are documented, `headerValues` has those that the response contains, typed by their
 * schemas. An undocumented body is `unknown`, or `undefined` if another answer with the same `ok` documents
 * one, so that narrowing keeps that type.
 *
 * @typeParam Result the union of the documented answers.
 */
export type CallResult<Result extends AnyResult> = number extends Result["status"]
  ? AnyCallResult<Result>
  : Successes<Result> | Failures<Result>;

type AnyCallResult<Result extends AnyResult> = Omit<Result, "headers" | "response"> & {
  readonly ok: boolean;
} & Received &
  HeaderValues<Result>;

type Successes<Result extends AnyResult> = [SuccessStatus<Result["status"]>] extends [never]
  ? NotDescribed<true, StatusRange<"2XX">>
  : Answers<Result, true, UndescribedBody<Result, true>>;

type Failures<Result extends AnyResult> =
  | Answers<Result, false, UndescribedBody<Result, false>>
  | ([ErrorStatus<Result["status"]>] extends [never]
      ? NotDescribed<false, StatusRange<"4XX" | "5XX">>
      : never);

/** The answers whose `ok` is `Ok`. Only `default` can have both. */
type Answers<Result extends AnyResult, Ok extends boolean, Undescribed> = Result extends unknown
  ? [StatusOf<Result["status"], Ok>] extends [never]
    ? never
    : Omit<Result, "headers" | "response" | "status" | "body"> & {
        readonly ok: Ok;
        readonly status: StatusOf<Result["status"], Ok>;
      } & Body<Result, Undescribed> &
        Received &
        HeaderValues<Result>
  : never;

type StatusOf<Status extends number, Ok extends boolean> = Ok extends true
  ? SuccessStatus<Status>
  : Exclude<Status, SuccessStatus<Status>>;

type SuccessStatus<Status extends number> = StartingWith<Status, "2">;

type ErrorStatus<Status extends number> = StartingWith<Status, "4" | "5">;

type StartingWith<Status extends number, Digit extends string> = Status extends unknown
  ? `${Status}` extends `${Digit}${string}`
    ? Status
    : never
  : never;

interface Received {
  readonly headers: Headers;
  readonly response: Response;
  /** The request id from the server's response, if it sent one. */
  readonly requestId: string | undefined;
}

type NotDescribed<Ok extends boolean, Status extends number> = {
  readonly ok: Ok;
  readonly status: Status;
  readonly body?: unknown;
  readonly contentType?: undefined;
  readonly headerValues?: undefined;
} & Received;

/** The documented body, or none for a status without content (RFC 9110, section 15). */
type Body<Result extends AnyResult, Undescribed> = Result extends { readonly body: infer Described }
  ? { readonly body: Described }
  : { readonly body?: Result["status"] extends 204 | 205 | 304 ? undefined : Undescribed };

type UndescribedBody<Result extends AnyResult, Ok extends boolean> = [
  StatusOf<Extract<Result, { readonly body: unknown }>["status"], Ok>,
] extends [never]
  ? unknown
  : undefined;

type HeaderValues<Result> = Result extends { readonly headers: infer Values }
  ? { readonly headerValues: Values }
  : "headers" extends keyof Result
    ? { readonly headerValues: NonNullable<Result["headers"]> }
    : unknown;
