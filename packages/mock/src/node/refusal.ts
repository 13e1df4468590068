import type { ServerResponse } from "node:http";
import { pageSafetyHeaders } from "../page-safety.ts";

/** Why a request is turned down before it comes to the mock. */
export interface Refusal {
  readonly status: 400 | 403 | 421 | 503;
  /** What is wrong and the way out, in a line for people. */
  readonly message: string;
}

/**
 * Writes a refusal. The connection stays open, so that Node reads away what the client still sends, and
 * the refusal arrives.
 */
export function refuse(response: ServerResponse, { status, message }: Refusal): void {
  response.writeHead(status, {
    ...pageSafetyHeaders,
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    ...(status === 503 && { "retry-after": "1" }),
  });
  response.end(`${message}\n`);
}
