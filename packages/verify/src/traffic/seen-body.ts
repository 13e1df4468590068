import type { ClientRequest } from "@openapi-packages/runtime/client";
import type { SeenBody } from "./recorded-entry.ts";

/** Collects the bytes of a body up to a limit. */
export class SeenBytes {
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** True if the limit is reached. */
  get isFull(): boolean {
    return this.#size > this.#limit;
  }

  add(chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (!this.isFull) this.#chunks.push(chunk.slice());
  }

  /** Returns the collected part. */
  body(isEnded: boolean): SeenBody | undefined {
    if (this.#size === 0) return undefined;
    const bytes = new Uint8Array(Buffer.concat(this.#chunks));
    return { bytes, isWhole: isEnded && !this.isFull };
  }
}

/** Reads a copy of a body up to a limit. An interrupted body is returned in part. */
export async function readSeen(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<SeenBody | undefined> {
  if (body === null) return undefined;
  const seen = new SeenBytes(limit);
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return seen.body(true);
      seen.add(value);
      if (seen.isFull) break;
    }
  } catch {
    return seen.body(false);
  }
  // The other copy is still read.
  void reader.cancel().catch(() => undefined);
  return seen.body(false);
}

/**
 * Returns the bytes of a body to send; `undefined` if there is none. Bodies that can be read only once, or
 * exceed the limit, are not read.
 */
export async function bytesOfBody(
  body: Exclude<ClientRequest["body"], () => unknown>,
  limit: number,
): Promise<SeenBody | undefined> {
  if (body === undefined) return undefined;
  if (body instanceof ReadableStream || isLong(body, limit))
    return { bytes: new Uint8Array(), isWhole: false };
  const response = new Response(body as BodyInit);
  const type = response.headers.get("content-type");
  const seen = new SeenBytes(limit);
  seen.add(new Uint8Array(await response.arrayBuffer()));
  const found = seen.body(true);
  return found && { ...found, ...(type !== null && { type }) };
}

/** True if files are too long to record. */
function isLong(body: unknown, limit: number): boolean {
  if (body instanceof Blob) return body.size > limit;
  return body instanceof FormData && [...body.values()].some((one) => isLong(one, limit));
}
