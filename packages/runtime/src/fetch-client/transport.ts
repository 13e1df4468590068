import { createClientCore, type ClientCore } from "../client/core.ts";
import type { Fetch } from "../client/fetch-types.ts";
import type { ClientOperation } from "../client/operation.ts";
import { send } from "../client/send.ts";
import type { Policy, SendRequest } from "./client-types.ts";

/**
 * Sends a request with the retries and time limits of generated clients. Each attempt sends a copy of the
 * request as it is, so that `fetch` gets whatever a middleware made of it.
 *
 * @throws {ConnectionError} when there is no response.
 * @throws {TimeoutError} when there is none in time.
 * @throws the reason of the request's signal when it aborts.
 */
export function sendRequest(
  request: Request,
  path: string,
  fetch: SendRequest,
  policy: Policy,
): Promise<Response> {
  const { method, url, signal, headers } = request;
  const attempt: Fetch = (_, { signal: limited }) => fetch(copyOf(request, limited));
  const core: ClientCore = createClientCore(
    { securitySchemes: {}, servers: [url] },
    { ...policy, fetch: attempt },
  );
  const sent = {
    operation: operationOf(method, path),
    method,
    url,
    headers: {},
    body: undefined,
    attempt: 0,
    hasIdempotencyKey: headers.has("idempotency-key"),
  };
  return send(core, sent, { signal }, async (response, context) => {
    context.detach();
    return response;
  });
}

/** Names a call in errors, which knows no description. */
export const operationOf = (method: string, path: string): ClientOperation => ({
  operationId: `${method} ${path}`,
  method,
  path,
  responses: {},
});

/** Copies a request with another signal, and the members that callers added to it, such as `next`. */
function copyOf(request: Request, signal: AbortSignal): Request {
  const RequestClass = request.constructor as typeof Request;
  const copy = new RequestClass(request.clone(), { signal });
  for (const [name, value] of Object.entries(request))
    if (!(name in copy)) Object.defineProperty(copy, name, { value, enumerable: true });
  return copy;
}
