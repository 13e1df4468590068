import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler, type NodeIncomingMessageLike } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
  type AuthInfo,
} from "@modelcontextprotocol/server";
import { checkNumbers } from "@openapi-packages/runtime/internals";
import { mcpServerFactory } from "./create-server.ts";
import type { McpDefinition } from "./definition.ts";
import type { McpServerOptions } from "./options.ts";

/** Options of a server that speaks Streamable HTTP. */
export interface McpHttpOptions extends McpServerOptions {
  /** The names that requests may be sent to, without ports. Left out: those of this machine. */
  readonly allowedHosts?: readonly string[];
  /** The names of the origins whose pages may call, without ports. Left out: those of this machine. */
  readonly allowedOrigins?: readonly string[];
  /**
   * Says who calls, or gives the answer that refuses the request, as `requireBearerAuth` of the SDK does. Left out:
   * everybody who reaches the server is let in.
   */
  readonly authenticate?: (request: Request) => Promise<AuthInfo | Response>;
  /** Hears of what goes wrong outside of calls. Left out: nobody. */
  readonly onError?: (error: Error) => void;
}

/** A handler of requests as `fetch` has them, for any server that takes such. */
export interface McpFetch {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Answers the requests of Streamable HTTP, those of this machine alone unless told otherwise. */
export function mcpFetch(definition: McpDefinition, options: McpHttpOptions = {}): McpFetch {
  const local = localhostAllowedHostnames();
  const { allowedHosts = local, allowedOrigins = local, authenticate, onError } = options;
  const handler = createMcpHandler(
    mcpServerFactory(definition, options),
    onError === undefined ? {} : { onerror: onError },
  );
  return {
    close: handler.close,
    async fetch(request) {
      const refused =
        hostHeaderValidationResponse(request, [...allowedHosts]) ??
        originValidationResponse(request, [...allowedOrigins]);
      if (refused !== undefined) return refused;
      const caller = await authenticate?.(request);
      if (caller instanceof Response) return caller;
      return handler.fetch(request, caller === undefined ? {} : { authInfo: caller });
    },
  };
}

/** Where a server listens. */
export interface McpListenOptions extends McpHttpOptions {
  /** Left out: `127.0.0.1`. Any other than this machine's needs `authenticate` and `allowedHosts`. */
  readonly hostname?: string;
  /** Left out: one that is free. */
  readonly port?: number;
}

/** A server that listens. */
export interface McpListener {
  /** The address that clients are given. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

const path = "/mcp";

/**
 * Listens for requests of Streamable HTTP at the path `/mcp`.
 *
 * @throws {TypeError} when others than this machine would reach a server that lets everybody use its credentials
 */
export async function serveHttp(
  definition: McpDefinition,
  options: McpListenOptions = {},
): Promise<McpListener> {
  checkNumbers<Pick<McpListenOptions, "port">>(options, { port: [0, 65_535] });
  const { hostname = "127.0.0.1", port = 0, authenticate, allowedHosts, onError } = options;
  const isLocal = ["127.0.0.1", "::1", "localhost"].includes(hostname);
  if (!isLocal && (authenticate === undefined || allowedHosts === undefined))
    throw new TypeError(
      `${hostname} is reached by others than this machine: give authenticate, which says who calls, and allowedHosts`,
    );
  const handler = mcpFetch(definition, options);
  const listener = toNodeHandler(
    {
      fetch: async (request) =>
        new URL(request.url).pathname === path
          ? handler.fetch(request)
          : new Response("MCP is at /mcp.\n", { status: 404 }),
    },
    onError === undefined ? {} : { onerror: onError },
  );
  const server = createServer(
    (request, response) => void listener(request as NodeIncomingMessageLike, response),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, resolve);
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  const host = family === "IPv6" ? `[${address}]` : address;
  return {
    url: `http://${host}:${bound}${path}`,
    async close() {
      await handler.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
