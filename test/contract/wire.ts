import type { Input, OperationCase } from "./cases.ts";

/** A request as it stands on the wire (RFC 9112). */
export interface WireRequest {
  readonly method: string;
  /** Path and query of the request line. */
  readonly target: string;
  /** By name in lower case. */
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body: Buffer;
}

/**
 * Reads the one request that the bytes hold.
 *
 * @throws {Error} when the bytes are more or less than one request.
 */
export function parseRequest(bytes: Buffer): WireRequest {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) throw new Error(`no request: ${JSON.stringify(bytes.toString("latin1"))}`);
  const [requestLine = "", ...headerLines] = bytes.toString("latin1", 0, end).split("\r\n");
  const [method = "", target = ""] = requestLine.split(" ");
  const headers: { [name: string]: string } = {};
  for (const line of headerLines) {
    const colon = line.indexOf(":");
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const rest = bytes.subarray(end + "\r\n\r\n".length);
  const isChunked = headers["transfer-encoding"] === "chunked";
  const body = isChunked ? joinChunks(rest) : rest;
  const length = isChunked ? body.length : Number(headers["content-length"] ?? 0);
  if (body.length !== length) throw new Error(`a body of ${body.length} bytes, not ${length}`);
  return { method, target, headers, body };
}

/** The content of a chunked body (RFC 9112, 7.1). */
function joinChunks(bytes: Buffer): Buffer {
  const lineEnd = bytes.indexOf("\r\n");
  const size = Number.parseInt(bytes.toString("latin1", 0, lineEnd), 16);
  const start = lineEnd + "\r\n".length;
  const after = start + size + "\r\n".length;
  if (size > 0) {
    return Buffer.concat([bytes.subarray(start, start + size), joinChunks(bytes.subarray(after))]);
  }
  if (after !== bytes.length) throw new Error("something follows the request");
  return Buffer.alloc(0);
}

/**
 * The request target that an input makes, from the description alone: path parameters are `simple`
 * primitives, query parameters `form`, exploded unless the description says otherwise (OpenAPI 3.1,
 * Parameter Object).
 */
export function expectedTarget(operation: OperationCase, input: Input): string {
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
    percentEncode(input.path?.[name]),
  );
  const pairs = operation.parameters
    .filter((parameter) => parameter.in === "query" && input.query?.[parameter.name] !== undefined)
    .flatMap(({ name, explode }) => formPairs(name, explode ?? true, input.query?.[name]));
  return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
}

function formPairs(name: string, explode: boolean, value: unknown): string[] {
  if (Array.isArray(value)) {
    const items = value.map(percentEncode);
    return explode ? items.map((item) => `${name}=${item}`) : [`${name}=${items.join(",")}`];
  }
  if (typeof value !== "object" || value === null) return [`${name}=${percentEncode(value)}`];
  const entries = Object.entries(value);
  return explode
    ? entries.map(([member, inner]) => `${percentEncode(member)}=${percentEncode(inner)}`)
    : [`${name}=${entries.flat().map(percentEncode).join(",")}`];
}

/** Everything but the unreserved characters (RFC 3986, 2.3) is encoded. */
function percentEncode(value: unknown): string {
  return encodeURIComponent(String(value)).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
