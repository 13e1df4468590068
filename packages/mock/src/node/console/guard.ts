import type { IncomingMessage } from "node:http";
import { mediaTypeEssence } from "@openapi-packages/runtime";
import { isLoopbackAddress, isLoopbackHost } from "../../loopback.ts";
import { parseAuthority } from "../request-authority.ts";

/** Why the console refuses a request. */
export interface ConsoleRefusal {
  readonly status: 403 | 404;
  readonly message: string;
}

/**
 * Accepts requests from this machine, but none from pages of another origin: neither pages that resolve their
 * name to this machine (DNS rebinding), nor pages that send forms or scripts across origins (Fetch,
 * "HTTP-network-or-cache fetch", `Origin`; Fetch Metadata, `Sec-Fetch-Site`).
 */
export function refusalOf(request: IncomingMessage, isPage: boolean): ConsoleRefusal | undefined {
  if (!isLoopbackAddress(request.socket.remoteAddress))
    return { status: 404, message: "there is nothing here" };
  const { host = "", origin } = request.headers;
  if (!isLoopbackHost(parseAuthority(host)?.host ?? ""))
    return refuse("the console is only available at localhost");
  if (!isSameOrigin(request, isPage))
    return refuse("the console refuses requests from pages of another origin");
  if (isSafe(request)) return undefined;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return refuse("the console refuses requests from pages of another origin");
  if (request.method !== "DELETE" && !isJson(request))
    return refuse("the console only accepts changes with the content type application/json");
  return undefined;
}

/**
 * True for requests of the same origin. Browsers report where a request comes from; other clients do not, and
 * are trusted.
 */
function isSameOrigin(request: IncomingMessage, isPage: boolean): boolean {
  const site = request.headers["sec-fetch-site"] ?? "none";
  // Any page may link to the console.
  return site === "none" || site === "same-origin" || (isPage && isSafe(request));
}

const isSafe = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

const isJson = ({ headers }: IncomingMessage): boolean =>
  mediaTypeEssence(headers["content-type"] ?? "") === "application/json";

const refuse = (message: string): ConsoleRefusal => ({ status: 403, message });
