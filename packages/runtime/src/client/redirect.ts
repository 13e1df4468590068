import type { ApiDescriptor } from "../operation.ts";
import { ConnectionError } from "./errors.ts";
import { canRepeat, discard, onceOnly } from "./retry.ts";
import type { ClientRequest } from "./types.ts";

/** Sends a request, and has its redirects followed by the runtime, or not at all. */
export type SendRedirected = (
  request: ClientRequest,
  redirect: "follow" | "manual",
) => Promise<Response>;

/** Sends a request, its redirects included. */
export type Redirect = (
  api: ApiDescriptor,
  request: ClientRequest,
  send: SendRedirected,
) => Promise<Response>;

/** The headers that have secrets in them, in lower case: the usual ones, and those of security schemes. */
export function secretHeaders({ securitySchemes }: ApiDescriptor): readonly string[] {
  const keys = Object.values(securitySchemes).flatMap((scheme) =>
    scheme.type === "apiKey" && scheme.in === "header" ? scheme.name.toLowerCase() : [],
  );
  return ["authorization", "cookie", "proxy-authorization", ...keys];
}

/**
 * Sends a request so that keys in headers do not follow a redirect to another origin. Runtimes know
 * no secrets in headers but `Authorization` (Fetch Standard, "HTTP-redirect fetch"): with others,
 * redirects are followed here.
 */
export const keyHeaders: Redirect = (api, request, send) => {
  const secrets = secretHeaders(api);
  const isManual = secrets.some((name) => name !== "authorization" && name in request.headers);
  return isManual
    ? followRedirects(request, secrets, (sent) => send(sent, "manual"))
    : send(request, "follow");
};

/**
 * Follows redirects as the Fetch Standard does ("HTTP-redirect fetch"), but that secrets stay behind
 * when they lead to another origin, whichever header they are in.
 *
 * @param secrets names of headers in lower case
 * @throws {ConnectionError} when a redirect leads nowhere, is one too many, or the runtime hides where it leads.
 */
async function followRedirects(
  request: ClientRequest,
  secrets: readonly string[],
  send: (request: ClientRequest) => Promise<Response>,
): Promise<Response> {
  let current = request;
  for (let count = 0; ; count++) {
    const response = await send(current);
    const { status, type, headers } = response;
    const location = headers.get("location");
    const isHidden = type === "opaqueredirect";
    if (!isHidden && (location === null || !/^30[12378]$/.test(String(status)))) return response;
    discard(response);
    const refuse = (reason: string): ConnectionError =>
      new ConnectionError(request.operation, `the server redirects${reason}`);
    if (isHidden) throw refuse(", and a browser does not tell where to: set `baseUrl` to there");
    if (count === 20) throw refuse(" too often");
    if (!URL.canParse(location ?? "", current.url)) throw refuse(` to ${location}`);
    current = redirected(current, status, new URL(location ?? "", current.url), secrets);
    if (!canRepeat(current)) throw refuse(`: ${onceOnly}`);
  }
}

/** A redirect may turn a request into a `GET` without a body (RFC 9110, section 15.4). */
function redirected(
  request: ClientRequest,
  status: number,
  target: URL,
  secrets: readonly string[],
): ClientRequest {
  const { method, url, headers } = request;
  const becomesGet = status === 303 ? method !== "HEAD" : status < 303 && method === "POST";
  const isOther = target.origin !== new URL(url).origin;
  const passed = Object.entries(headers).filter(
    ([name]) =>
      !(isOther && secrets.includes(name)) && !(becomesGet && name.startsWith("content-")),
  );
  return {
    ...request,
    ...(becomesGet ? { method: "GET", body: undefined } : {}),
    url: target.href,
    headers: Object.fromEntries(passed),
  };
}
