import type { IncomingMessage } from "node:http";
import { mediaTypeEssence } from "@openapi-packages/runtime";
import { isLoopbackAddress, isLoopbackHost } from "../loopback.ts";
import { parseAuthority } from "../request-authority.ts";

/** Why the console does not answer a request. */
export interface ConsoleRefusal {
  readonly status: 403 | 404;
  readonly message: string;
}

/**
 * Lets in who sits at this machine, and no page of another origin that their browser shows: neither
 * one that has made a name of its own lead here (DNS rebinding), nor one that sends forms or scripts
 * across (Fetch, "HTTP-network-or-cache fetch", `Origin`; Fetch Metadata, `Sec-Fetch-Site`).
 */
export function refusalOf(request: IncomingMessage, isPage: boolean): ConsoleRefusal | undefined {
  if (!isLoopbackAddress(request.socket.remoteAddress))
    return { status: 404, message: "there is nothing here" };
  const { host = "", origin } = request.headers;
  if (!isLoopbackHost(parseAuthority(host)?.host ?? ""))
    return refuse("the console is at localhost and at no other name");
  if (!isSameOrigin(request, isPage))
    return refuse("the console takes nothing from pages of another origin");
  if (isSafe(request)) return undefined;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`)
    return refuse("the console takes nothing from pages of another origin");
  if (request.method !== "DELETE" && !isJson(request))
    return refuse("the console takes changes with the content type application/json alone");
  return undefined;
}

/** A browser says where a request comes from; others say nothing, and may do what they like. */
function isSameOrigin(request: IncomingMessage, isPage: boolean): boolean {
  const site = request.headers["sec-fetch-site"] ?? "none";
  // The page itself may be linked to from anywhere.
  return site === "none" || site === "same-origin" || (isPage && isSafe(request));
}

const isSafe = ({ method }: IncomingMessage): boolean => method === "GET" || method === "HEAD";

const isJson = ({ headers }: IncomingMessage): boolean =>
  mediaTypeEssence(headers["content-type"] ?? "") === "application/json";

const refuse = (message: string): ConsoleRefusal => ({ status: 403, message });
