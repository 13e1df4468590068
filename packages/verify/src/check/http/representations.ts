import type { Exchange } from "../../wire/exchange.ts";
import { headerOf } from "../../wire/wire-request.ts";

/** A strong entity tag. A weak one may stay as it is when its content changes (RFC 9110, section 8.8.1). */
const strongTag = /^"/;

/** Remembers what GET has answered, to find entity tags that stay as they are when the content changes. */
export class Representations {
  readonly #known = new Map<string, Exchange>();

  /** Returns the earlier answer to the same request that has the same tag and another body. */
  contradicted(exchange: Exchange): Exchange | undefined {
    const { request, response } = exchange;
    const tag = headerOf(response?.headers ?? [], "etag");
    const isWhole = response?.status === 200 && response.isWhole;
    if (request.method !== "GET" || !isWhole || tag === undefined || !strongTag.test(tag))
      return undefined;
    const sent = request.headers.filter(([name]) => !/^if-/i.test(name));
    const key = JSON.stringify([request.target, sent, tag]);
    const before = this.#known.get(key);
    if (before === undefined) this.#known.set(key, exchange);
    const isSame = before?.response && Buffer.compare(before.response.body, response.body) === 0;
    return isSame === true ? undefined : before;
  }
}
