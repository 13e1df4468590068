import type { IncomingMessage } from "node:http";

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
 * @throws {ConsoleRequestError} when it is no JSON, or too large.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) throw new ConsoleRequestError(413, "the body is too large");
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString("utf8");
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new ConsoleRequestError(400, "the body is no JSON");
  }
}
