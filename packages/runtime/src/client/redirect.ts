import type { ApiDescriptor } from "../operation.ts";
import { isBrowser, type FollowRedirects } from "./core.ts";
import { ConnectionError } from "./errors.ts";
import { canRepeat, discard, onceOnly } from "./retry.ts";
import { secretWords } from "./secret-headers.ts";
import type { ClientRequest } from "./types.ts";

/** Returns the lower-case names of headers with secrets: the standard ones and those of security schemes. */
export function secretHeaders({ securitySchemes }: ApiDescriptor): readonly string[] {
  const keys = Object.values(securitySchemes).flatMap((scheme) =>
    scheme.type === "apiKey" && scheme.in === "header" ? scheme.name.toLowerCase() : [],
  );
  return ["authorization", "cookie", "proxy-authorization", ...keys];
}

/**
 * Sends a request and follows redirects as the Fetch Standard does ("HTTP-redirect fetch"), except that
 * neither secrets nor a body go to another origin, and nothing goes from `https` to `http`. In a browser
 * the browser follows by its own rules, unless a header has a secret that it does not know.
 *
 * @throws {ConnectionError} when a redirect has no valid target, is one too many, must not be followed, or
 * its target is hidden by the browser. The message does not contain the address, which may contain secrets.
 */
export const followRedirects: FollowRedirects = async (api, request, send) => {
  if (isBrowser() && !hasUnknownSecret(api, request)) return send(request, "follow");
  let current = request;
  for (let count = 0; ; count++) {
    const response = await send(current, "manual");
    const { status, type, headers } = response;
    const location = headers.get("location");
    const isHidden = type === "opaqueredirect";
    const isRedirect = location !== null && /^30[12378]$/.test(String(status));
    // A response without an address comes from memory, where a documented redirect is a normal answer.
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
    if (isHidden) throw refuse(", and browsers hide its target: set `baseUrl` to that address");
    if (count === 20) throw refuse(" too often");
    const next = target && redirected(api, current, status, before, target);
    if (!next)
      throw refuse(
        " to an origin that must not receive the request: set `baseUrl` to that address",
      );
    if (!canRepeat(next)) throw refuse(`: ${onceOnly}`);
    current = next;
  }
};

/** True if a header has a secret that browsers would send to another origin. */
function hasUnknownSecret(api: ApiDescriptor, { headers }: ClientRequest): boolean {
  const secrets = secretHeaders(api);
  return Object.keys(headers).some((name) => name !== "authorization" && secrets.includes(name));
}

/**
 * Returns the request that a redirect asks for, or `undefined` if it must not be sent. Some redirects
 * change the method to `GET` and drop the body (RFC 9110, section 15.4).
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
    // The server may repeat the query, including a key, in the target's address.
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
