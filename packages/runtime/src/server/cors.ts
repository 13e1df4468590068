import { headerValue } from "./request-target.ts";
import type { HttpRequest, HttpResponse, Server } from "./types.ts";

/** What pages of other origins may do. */
export interface CorsOptions {
  /** The origins whose pages may call the server, as browsers write them: `https://app.example`. */
  readonly origins: readonly string[];
  /** True if these pages may send cookies, by `credentials: "include"` of `fetch`. Default: false. */
  readonly credentials?: boolean;
}

/** Headers that pages may read of any answer (Fetch Standard, "CORS-safelisted response-header name"). */
const readable =
  /^(?:cache-control|content-language|content-length|content-type|expires|last-modified|pragma)$/;

/**
 * Lets pages of other origins call a server (Fetch Standard, "CORS protocol"), behind any adapter:
 * `toFetch(withCors(server, { origins: ["https://app.example"] }))`. A preflight of an allowed origin is
 * answered for every path, with the method and the headers that it asks for: what an operation does not take
 * is refused when it is sent, in an answer that the page can read. Pages may read all headers of an answer.
 *
 * An answer by the raw exchange (`takeOver`, `respondWith`) and other routes of a framework have no such headers.
 *
 * @throws {TypeError} if an origin is none.
 */
export function withCors(server: Server, { origins, credentials = false }: CorsOptions): Server {
  const allowed = new Set(origins.map(checkedOrigin));
  const allow = (request: HttpRequest, { headers }: HttpResponse): void => {
    const { vary } = headers;
    // Caches have to know it of answers without an origin too.
    headers["vary"] = vary === undefined ? "Origin" : [vary, "Origin"].flat().join(", ");
    const origin = headerValue(request, "origin");
    if (origin === undefined || !allowed.has(origin)) return;
    const names = Object.keys(headers).filter((name) => !readable.test(name));
    // Browsers take `*` for the name of a header where cookies are sent.
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

/** The answer to a preflight; `undefined` for any other request, OPTIONS of a description among them. */
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
    `${JSON.stringify(text)} is no origin of a page: it looks like https://app.example, without a path`,
  );
}
