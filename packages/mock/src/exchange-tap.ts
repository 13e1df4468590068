import type { OperationDescriptor } from "@openapi-packages/runtime";
import { iterateBytes, type CollectableBytes } from "@openapi-packages/runtime/internals";
import type { HttpRequest, HttpResponse } from "@openapi-packages/runtime/server";

/** A request that has just arrived. */
export interface BegunExchange {
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly request: Pick<HttpRequest, "method" | "url" | "headers">;
  readonly operation: OperationDescriptor | undefined;
}

/** Receives the contents of one exchange as they pass. */
export interface ExchangeTap {
  /** Bytes of the request's body, as they are read. */
  onSent(bytes: Uint8Array): void;
  /** The head of the answer, before any of its body. */
  onAnswer(response: HttpResponse): void;
  /** A part of the answer's body, as it is written. */
  onReceived(part: Uint8Array | string): void;
}

/** Watches exchanges with their contents. */
export interface ExchangeWatcher {
  begin(exchange: BegunExchange): ExchangeTap;
}

/** Returns the request with a body that is passed to the tap as it is read. */
export function tappedRequest(request: HttpRequest, tap: ExchangeTap): HttpRequest {
  const { method, url, headers, origin } = request;
  const body = tappedBody(request.body, (bytes) => tap.onSent(bytes));
  return {
    method,
    url,
    headers,
    body,
    origin,
    get signal() {
      return request.signal;
    },
  };
}

type Body = HttpRequest["body"];

function tappedBody(body: Body, onBytes: (bytes: Uint8Array) => void): Body {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) {
    onBytes(body);
    return body;
  }
  const iterable = {
    [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
      const iterator = iterateBytes(body);
      return {
        async next() {
          const result = await iterator.next();
          if (result.done !== true) onBytes(result.value);
          return result;
        },
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
  if (!("collect" in body)) return iterable;
  const whole = body as CollectableBytes;
  const seen = (bytes: Uint8Array): Uint8Array => {
    onBytes(bytes);
    return bytes;
  };
  const collect: CollectableBytes["collect"] = (...limits) => {
    const bytes = whole.collect(...limits);
    return bytes instanceof Uint8Array ? seen(bytes) : bytes?.then(seen);
  };
  return Object.assign(iterable, { collect });
}
