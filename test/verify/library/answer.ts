/** A request as the library takes it. */
export interface Received {
  readonly method: string;
  /** Decoded segments of the path: `["books", "7"]`. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** An answer of the library. */
export interface Answer {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  /** Text and bytes are sent as they are, all else as JSON. */
  readonly body?: unknown;
}

/** A JSON answer. */
export const json = (status: number, body: unknown, headers: Answer["headers"] = {}): Answer => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body,
});

/** An error as problem details (RFC 9457). */
export const problem = (status: number, title: string, headers: Answer["headers"] = {}): Answer =>
  json(status, { title, status }, { "content-type": "application/problem+json", ...headers });

export const notFound = (): Answer => problem(404, "There is no such thing.");

export const badRequest = (title: string): Answer => problem(400, title);

/** The bytes of an answer's body; `undefined` where it has none. */
export function bytesOf({ body }: Answer): Buffer | undefined {
  if (body === undefined) return undefined;
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}
