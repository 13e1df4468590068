import type { CallResult } from "../client/call-result.ts";
import { ApiError } from "../client/errors.ts";
import type { Call } from "../client/types.ts";
import type { AnyResult } from "../result.ts";

/** The answer of a call of a generated client in the form of openapi-fetch. */
export type DataOrError<Output, Result extends AnyResult> =
  | { data: Output; error?: never; response: Response }
  | { data?: never; error: BodyOfError<CallResult<Result>>; response: Response };

type BodyOfError<Answer> = Answer extends { readonly ok: false; readonly body: infer Body }
  ? Body
  : Answer extends { readonly ok: boolean }
    ? never
    : unknown;

/**
 * Waits for a call of a generated client, and answers `{ data, error, response }` whatever the status, as
 * openapi-fetch does.
 *
 * @throws what the call throws without a response: `ConnectionError`, `TimeoutError`
 */
export async function dataOrError<Output, Result extends AnyResult>(
  call: Call<Output, Result>,
): Promise<DataOrError<Output, Result>> {
  try {
    const { ok, body, response } = (await call.result()) as {
      readonly ok: boolean;
      readonly body: unknown;
      readonly response: Response;
    };
    return (ok ? { data: body, response } : { error: body, response }) as DataOrError<
      Output,
      Result
    >;
  } catch (error) {
    // An error that the description does not have beside others.
    if (!(error instanceof ApiError)) throw error;
    return { error: error.body, response: error.response } as DataOrError<Output, Result>;
  }
}
