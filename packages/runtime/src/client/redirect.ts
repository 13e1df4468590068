import type { ApiDescriptor } from "../operation.ts";
import { isBrowser } from "./core.ts";
import { ConnectionError } from "./errors.ts";
import { canRepeat, discard, onceOnly } from "./retry.ts";
import type { ClientRequest } from "./types.ts";

/** Sends a request, and has its redirects followed by the runtime, or not at all. */
export type SendRedirected = (
  request: ClientRequest,
  redirect: "follow" | "manual",
) => Promise<Response>;

/** The headers that have secrets in them, in lower case: the usual ones, and those of security schemes. */
export function secretHeaders({ securitySchemes }: ApiDescriptor): readonly string[] {
  const keys = Object.values(securitySchemes).flatMap((scheme) =>
    scheme.type === "apiKey" && scheme.in === "header" ? scheme.name.toLowerCase() : [],
  );
  return ["authorization", "cookie", "proxy-authorization", ...keys];
}

/** The usual words in names of headers with secrets, which a caller may have set by hand. */
export const secretWords = /auth|cookie|key|passw|secret|token|signature/;

/**
 * Sends a request, and follows redirects as the Fetch Standard does ("HTTP-redirect fetch"), but that
 * neither secrets nor a body go to another origin, and nothing from `https` to `http`. A browser follows
 * by its own rules, unless a header has a secret that it does not know.
 *
 * @throws {ConnectionError} when a redirect leads nowhere, is one too many, is not to be followed, or the
 *   runtime hides where it leads. The error does not name the address, which may have secrets in it.
 */
export async function sendRedirected(
  api: ApiDescriptor,
  request: ClientRequest,
  send: SendRedirected,
): Promise<Response> {
  if (isBrowser() && !hasUnknownSecret(api, request)) return send(request, "follow");
  let current = request;
  for (let count = 0; ; count++) {
    const response = await send(current, "manual");
    const { status, type, headers } = response;
    const location = headers.get("location");
    const isHidden = type === "opaqueredirect";
    const isRedirect = location !== null && /^30[12378]$/.test(String(status));
    // Without an address it comes from memory, where a documented redirect is an answer like any other.
    const isAnswer = response.url === "" && status in request.operation.responses;
    if (!isHidden && (!isRedirect || isAnswer)) return response;
    discard(response);
    const before = new URL(current.url);
    const target = URL.canParse(location ?? "", before) && new URL(location ?? "", before);
    const refuse = (reason: string): ConnectionError =>
      new ConnectionError(
        request.operation,
        `the server redirects${reason}`,
        undefined,
        undefined,
        request.url,
      );
    if (isHidden) throw refuse(", and a browser does not tell where to: set `baseUrl` to there");
    if (count === 20) throw refuse(" too often");
    const next = target && redirected(api, current, status, before, target);
    if (!next) throw refuse(" to where nothing is to be sent: set `baseUrl` to there");
    if (!canRepeat(next)) throw refuse(`: ${onceOnly}`);
    current = next;
  }
}

/** True if a header has a secret that browsers do not know. */
function hasUnknownSecret(api: ApiDescriptor, { headers }: ClientRequest): boolean {
  const secrets = secretHeaders(api);
  return Object.keys(headers).some((name) => name !== "authorization" && secrets.includes(name));
}

/**
 * The request that a redirect asks for; `undefined` where it is not to be sent. It may be a `GET` without a
 * body (RFC 9110, section 15.4).
 */
function redirected(
  api: ApiDescriptor,
  { body, ...request }: ClientRequest,
  status: number,
  before: URL,
  target: URL,
): ClientRequest | undefined {
  const { method } = request;
  const becomesGet = status === 303 ? method !== "HEAD" : status < 303 && method === "POST";
  const isOther = target.origin !== before.origin;
  const isDowngrade = !/^https?:$/.test(target.protocol) || target.protocol < before.protocol;
  const hasBody = body !== undefined && !becomesGet;
  if (isDowngrade || target.username || target.password || (isOther && hasBody)) return undefined;
  const secrets = secretHeaders(api);
  if (isOther) {
    // A server may repeat the query in an address elsewhere.
    for (const scheme of Object.values(api.securitySchemes))
      if (scheme.type === "apiKey" && scheme.in === "query")
        target.searchParams.delete(scheme.name, before.searchParams.get(scheme.name) ?? "");
  }
  const headers = Object.entries(request.headers).filter(
    ([name]) =>
      !(isOther && (secrets.includes(name) || secretWords.test(name))) &&
      !(becomesGet && name.startsWith("content-")),
  );
  return {
    ...request,
    method: becomesGet ? "GET" : method,
    body: hasBody ? body : undefined,
    url: target.href,
    headers: Object.fromEntries(headers),
  };
}
