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

/** Wraps `last` in the middleware's functions of one name. The first middleware is the outermost. */
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
 * Sends one attempt of a request through the `onAttempt` middleware, with its credentials. After a 401 it
 * renews the credentials and sends the request once more.
 *
 * @param secrets collects the credentials that are sent, so that messages can leave them out.
 * @throws {ConnectionError} when there is no response.
 * @throws {TypeError} when `fetch` would not accept the request.
 * @throws the reason of the signal when it aborts.
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
    // The time limit may have passed while a credential or a middleware was awaited.
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
      // The global `fetch` builds a request itself: building one here as well would double the work.
      return (await (prepared
        ? fetch(prepared, { ...init, ...(again && { body: again }), signal })
        : globalThis.fetch(sent.url, { ...init, signal } as RequestInit))) as Response;
    } catch (error) {
      signal.throwIfAborted();
      // Throws `TypeError` if the request itself is invalid: then the connection is not to blame.
      void new Request(sent.url, { ...init, body: init.body ? "" : null } as RequestInit);
      const hint = canRepeat(sent) ? "" : onceOnly;
      throw new ConnectionError(sent.operation, error, undefined, hint, sent.url);
    }
  };
  return sendRedirected(api, request, send);
}

/**
 * Refuses a request that `fetch` would refuse with an error that repeats the value, which may be a
 * credential.
 *
 * @throws {TypeError} with the name of the header, or what is wrong with the address.
 */
function checkRequest({ operation, url, headers }: ClientRequest): void {
  const refuse = (reason: string): TypeError =>
    new TypeError(`${operation.operationId}: ${reason}`);
  for (const [name, value] of Object.entries(headers)) {
    // `fetch` trims header values (Fetch Standard, "normalize"). RFC 9110, section 5.5, defines the valid
    // characters.
    if (
      unsafeCharacter.test(value) &&
      unsafeCharacter.test(value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, ""))
    )
      throw refuse(
        `the header "${name}" contains a line break or another character that headers must not contain`,
      );
  }
  if (!URL.canParse(url) || /^[^/]*\/\/[^/?#]*@/.test(url))
    throw refuse("the URL is invalid or contains a user name: set `baseUrl` and `auth`");
}

/**
 * Returns a body for the `Request` and the same body for its options. A stream goes to whichever of the two
 * reads first.
 */
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

/** A streamed body requires `duplex: "half"` (Fetch Standard, `duplex`). */
function initOf(
  { method, headers, body: given }: ClientRequest,
  redirect: "follow" | "manual",
): Pick<FetchRequestOptions, "body" | "duplex" | "headers" | "method" | "redirect"> {
  const body = typeof given === "function" ? given() : given;
  if (body === undefined) return { method, headers, redirect };
  return { method, headers, redirect, body, ...(canRepeat({ body }) ? {} : { duplex: "half" }) };
}
