import { unsafeCharacter } from "../field-value.ts";
import type { ClientCore } from "./core.ts";
import { ConnectionError } from "./errors.ts";
import { fetchOptions } from "./fetch-options.ts";
import { fetchRequest } from "./fetch-request.ts";
import type { ClientOperation } from "./operation.ts";
import { canRepeat, onceOnly } from "./retry.ts";
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
 * Sends one attempt of a request through the `onAttempt` middleware, with its credentials.
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
  const { api, authenticate, options: clientOptions } = core;
  const { redirects } = api;
  let next: Next = (sent) => dispatch(core, options, sent, signal, "follow");
  if (redirects)
    next = (sent) =>
      redirects(api, sent, (one, redirect) => dispatch(core, options, one, signal, redirect));
  const redirected = next;
  if (authenticate) next = (sent) => authenticate(api, sent, secrets, redirected);
  if (clientOptions.middleware) next = around(clientOptions.middleware, "onAttempt", next);
  return next(request);
}

async function dispatch(
  { options: clientOptions, fetchOptions: shared }: ClientCore,
  options: CallOptions,
  { operation, method, url, headers, body: given }: ClientRequest,
  signal: AbortSignal,
  redirect: "follow" | "manual",
): Promise<Response> {
  // The time limit may have passed while a credential or a middleware was awaited.
  signal.throwIfAborted();
  const body = typeof given === "function" ? given() : given;
  const isOnce = !canRepeat({ body });
  const init = {
    ...shared,
    ...fetchOptions(options),
    method,
    headers,
    redirect,
    signal,
    body,
    // A streamed body requires it (Fetch Standard, `duplex`).
    ...(isOnce && { duplex: "half" as const }),
  };
  const fetch = options.fetch ?? clientOptions.fetch;
  try {
    // The global `fetch` builds a request itself: building one here as well would double the work.
    if (!fetch) return await globalThis.fetch(url, init as RequestInit);
    const request = fetchRequest(url, init);
    // Of a stream, there is one: the options have that of the request.
    if (isOnce)
      Object.defineProperty(init, "body", { get: () => (request as unknown as Request).body });
    return (await fetch(request, init)) as Response;
  } catch (cause) {
    signal.throwIfAborted();
    // The request itself may be invalid: then the connection is not to blame.
    checkRequest(operation, url, headers);
    void new Request(url, { ...init, body: body ? "" : null } as RequestInit);
    throw new ConnectionError(operation, cause, undefined, isOnce ? onceOnly : "", url);
  }
}

/**
 * Refuses what `fetch` has refused with an error that repeats the value, which may be a credential.
 *
 * @throws {TypeError} with the name of the header, or what is wrong with the address.
 */
function checkRequest(
  { operationId }: ClientOperation,
  url: string,
  headers: ClientRequest["headers"],
): void {
  // `fetch` trims header values (Fetch Standard, "normalize").
  for (const [name, value] of Object.entries(headers))
    if (unsafeCharacter.test(value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "")))
      throw new TypeError(
        `${operationId}: the header "${name}" contains a character that headers must not contain`,
      );
  if (!URL.canParse(url) || new URL(url).username)
    throw new TypeError(
      `${operationId}: the URL is invalid or contains a user name: set \`baseUrl\` and \`auth\``,
    );
}
