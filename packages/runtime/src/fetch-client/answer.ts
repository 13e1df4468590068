import { DecodeError } from "../client/errors.ts";
import type { ClientOperation } from "../client/operation.ts";
import { readWithin } from "../client/read-body.ts";
import type { ParseAs } from "./client-types.ts";

/** What every call answers. */
export type AnyResponse =
  { data: unknown; response: Response } | { error: unknown; response: Response };

/** How an answer is read. */
interface Reading {
  readonly operation: ClientOperation;
  readonly parseAs: ParseAs;
  readonly maxBodyBytes: number | undefined;
}

/**
 * Reads a response: a success as the caller asks, an error as JSON or text.
 *
 * @throws {SyntaxError} if a success is no JSON.
 * @throws {DecodeError} if a body is larger than `maxBodyBytes`.
 */
export async function answerOf(response: Response, reading: Reading): Promise<AnyResponse> {
  const { ok, status, headers } = response;
  const length = headers.get("content-length");
  const isChunked = headers.get("transfer-encoding")?.includes("chunked") === true;
  const isEmpty =
    status === 204 || reading.operation.method === "HEAD" || (length === "0" && !isChunked);
  if (isEmpty) return ok ? { data: undefined, response } : { error: undefined, response };
  if (ok && reading.parseAs === "stream") return { data: response.body, response };
  const body = await bodyOf(response, reading);
  if (!ok) return { error: textOrJson(await body.text()), response };
  return { data: await dataOf(body, reading.parseAs, length), response };
}

async function bodyOf(
  response: Response,
  { operation, maxBodyBytes = 2 ** 28 }: Reading,
): Promise<Blob> {
  const chunks = await readWithin(response, maxBodyBytes);
  const reason = `the body is larger than ${maxBodyBytes} bytes: raise \`maxBodyBytes\``;
  if (chunks === undefined) throw new DecodeError(operation, response, reason);
  return new Blob(chunks, { type: response.headers.get("content-type") ?? "" });
}

async function dataOf(body: Blob, parseAs: ParseAs, length: string | null): Promise<unknown> {
  if (parseAs === "blob") return body;
  if (parseAs === "arrayBuffer") return body.arrayBuffer();
  const text = await body.text();
  if (parseAs === "text") return text;
  // A success may be empty without a length.
  return text === "" && length === null ? undefined : JSON.parse(text);
}

function textOrJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
