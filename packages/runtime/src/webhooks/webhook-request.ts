import { concatenate, iterateBytes } from "../byte-stream.ts";
import { WebhookError } from "./webhook-error.ts";

/**
 * A webhook as it arrives: a `Request` whose body is unread, or the headers and body from a framework. The
 * body must be the received bytes: re-serialized JSON has another signature.
 */
export interface WebhookRequest {
  readonly headers: Headers | { readonly [name: string]: string | readonly string[] | undefined };
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array> | null;
}

/** A webhook whose body has been read. */
export interface RawWebhook {
  /** Returns the value of a header, or `undefined`. */
  header(name: string): string | undefined;
  readonly body: Uint8Array;
}

/**
 * Reads a webhook's body.
 *
 * @throws {WebhookError} `body-too-large`, as soon as it exceeds the limit.
 */
export async function readWebhook(
  { headers, body }: WebhookRequest,
  maxBodyBytes: number,
): Promise<RawWebhook> {
  return { header: headerOf(headers), body: await bytesOf(body ?? "", maxBodyBytes) };
}

function headerOf(headers: WebhookRequest["headers"]): RawWebhook["header"] {
  if (typeof headers["get"] === "function") {
    const { get } = headers as Headers;
    return (name) => get.call(headers, name) ?? undefined;
  }
  const byName = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  return (name) => {
    const value: unknown = byName.get(name.toLowerCase());
    if (Array.isArray(value)) return value.join(", ");
    return typeof value === "string" ? value : undefined;
  };
}

async function bytesOf(
  body: string | Uint8Array | ReadableStream<Uint8Array>,
  maxBodyBytes: number,
): Promise<Uint8Array> {
  const check = (length: number): void => {
    if (length > maxBodyBytes) throw new WebhookError("body-too-large");
  };
  if (typeof body === "string" || body instanceof Uint8Array) {
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    check(bytes.length);
    return bytes;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const source = iterateBytes(body);
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    length += next.value.length;
    chunks.push(next.value);
    if (length > maxBodyBytes) await source.return?.();
    check(length);
  }
  return concatenate(chunks);
}
