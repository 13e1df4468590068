import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonMediaType } from "../media-type.ts";
import type { ConnectionOptions } from "./connection-options.ts";
import { answerKnown, nodeAdapter } from "./node.ts";
import type { Server } from "./types.ts";

/** An Express request. A parser may have read its body. */
export type ExpressRequest = IncomingMessage & { readonly body?: unknown };

/** An Express 5 middleware. */
export type ExpressMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Adapts a server to an Express middleware: `app.use("/api", toExpress(server))`. Requests for unknown
 * paths are passed to `next`. The server reads bodies itself, or takes JSON, text and bytes from
 * `request.body` if a parser has read them before.
 */
export function toExpress(server: Server, options?: ConnectionOptions): ExpressMiddleware {
  const adapter = nodeAdapter(server, options);
  return (request, response, next) => {
    const changes = { body: parsedBody(request) };
    answerKnown(adapter, request, response, changes).then((write) => (write ?? next)(), next);
  };
}

function parsedBody(request: ExpressRequest): Uint8Array | undefined {
  const { body } = request;
  if (body === undefined || !request.readableDidRead) return undefined;
  if (body instanceof Uint8Array) return body;
  const encoder = new TextEncoder();
  const isJson = isJsonMediaType(request.headers["content-type"] ?? "");
  if (isJson) return encoder.encode(JSON.stringify(body));
  if (typeof body === "string") return encoder.encode(body);
  throw new TypeError("the body has been parsed: mount the server before form parsers");
}
