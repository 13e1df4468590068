import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { MockDescription } from "../description.ts";
import { pageSafetyHeaders } from "../page-safety.ts";
import { isOfThisMachine } from "./allowed-origins.ts";
import type { AllowedOrigins } from "./allowed-origins.ts";

/** Response headers that pages can always read, even if they are not documented. */
const usual = ["link", "location", "retry-after", "www-authenticate", "x-request-id"];

/**
 * Lets pages of other origins call a mock, such as an application on another port (Fetch Standard, "CORS
 * protocol"). Only pages of this machine may send cookies.
 */
export function withCors(
  { operations }: Pick<MockDescription, "operations">,
  origins: AllowedOrigins,
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
    response.setHeader("vary", "origin");
    if (!origins.has(origin, request)) return answer(request, response);
    response.setHeader("access-control-allow-origin", origin);
    if (isOfThisMachine(origin)) response.setHeader("access-control-allow-credentials", "true");
    if (isPreflight(request)) return allow(request, response);
    response.setHeader("access-control-expose-headers", exposedHeaders);
    answer(request, response);
  };
}

const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined;

/** Allows whatever a preflight asks for. The request itself is refused if necessary. */
function allow({ headers }: IncomingMessage, response: ServerResponse): void {
  const wanted = headers["access-control-request-headers"];
  response.writeHead(204, {
    ...pageSafetyHeaders,
    "access-control-allow-methods": headers["access-control-request-method"],
    ...(wanted !== undefined && { "access-control-allow-headers": wanted }),
    ...(headers["access-control-request-private-network"] !== undefined && {
      "access-control-allow-private-network": "true",
    }),
    "access-control-max-age": "600",
  });
  response.end();
}
