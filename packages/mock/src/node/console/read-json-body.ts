import type { IncomingMessage } from "node:http";
import { parseExact, parseJson } from "@openapi-packages/runtime/internals";

/** The largest request to the console, in bytes: a state with the contents of its records. */
const mostBytes = 64 * 1024 * 1024;

/** An invalid request to the console. */
export class ConsoleRequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Reads the JSON of a request's body; `undefined` without a body.
 *
 * @throws {ConsoleRequestError} when it is not JSON, too deep or too large.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the iteration keeps the connection open, so that a refusal arrives.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > mostBytes) throw new ConsoleRequestError(413, "the body is too large");
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  if (text.trim() === "") return undefined;
  try {
    return parseJson(text, parseExact);
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : "is not JSON";
    throw new ConsoleRequestError(400, `the body ${reason}`);
  }
}
