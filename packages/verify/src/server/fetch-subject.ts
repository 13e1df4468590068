import type { HeaderField, WireRequest, WireResponse } from "../wire/wire-request.ts";
import { TimedOut } from "../wire/timed-out.ts";
import type { SendLimits, ServerSubject } from "./subject.ts";

/** The origin of requests to a server that has no address. */
const origin = "http://localhost";

/** A server as a function from requests to responses (Fetch Standard): Hono, Deno, workers, `toFetch`. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/**
 * Creates a subject for a server in this process, without a port.
 *
 * @param basePath the path of all operations, without a trailing slash
 */
export function fetchSubject(fetch: FetchHandler, basePath = ""): ServerSubject {
  return {
    name: "in this process",
    base: new URL(basePath, origin),
    isDisposable: true,
    isTemporary: true,
    send: (request, limits) =>
      send(fetch, { ...request, target: basePath + request.target }, limits),
    close: () => Promise.resolve(),
  };
}

/** @throws {Error} when there is no answer, or `Request` does not support the method */
async function send(
  fetch: FetchHandler,
  { method, target, headers, body }: WireRequest,
  limits: SendLimits,
): Promise<WireResponse> {
  const stop = new AbortController();
  const signal = AbortSignal.any([limits.signal, stop.signal]);
  const request = new Request(origin + target, {
    method,
    headers: headers.map(([name, value]) => [name, value] as [string, string]),
    ...(body !== undefined && method !== "GET" && method !== "HEAD" ? { body: body.slice() } : {}),
    signal,
  });
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), limits.timeout);
  try {
    const start = performance.now();
    const response = await Promise.race([fetch(request), late]);
    if (response === undefined) throw new TimedOut(limits.timeout);
    const head = performance.now() - start;
    const whole = await read(response, late, limits);
    return { ...whole, times: { head, whole: performance.now() - start } };
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

async function read(
  response: Response,
  late: Promise<undefined>,
  { maxBodyBytes, silence }: SendLimits,
): Promise<WireResponse> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isWhole = true;
  const reader = response.body?.getReader();
  for (;;) {
    const quiet = silence === undefined ? [] : [afterTime(silence)];
    const ends = [late, ...quiet].map((one) => one.then(() => "late" as const));
    const result = await Promise.race([reader?.read(), ...ends]);
    if (result === undefined || (result !== "late" && result.done)) break;
    if (result === "late" || size > maxBodyBytes) {
      isWhole = false;
      await reader?.cancel();
      break;
    }
    chunks.push(result.value);
    size += result.value.length;
  }
  const headers: HeaderField[] = [...response.headers];
  const body = new Uint8Array(Buffer.concat(chunks));
  return { status: response.status, headers, body, isWhole };
}

const afterTime = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
