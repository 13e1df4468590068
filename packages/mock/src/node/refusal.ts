import type { ServerResponse } from "node:http";
import { pageSafetyHeaders } from "../page-safety.ts";

/** Why a request is refused before it reaches the mock. */
export interface Refusal {
  readonly status: 400 | 403 | 417 | 421 | 503;
  /** What is wrong and how to fix it, in one line for the user. */
  readonly message: string;
}

/** Writes a refusal. */
export function refuse(response: ServerResponse, { status, message }: Refusal): void {
  const headers = {
    ...pageSafetyHeaders,
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    ...(status === 503 && { "retry-after": "1" }),
  };
  endWhenSent(response.writeHead(status, { ...headers, ...lengthOf(message) }), message);
}

/** The time in milliseconds for a client to send the rest of a refused request. */
const sendingTime = 10_000;

/**
 * Writes a whole body at once, and ends the response when the client has sent all of its request: closing the
 * connection earlier would lose the answer (RFC 9112, section 9.6).
 *
 * @param response its head is written, with a `Content-Length`
 */
export function endWhenSent(response: ServerResponse, body: string): void {
  const { req: request } = response;
  if (request.readableEnded || request.destroyed) {
    response.end(body);
    return;
  }
  response.write(body);
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, sendingTime);
  request.resume().once("end", end).once("close", end);
}

/** Returns the header with the length of a body. */
export const lengthOf = (body: string): { readonly "content-length": number } => ({
  "content-length": Buffer.byteLength(body),
});
