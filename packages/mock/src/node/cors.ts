import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { MockDescription } from "../description.ts";
import { isLoopbackHost } from "./console/guard.ts";

/** Headers of answers that pages may want to read, whatever a description says. */
const usual = ["link", "location", "retry-after", "www-authenticate", "x-request-id"];

/**
 * Lets pages of other origins call a mock, as an application does that is served from a port of its own
 * (Fetch Standard, "CORS protocol"). Requests that carry cookies are for pages of this machine alone.
 */
export function withCors(
  { operations }: Pick<MockDescription, "operations">,
  answer: RequestListener,
): RequestListener {
  const exposed = new Set(usual);
  for (const { operation } of operations)
    for (const { headers = [] } of Object.values(operation.responses))
      for (const { name } of headers) exposed.add(name.toLowerCase());
  const exposedHeaders = [...exposed].toSorted().join(", ");
  return (request, response) => {
    const { origin } = request.headers;
    if (origin === undefined) return answer(request, response);
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("vary", "origin");
    if (isOfThisMachine(origin)) response.setHeader("access-control-allow-credentials", "true");
    if (isPreflight(request)) return allow(request, response);
    response.setHeader("access-control-expose-headers", exposedHeaders);
    answer(request, response);
  };
}

function isOfThisMachine(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackHost(new URL(origin).hostname);
}

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined;

/** A page may ask for anything; the request itself is refused where it has to be. */
function allow({ headers }: IncomingMessage, response: ServerResponse): void {
  const wanted = headers["access-control-request-headers"];
  response.writeHead(204, {
    "access-control-allow-methods": headers["access-control-request-method"],
    ...(wanted !== undefined && { "access-control-allow-headers": wanted }),
    ...(headers["access-control-request-private-network"] !== undefined && {
      "access-control-allow-private-network": "true",
    }),
    "access-control-max-age": "600",
  });
  response.end();
}
