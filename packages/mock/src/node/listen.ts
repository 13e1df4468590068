import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { errorCode, errorReason } from "./files/error-reason.ts";
import { MockStartError } from "./mock-start-error.ts";

/**
 * Listens, and gives the address.
 *
 * @param port 0 takes a free one
 * @returns the URL without a slash at its end, such as `http://127.0.0.1:4010`
 * @throws {MockStartError} when the port is none or is taken, or the host is none of this machine's.
 */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new MockStartError(
      `there is no port ${port}; take one from 1 to 65535, or 0 for one that is free`,
    );
  try {
    server.listen({ port, host: host.replace(/^\[(.*)\]$/, "$1") });
    await once(server, "listening");
  } catch (error) {
    throw new MockStartError(reasonOf(error, port, host), { cause: error });
  }
  const { port: taken } = server.address() as AddressInfo;
  return `http://${authorityOf(host)}:${taken}`;
}

/** An IPv6 address stands in brackets (RFC 3986, 3.2.2); all addresses are not one to call. */
function authorityOf(host: string): string {
  if (host === "0.0.0.0" || host === "::" || host === "[::]" || host === "") return "localhost";
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

function reasonOf(error: unknown, port: number, host: string): string {
  switch (errorCode(error)) {
    case "EADDRINUSE":
      return `port ${port} of ${host} is taken; take another port, or 0 for one that is free`;
    case "EACCES":
    case "EPERM":
      return `port ${port} is not for everybody; take one from 1024 on, or 0 for one that is free`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EADDRNOTAVAIL":
    case "EINVAL":
    case "EAFNOSUPPORT":
      return `the host ${JSON.stringify(host)} is none of this machine's; take 127.0.0.1, or 0.0.0.0 for all of its addresses`;
    default:
      return `port ${port} of ${host} cannot be listened on: ${errorReason(error)}`;
  }
}
