const reasonPhrases: { readonly [status: number]: string } = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  206: "Partial Content",
  301: "Moved Permanently",
  302: "Found",
  304: "Not Modified",
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  423: "Locked",
  424: "Failed Dependency",
  425: "Too Early",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  451: "Unavailable For Legal Reasons",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/** The reason phrase of a status (RFC 9110, section 15); empty for one without. */
export function reasonPhrase(status: number): string {
  return reasonPhrases[status] ?? "";
}

/**
 * Finds the key of a status in the Responses Object (OpenAPI 3.1): the status itself, its range such as
 * `4XX`, or `default`, in that order; `undefined` if it is undocumented.
 */
export function responseKey(
  responses: { readonly [status: string]: unknown },
  status: number,
): string | undefined {
  const exact = String(status);
  if (Object.hasOwn(responses, exact)) return exact;
  const range = `${exact.charAt(0)}XX`;
  if (Object.hasOwn(responses, range)) return range;
  return Object.hasOwn(responses, "default") ? "default" : undefined;
}

/**
 * As {@link responseKey}, for receivers of a response: if there are documented successes, `default` only
 * covers failures, so that another success is undocumented.
 */
export function receivedKey(
  responses: { readonly [status: string]: unknown },
  status: number,
): string | undefined {
  const key = responseKey(responses, status);
  const isOther = key === "default" && status >= 200 && status < 300;
  return isOther && Object.keys(responses).some((one) => one.startsWith("2")) ? undefined : key;
}
