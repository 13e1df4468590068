import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type { ConnectionOptions } from "./connection-options.ts";
import { continueOnRead } from "./expect-continue.ts";
import { answerKnown, nodeAdapter } from "./node.ts";
import type { NodeAdapter } from "./node.ts";
import type { Server } from "./types.ts";

/** The members of a Fastify request that are used. */
export interface FastifyRequestLike {
  readonly raw: IncomingMessage;
}

/** The members of a Fastify reply that are used. */
export interface FastifyReplyLike {
  readonly raw: ServerResponse;
  getHeaders(): { readonly [name: string]: number | string | string[] | undefined };
  hijack(): unknown;
  callNotFound(): unknown;
}

/** The members of a Fastify 5 instance that are used. */
export interface FastifyLike {
  readonly prefix: string;
  /** The Node server of the application. */
  readonly server: HttpServer;
  readonly supportedMethods: string[];
  addHttpMethod(method: string, options?: { readonly hasBody?: boolean }): unknown;
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    contentType: string,
    options: object,
    parser: (request: never, payload: never, done: (error: null) => void) => void,
  ): unknown;
  addHook(name: "preClose", hook: () => Promise<void>): unknown;
  hasRoute(options: { readonly method: string; readonly url: string }): boolean;
  route(options: {
    readonly method: string[];
    readonly url: string;
    readonly exposeHeadRoute: boolean;
    readonly handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => void;
  }): unknown;
}

/**
 * Adapts a server to a Fastify plugin: `app.register(toFastify(server), { prefix: "/api" })`. The server
 * reads bodies itself. Fastify's hooks run, and the headers that they set are sent. Unknown paths go to
 * Fastify's not-found handler. Closing the application closes the server.
 */
export function toFastify(
  server: Server,
  options?: ConnectionOptions,
): (instance: FastifyLike) => Promise<void> {
  const adapter = nodeAdapter(server, options);
  return async (instance) => {
    continueOnRead(instance.server);
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser("*", {}, (_request, _payload, done) => done(null));
    for (const { method } of server.operations) {
      if (!instance.supportedMethods.includes(method))
        instance.addHttpMethod(method, { hasBody: true });
    }
    instance.addHook("preClose", () => server.close());
    // The plugin @fastify/cors registers OPTIONS for all paths.
    const url = `${instance.prefix}/*`;
    instance.route({
      method: instance.supportedMethods.filter((method) => !instance.hasRoute({ method, url })),
      url: "/*",
      exposeHeadRoute: false,
      handler: (request, reply) => answer(adapter, instance.prefix, request, reply),
    });
  };
}

function answer(
  adapter: NodeAdapter,
  prefix: string,
  { raw }: FastifyRequestLike,
  reply: FastifyReplyLike,
): void {
  const url = withoutPrefix(raw.url ?? "/", prefix);
  answerKnown(adapter, raw, reply.raw, { url }).then(
    (write) => (write === undefined ? reply.callNotFound() : writeWithHeaders(reply, write)),
    () => reply.raw.destroy(),
  );
}

/** Writes a response with the headers that Fastify's hooks have set. */
function writeWithHeaders(reply: FastifyReplyLike, write: () => void): void {
  reply.hijack();
  // The handler may have written the response itself.
  const isWritten = reply.raw.headersSent;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined && !isWritten) reply.raw.setHeader(name, value);
  write();
}

/** Removes as many segments as the prefix has. The prefix may contain parameters. */
function withoutPrefix(url: string, prefix: string): string {
  const segments = prefix.split("/").filter((segment) => segment !== "");
  return segments.reduce((rest) => {
    const next = rest.slice(1).search(/[/?]/);
    return next < 0 ? "/" : rest.slice(next + 1);
  }, url);
}
