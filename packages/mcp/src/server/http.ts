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
  /** The host names that requests may use, without ports. Default: those of this machine. */
  readonly allowedHosts?: readonly string[];
  /** The host names of origins whose pages may call the server, without ports. Default: those of this machine. */
  readonly allowedOrigins?: readonly string[];
  /**
   * Identifies the caller, or returns the answer that refuses the request, like `requireBearerAuth` of the SDK.
   * Default: everybody who can reach the server is accepted.
   */
  readonly authenticate?: (request: Request) => Promise<AuthInfo | Response>;
  /** Called with errors outside of calls. Default: they are ignored. */
  readonly onError?: (error: Error) => void;
}

/** A `fetch` handler, for any server that accepts one. */
export interface McpFetch {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Answers requests of Streamable HTTP. By default only those of this machine. */
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

/** Options of {@link serveHttp}. */
export interface McpListenOptions extends McpHttpOptions {
  /**
   * Default: `127.0.0.1`. Any address that other machines can reach requires `authenticate` and `allowedHosts`.
   */
  readonly hostname?: string;
  /** Default: a free port. */
  readonly port?: number;
}

/** A running server. */
export interface McpListener {
  /** The address for clients. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

const path = "/mcp";

/**
 * Starts an HTTP server for Streamable HTTP at the path `/mcp`.
 *
 * @throws {TypeError} when other machines could reach a server that lets everybody use its credentials
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
      `${hostname} can be reached by other machines: set authenticate, which identifies callers, and allowedHosts`,
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
