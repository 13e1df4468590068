import { headerValue } from "./request-target.ts";
import type { HttpRequest, HttpResponse, Server } from "./types.ts";

/** Which pages of other origins may call the server. */
export interface CorsOptions {
  /** The origins whose pages may call the server, as browsers write them: `https://app.example`. */
  readonly origins: readonly string[];
  /** True if these pages may send cookies with `credentials: "include"`. Default: false. */
  readonly credentials?: boolean;
}

/** Response headers that pages can always read (Fetch Standard, "CORS-safelisted response-header name"). */
const readable =
  /^(?:cache-control|content-language|content-length|content-type|expires|last-modified|pragma)$/;

/**
 * Lets pages of other origins call a server (Fetch Standard, "CORS protocol"), with any adapter:
 * `toFetch(withCors(server, { origins: ["https://app.example"] }))`. It answers a preflight of an allowed
 * origin for every path, with the requested method and headers: a request that an operation does not accept
 * is refused later, in an answer that the page can read. Pages may read all headers of an answer.
 *
 * An answer by the raw exchange (`takeOver`, `respondWith`) and other routes of a framework get no such
 * headers.
 *
 * @throws {TypeError} if an origin is invalid.
 */
export function withCors(server: Server, { origins, credentials = false }: CorsOptions): Server {
  const allowed = new Set(origins.map(checkedOrigin));
  const allow = (request: HttpRequest, { headers }: HttpResponse): void => {
    const { vary } = headers;
    // Caches need the header on answers to requests without an origin too.
    headers["vary"] = vary === undefined ? "Origin" : [vary, "Origin"].flat().join(", ");
    const origin = headerValue(request, "origin");
    if (origin === undefined || !allowed.has(origin)) return;
    const names = Object.keys(headers).filter((name) => !readable.test(name));
    // With credentials browsers read `*` as the name of a header, so that all names are listed.
    headers["access-control-expose-headers"] = names.join(", ");
    headers["access-control-allow-origin"] = origin;
    if (credentials) headers["access-control-allow-credentials"] = "true";
  };
  const answered = async <Answer extends HttpResponse | undefined>(
    request: HttpRequest,
    answer: (request: HttpRequest) => Promise<Answer>,
  ): Promise<Answer | HttpResponse> => {
    const isAllowed = allowed.has(headerValue(request, "origin") ?? "");
    const response = (isAllowed ? preflightAnswer(request) : undefined) ?? (await answer(request));
    if (response !== undefined) allow(request, response);
    return response;
  };
  return {
    handle: (request) => answered(request, (one) => server.handle(one)),
    handleKnown: (request) => answered(request, (one) => server.handleKnown(one)),
    close: (options) => server.close(options),
    get isClosing() {
      return server.isClosing;
    },
    operations: server.operations,
  };
}

/** Returns the answer to a preflight; `undefined` for any other request, including OPTIONS operations. */
function preflightAnswer(request: HttpRequest): HttpResponse | undefined {
  const method = headerValue(request, "access-control-request-method");
  if (request.method !== "OPTIONS" || method === undefined) return undefined;
  const headers = headerValue(request, "access-control-request-headers");
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": method,
      ...(headers !== undefined && { "access-control-allow-headers": headers }),
      "access-control-max-age": "600",
    },
  };
}

function checkedOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new TypeError(
    `${JSON.stringify(text)} is not an origin: write it as https://app.example, without a path`,
  );
}
