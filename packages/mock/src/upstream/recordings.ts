import { concatenate } from "@openapi-packages/runtime/internals";
import type { HttpResponse } from "@openapi-packages/runtime/server";
import type { Recording } from "../types.ts";

/** Headers of an answer that say something of its connection or its caller, and are not recorded. */
const passing = new Set(["connection", "date", "keep-alive", "set-cookie", "transfer-encoding"]);

/** Answers of another server, each for the request that it answered. */
export class Recordings {
  readonly #byKey = new Map<string, Recording>();

  get size(): number {
    return this.#byKey.size;
  }

  get(key: string): HttpResponse | undefined {
    const recording = this.#byKey.get(key);
    if (recording === undefined) return undefined;
    const { status, headers, body, base64 } = recording;
    const content = base64 === undefined ? body : fromBase64(base64);
    return { status, headers: { ...headers }, ...(content !== undefined && { body: content }) };
  }

  add(operationId: string, key: string, response: HttpResponse, bytes: Uint8Array): void {
    const lasting = Object.entries(response.headers).filter(([name]) => !passing.has(name));
    const headers = Object.fromEntries(
      lasting.map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
    );
    const { status } = response;
    this.#byKey.set(key, { operationId, key, status, headers, ...contentOf(bytes) });
  }

  list(): Recording[] {
    return [...this.#byKey.values()];
  }

  replace(recordings: readonly Recording[]): void {
    this.#byKey.clear();
    for (const recording of recordings) this.#byKey.set(recording.key, recording);
  }
}

/** The identity of a request. Of the body a digest, since it may hold secrets. */
export async function recordingKey(
  method: string,
  url: string,
  body: Uint8Array<ArrayBuffer>,
): Promise<string> {
  if (body.length === 0) return `${method} ${url}`;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return `${method} ${url} ${toBase64(digest)}`;
}

function contentOf(bytes: Uint8Array): Pick<Recording, "body" | "base64"> {
  if (bytes.length === 0) return {};
  try {
    return { body: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: toBase64(bytes) };
  }
}

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** All bytes of a body. */
export async function bytesOf(body: HttpResponse["body"]): Promise<Uint8Array<ArrayBuffer>> {
  if (body === undefined) return new Uint8Array();
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return concatenate([body]);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body)
    chunks.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  return concatenate(chunks);
}
