import { unsafeCharacter } from "../field-value.ts";
import type { ClientCore } from "./core.ts";
import {
  findCredentials,
  renewCredentials,
  secretsOf,
  withCredentials,
  type Credentials,
} from "./credentials.ts";
import { ConnectionError } from "./errors.ts";
import { fetchOptions } from "./fetch-options.ts";
import { fetchRequest } from "./fetch-request.ts";
import type { FetchRequestOptions } from "./fetch-types.ts";
import { sendRedirected, type SendRedirected } from "./redirect.ts";
import { canRepeat, discard, onceOnly } from "./retry.ts";
import type { CallOptions, ClientRequest, Middleware, Next } from "./types.ts";

/** Middleware with what is behind all of it; the first is the outermost. */
export function around(
  middleware: readonly Middleware[],
  name: keyof Middleware,
  last: Next,
): Next {
  return middleware.reduceRight<Next>((next, one) => {
    const handle = one[name];
    return handle ? (request) => handle.call(one, request, next) : next;
  }, last);
}

/**
 * Sends a request once, through the middleware around attempts, with its credentials. A response of
 * 401 makes it ask for fresh ones, and send it a second time with these.
 *
 * @param secrets where the credentials that are sent are added.
 * @throws {ConnectionError} when there is no response; what the signal aborts with, when it does.
 * @throws {TypeError} when it is none that `fetch` takes.
 */
export function sendOnce(
  core: ClientCore,
  options: CallOptions,
  request: ClientRequest,
  signal: AbortSignal,
  secrets: string[],
): Promise<Response> {
  const last = async (sent: ClientRequest): Promise<Response> => {
    const credentials = core.options.auth ? await findCredentials(core, sent.operation) : [];
    const dispatch = (given: Credentials): Promise<Response> => {
      secrets.push(...secretsOf(given));
      return authorized(core, options, withCredentials(sent, given), signal);
    };
    const response = await dispatch(credentials);
    if (response.status !== 401 || !canRepeat(sent)) return response;
    const renewed = await renewCredentials(sent.operation, credentials);
    if (renewed === undefined) return response;
    discard(response);
    return dispatch(renewed);
  };
  return around(core.options.middleware ?? [], "onAttempt", last)(request);
}

function authorized(
  { api, options: clientOptions }: ClientCore,
  options: CallOptions,
  request: ClientRequest,
  signal: AbortSignal,
): Promise<Response> {
  const fetch = options.fetch ?? clientOptions.fetch;
  const send: SendRedirected = async (sent, redirect) => {
    // Time may be over since a credential was asked for, or a middleware has waited.
    signal.throwIfAborted();
    checkRequest(sent);
    const init = {
      ...fetchOptions(clientOptions),
      ...fetchOptions(options),
      ...initOf(sent, redirect),
    };
    const [body, again] = fetch ? forEither(init.body) : [];
    const prepared = fetch && fetchRequest(sent.url, { ...init, body });
    try {
      // The global one makes a request itself, so that to make one here would be twice the work.
      return (await (prepared
        ? fetch(prepared, { ...init, ...(again && { body: again }), signal })
        : globalThis.fetch(sent.url, { ...init, signal } as RequestInit))) as Response;
    } catch (error) {
      signal.throwIfAborted();
      // What is no request at all is not the connection's fault.
      void new Request(sent.url, { ...init, body: init.body ? "" : null } as RequestInit);
      const hint = canRepeat(sent) ? "" : onceOnly;
      throw new ConnectionError(sent.operation, error, undefined, hint, sent.url);
    }
  };
  return sendRedirected(api, request, send);
}

/**
 * Refuses what `fetch` would refuse with an error that repeats the value, which may be a credential.
 *
 * @throws {TypeError} that names the header, or says what is wrong with the address
 */
function checkRequest({ operation, url, headers }: ClientRequest): void {
  const refuse = (reason: string): TypeError =>
    new TypeError(`${operation.operationId}: ${reason}`);
  for (const [name, value] of Object.entries(headers)) {
    // `fetch` trims values (Fetch Standard, "normalize"); what they may have is of RFC 9110, section 5.5.
    if (
      unsafeCharacter.test(value) &&
      unsafeCharacter.test(value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, ""))
    )
      throw refuse(`the header "${name}" has a line break, or a character that no header can have`);
  }
  if (!URL.canParse(url) || /^[^/]*\/\/[^/?#]*@/.test(url))
    throw refuse("the address is none, or has a user name in it: set `baseUrl` and `auth`");
}

/** A body for a request and the same for its options: of a stream, that which is read first has it. */
function forEither<Body>(body: Body): readonly [Body, Body] {
  if (!(body instanceof ReadableStream)) return [body, body];
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const one = (): ReadableStream =>
    new ReadableStream(
      {
        async pull(controller) {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
  return [one() as Body, one() as Body];
}

/** A stream can only be sent while the response is not awaited (Fetch Standard, `duplex`). */
function initOf(
  { method, headers, body: given }: ClientRequest,
  redirect: "follow" | "manual",
): Pick<FetchRequestOptions, "body" | "duplex" | "headers" | "method" | "redirect"> {
  const body = typeof given === "function" ? given() : given;
  if (body === undefined) return { method, headers, redirect };
  return { method, headers, redirect, body, ...(canRepeat({ body }) ? {} : { duplex: "half" }) };
}
