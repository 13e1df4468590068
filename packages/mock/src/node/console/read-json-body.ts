import type { IncomingMessage } from "node:http";
import { parseJson } from "@openapi-packages/runtime/internals";

/** The largest body that the console takes, in bytes: a state with the contents of its records. */
const mostBytes = 64 * 1024 * 1024;

/** A request that the console cannot do anything with. */
export class ConsoleRequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * The JSON of a request's body; without a body it is `undefined`.
 *
 * @throws {ConsoleRequestError} when it is no JSON, too deep or too large.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  // The connection outlives the iteration, so that a refusal arrives.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > mostBytes) throw new ConsoleRequestError(413, "the body is too large");
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  if (text.trim() === "") return undefined;
  try {
    return parseJson(text);
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : "is no JSON";
    throw new ConsoleRequestError(400, `the body ${reason}`);
  }
}
