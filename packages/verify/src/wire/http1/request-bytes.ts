import { validateHeaderName, validateHeaderValue } from "node:http";
import type { WireRequest } from "../wire-request.ts";

/**
 * Writes a request of HTTP/1.1 that ends its connection (RFC 9112). Its headers are sent unchanged; those that it
 * lacks are added: Host, Connection, and Content-Length.
 *
 * @param host the value of Host
 * @param prefix the path before the target
 * @throws {TypeError} when a header or the target contains a character that cannot be sent
 */
export function requestBytes(
  { method, target, headers, body }: WireRequest,
  host: string,
  prefix: string,
): Uint8Array {
  const path = prefix + target;
  if (/[^\u0021-\u00ff]/.test(path))
    throw new TypeError(`the target ${JSON.stringify(path)} contains unescaped characters`);
  for (const [name, value] of headers) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const hasLength = names.has("content-length") || names.has("transfer-encoding");
  const isBodyUsual = method === "POST" || method === "PUT" || method === "PATCH";
  const needsLength = !hasLength && (body !== undefined || isBodyUsual);
  const fields = [
    ...(names.has("host") ? [] : [["host", host] as const]),
    ...headers,
    ...(names.has("connection") ? [] : [["connection", "close"] as const]),
    ...(needsLength ? [["content-length", String(body?.length ?? 0)] as const] : []),
  ];
  const lines = [
    `${method} ${path} HTTP/1.1`,
    ...fields.map(([name, value]) => `${name}: ${value}`),
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  return new Uint8Array(body === undefined ? head : Buffer.concat([head, body]));
}
