import type { NonSharedUint8Array } from "@openapi-packages/runtime/internals";
import type { ApiDescriptor } from "@openapi-packages/runtime";
import { queryDecode } from "@openapi-packages/runtime/internals";
import type { HttpRequest, HttpResponse } from "@openapi-packages/runtime/server";
import type { MockLimits } from "../limits.ts";
import { fromBase64, toBase64 } from "../state/base64.ts";
import type { Recording } from "../types.ts";

/** Response headers that depend on the connection or the caller, and are not recorded. */
const passing = new Set(["connection", "date", "keep-alive", "set-cookie", "transfer-encoding"]);

/** Recorded answers of another server, by request. If there are too many, the oldest are evicted. */
export class Recordings {
  readonly #limits: Pick<MockLimits, "recordings" | "recordingBytes">;
  /** In the order in which they were recorded. */
  readonly #byKey = new Map<string, Recording>();
  #bytes = 0;
  #evicted = 0;

  constructor(limits: Pick<MockLimits, "recordings" | "recordingBytes">) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** The number of answers that were evicted since the start. */
  get evicted(): number {
    return this.#evicted;
  }

  get(key: string): HttpResponse | undefined {
    const recording = this.#byKey.get(key);
    if (recording === undefined) return undefined;
    const { status, headers, body, base64 } = recording;
    const content = base64 === undefined ? body : fromBase64(base64);
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    return {
      status,
      headers: Object.fromEntries(lower),
      ...(content !== undefined && { body: content }),
    };
  }

  add(operationId: string, key: string, response: HttpResponse, bytes: Uint8Array): void {
    const lasting = Object.entries(response.headers).filter(([name]) => !passing.has(name));
    const headers = Object.fromEntries(
      lasting.map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
    );
    const { status } = response;
    this.#put({ operationId, key, status, headers, ...contentOf(bytes) });
  }

  list(): Recording[] {
    return [...this.#byKey.values()];
  }

  replace(recordings: readonly Recording[]): void {
    this.#byKey.clear();
    this.#bytes = 0;
    for (const recording of recordings) this.#put(recording);
  }

  #put(recording: Recording): void {
    this.#remove(recording.key);
    this.#byKey.set(recording.key, recording);
    this.#bytes += sizeOf(recording);
    const { recordings, recordingBytes } = this.#limits;
    for (const oldest of this.#byKey.keys()) {
      if (this.size <= recordings && this.#bytes <= recordingBytes) return;
      this.#remove(oldest);
      this.#evicted += 1;
    }
  }

  #remove(key: string): void {
    const recording = this.#byKey.get(key);
    if (recording === undefined) return;
    this.#byKey.delete(key);
    this.#bytes -= sizeOf(recording);
  }
}

const sizeOf = ({ key, headers, body = "", base64 = "" }: Recording): number =>
  key.length + JSON.stringify(headers).length + body.length + base64.length;

/**
 * Returns the identity of a request. It contains only a digest of the body, which may contain secrets.
 *
 * @param secrets the query parameters with credentials, which are left out
 */
export async function recordingKey(
  { method, url: whole }: Pick<HttpRequest, "method" | "url">,
  body: NonSharedUint8Array,
  secrets: ReadonlySet<string>,
): Promise<string> {
  const url = secrets.size === 0 ? whole : withoutSecrets(whole, secrets);
  if (body.length === 0) return `${method} ${url}`;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return `${method} ${url} ${toBase64(digest)}`;
}

/** Returns the query parameters of a description's API keys. */
export function secretsOf({ securitySchemes }: ApiDescriptor): ReadonlySet<string> {
  const names = Object.values(securitySchemes).flatMap((scheme) =>
    scheme?.type === "apiKey" && scheme.in === "query" ? [scheme.name] : [],
  );
  return new Set(names);
}

function withoutSecrets(url: string, secrets: ReadonlySet<string>): string {
  const mark = url.indexOf("?");
  if (mark < 0) return url;
  const nameOf = (pair: string): string => queryDecode(pair.split("=", 1)[0] ?? "");
  const pairs = url.slice(mark + 1).split("&");
  const open = pairs.filter((pair) => !secrets.has(nameOf(pair)));
  return open.length === 0 ? url.slice(0, mark) : `${url.slice(0, mark)}?${open.join("&")}`;
}

function contentOf(bytes: Uint8Array): Pick<Recording, "body" | "base64"> {
  if (bytes.length === 0) return {};
  try {
    return { body: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: toBase64(bytes) };
  }
}
