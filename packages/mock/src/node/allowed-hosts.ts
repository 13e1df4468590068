import type { IncomingMessage } from "node:http";
import { isLoopbackHost, plainAddress } from "../loopback.ts";
import { MockStartError } from "./mock-start-error.ts";
import type { Refusal } from "./refusal.ts";
import { hostsOf, parseAuthority, splitTarget } from "./request-authority.ts";
import type { Authority } from "./request-authority.ts";
import { printable } from "./terminal/printable.ts";

/**
 * The host names of a mock: those of this machine, and those that the user allows. Otherwise a web page could
 * resolve its own name to this machine (DNS rebinding), and read the mock as if it were part of its site.
 */
export class AllowedHosts {
  readonly #own: readonly string[];
  readonly #allowed: readonly Authority[];
  readonly #isAnyAllowed: boolean;

  /**
   * @param host the host that the mock listens on
   * @param allowed further names, with a port or for all ports; `*` allows every name
   * @throws {MockStartError} when one of them is not a host name
   */
  constructor(host: string, allowed: readonly string[] = []) {
    this.#own = [parseAuthority(host)?.host ?? host.toLowerCase()];
    this.#isAnyAllowed = allowed.includes("*");
    this.#allowed = allowed.filter((name) => name !== "*").map(checkedAuthority);
  }

  /**
   * Returns why a request is not for this mock. `Forwarded` and `X-Forwarded-Host` are ignored, since anybody
   * may send them.
   */
  refusalOf(request: IncomingMessage): Refusal | undefined {
    const target = splitTarget(request.url ?? "/");
    if (target === undefined)
      return bad("the target of the request must be a path, or an http URL");
    const hosts = hostsOf(request);
    if (hosts.length !== 1)
      return bad(`the request must have one Host header (RFC 9112, 3.2), not ${hosts.length}`);
    const named = target.authority === undefined ? hosts : [...hosts, target.authority];
    const other = named.find((text) => !this.#isAllowed(text, request));
    return other === undefined ? undefined : misdirected(other);
  }

  #isAllowed(text: string, { socket }: IncomingMessage): boolean {
    const authority = parseAuthority(text);
    if (authority === undefined) return false;
    if (this.#isAnyAllowed) return true;
    const { host, port } = authority;
    if (this.#allowed.some((one) => one.host === host && (one.port ?? port) === port)) return true;
    if (port !== undefined && port !== socket.localPort) return false;
    return (
      isLoopbackHost(host) ||
      this.#own.includes(host) ||
      host === plainAddress(socket.localAddress ?? "")
    );
  }
}

/** @throws {MockStartError} when it is not a host name */
function checkedAuthority(text: string): Authority {
  // An IPv6 address without a port is often written without brackets.
  const authority = parseAuthority(text) ?? parseAuthority(`[${text}]`);
  if (authority !== undefined) return authority;
  throw new MockStartError(
    `the allowed host ${JSON.stringify(text)} is not a host name: write it as mock.example, mock.example:4010 or *`,
  );
}

const bad = (message: string): Refusal => ({ status: 400, message });

/** Creates the refusal of a request for another host (RFC 9110, section 15.5.20). */
function misdirected(host: string): Refusal {
  const name = printable(host, 100);
  const wanted = parseAuthority(host) === undefined ? "NAME" : name;
  return {
    status: 421,
    message: `this mock does not answer to the host ${JSON.stringify(name)}: add ${JSON.stringify(wanted)} to mock.allowHosts of the configuration to allow it`,
  };
}
