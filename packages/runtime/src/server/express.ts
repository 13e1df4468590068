import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonMediaType } from "../media-type.ts";
import { answerKnown } from "./node.ts";
import type { Server } from "./types.ts";

/** A request of Express, which may have had its body read by a parser. */
export type ExpressRequest = IncomingMessage & { readonly body?: unknown };

/** A middleware of Express 5. */
export type ExpressMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * A server as a middleware of Express: `app.use("/api", toExpress(server))`. Paths that the
 * description does not have are left to what comes next. It reads bodies itself: one that a parser
 * before it has read is taken as that has left it.
 */
export function toExpress(server: Server): ExpressMiddleware {
  return (request, response, next) => {
    const changes = { body: parsedBody(request) };
    answerKnown(server, request, response, changes).then((write) => (write ?? next)(), next);
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
  throw new TypeError("the body has been parsed: mount the server before parsers of forms");
}
