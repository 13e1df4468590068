import type { Middleware, MiddlewareCallbackParams } from "./client-types.ts";

/** What all functions of middleware get, but for the request. */
type Call = Omit<MiddlewareCallbackParams, "request">;

/**
 * Refuses what is no middleware.
 *
 * @throws {TypeError} unless a value has one of the functions of a middleware.
 */
export function checkMiddleware(value: unknown): asserts value is Middleware {
  const names = ["onRequest", "onResponse", "onError"];
  if (typeof value !== "object" || value === null || !names.some((name) => name in value))
    throw new TypeError("a middleware is an object with onRequest, onResponse or onError");
}

/**
 * Sends a request through middleware.
 *
 * @returns the response, with the request as middleware left it.
 * @throws the error of sending it, unless `onError` answers it or returns another one.
 * @throws {TypeError} if a middleware returns something else than it may.
 */
export async function exchange(
  first: Request,
  middleware: readonly Middleware[],
  call: Call,
  send: (request: Request) => Promise<Response>,
): Promise<{ readonly request: Request; readonly response: Response }> {
  let request = first;
  for (const one of middleware) {
    const made: unknown = await one.onRequest?.({ ...call, request });
    if (made instanceof Response) return { request, response: made };
    if (made instanceof Request) request = made;
    else if (made) throw new TypeError("onRequest returns a Request, a Response or nothing");
  }
  const inner = middleware.toReversed();
  let response = await send(request).catch((error: unknown) =>
    afterError(inner, { ...call, request, error }),
  );
  for (const one of inner) {
    const made: unknown = await one.onResponse?.({ ...call, request, response });
    if (made instanceof Response) response = made;
    else if (made) throw new TypeError("onResponse returns a Response or nothing");
  }
  return { request, response };
}

async function afterError(
  middleware: readonly Middleware[],
  failed: MiddlewareCallbackParams & { readonly error: unknown },
): Promise<Response> {
  let { error } = failed;
  for (const one of middleware) {
    const made: unknown = await one.onError?.({ ...failed, error });
    if (made instanceof Response) return made;
    if (made instanceof Error) error = made;
    else if (made) throw new TypeError("onError returns a Response, an Error or nothing");
  }
  throw error;
}
