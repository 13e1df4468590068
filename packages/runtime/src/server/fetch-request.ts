import { setMember } from "../members.ts";
import type { DiscardLimits } from "./connection-options.ts";
import { FetchBody, StandInBody } from "./fetch-body.ts";
import { isStandIn } from "./stand-in.ts";
import type { HttpRequest } from "./types.ts";

/** Methods without a body (Fetch Standard, the constructor of `Request`). */
const bodyless: readonly string[] = ["GET", "HEAD"];

/**
 * A `Request` for the core. The body and the signal are only accessed when they are used, because some
 * runtimes create them lazily.
 */
export class FetchRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly origin: string;
  readonly headers: HttpRequest["headers"];
  readonly body: FetchBody | undefined;
  /**
   * True if the caller may stop waiting for the answer. A stand-in for a request closes its connection
   * itself.
   */
  readonly isAwaited: boolean;
  /** The original request, for handlers. */
  readonly raw: Request;
  readonly #given: AbortSignal | undefined;
  #controller: AbortController | undefined;
  #copy: Request | undefined;

  /**
   * @param limits the limits for discarding the body
   * @param given the signal to follow instead of the request's own
   */
  constructor(request: Request, limits: DiscardLimits, given: AbortSignal | undefined) {
    const { method, url, headers } = request;
    const path = url.indexOf("/", url.indexOf("://") + 3);
    this.method = method;
    this.origin = path < 0 ? url : url.slice(0, path);
    this.url = path < 0 ? "/" : url.slice(path);
    this.headers = toRecord(headers);
    const isOfPlatform = !isStandIn(request);
    this.isAwaited = given !== undefined || isOfPlatform;
    const read = (): Request => this.#copy ?? request;
    this.body = bodyless.includes(method) ? undefined : bodyOf(request, read, isOfPlatform, limits);
    this.raw = request;
    this.#given = given;
  }

  /** Aborts with the request, or when the answer is no longer read. */
  get signal(): AbortSignal {
    if (this.#controller !== undefined) return this.#controller.signal;
    const controller = new AbortController();
    this.#controller = controller;
    const signal = this.callerSignal;
    const abort = (): void => controller.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    return controller.signal;
  }

  /** The caller's signal. */
  get callerSignal(): AbortSignal {
    return this.#given ?? this.raw.signal;
  }

  keepRaw(): void {
    if (this.body !== undefined && !this.raw.bodyUsed) this.#copy ??= this.raw.clone();
  }

  /** Aborts the handler's signal. */
  abort(reason: unknown): void {
    void this.signal;
    this.#controller?.abort(reason);
  }
}

/** A faster `Object.fromEntries`. */
function toRecord(headers: Headers): HttpRequest["headers"] {
  const record: { [name: string]: string } = {};
  for (const [name, value] of headers) setMember(record, name, value);
  return record;
}

/** @param read returns the request whose body is read */
function bodyOf(
  request: Request,
  read: () => Request,
  isOfPlatform: boolean,
  limits: DiscardLimits,
): FetchBody | undefined {
  if (!isOfPlatform) return new StandInBody(read, limits);
  return request.body === null ? undefined : new FetchBody(() => read().body, limits);
}
