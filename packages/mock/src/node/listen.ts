import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { errorCode, errorReason } from "./files/error-reason.ts";
import { MockStartError } from "./mock-start-error.ts";

/**
 * Listens on a port, and returns the address.
 *
 * @param port 0 uses a free one
 * @returns the URL without a trailing slash, such as `http://127.0.0.1:4010`
 * @throws {MockStartError} when the port is invalid or in use, or the host does not belong to this machine.
 */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new MockStartError(`${port} is not a port: use one from 1 to 65535, or 0 for a free one`);
  try {
    server.listen({ port, host: host.replace(/^\[(.*)\]$/, "$1") });
    await once(server, "listening");
  } catch (error) {
    throw new MockStartError(reasonOf(error, port, host), { cause: error });
  }
  const { port: taken } = server.address() as AddressInfo;
  return `http://${authorityOf(host)}:${taken}`;
}

/**
 * Returns the authority of a host. IPv6 addresses have brackets (RFC 3986, section 3.2.2), and addresses that
 * stand for all are replaced by `localhost`.
 */
function authorityOf(host: string): string {
  if (host === "0.0.0.0" || host === "::" || host === "[::]" || host === "") return "localhost";
  return host.includes(":") && !host.startsWith("[") ? `[${host}]` : host;
}

function reasonOf(error: unknown, port: number, host: string): string {
  switch (errorCode(error)) {
    case "EADDRINUSE":
      return `port ${port} of ${host} is in use: use another port, or 0 for a free one`;
    case "EACCES":
    case "EPERM":
      return `port ${port} needs privileges: use one from 1024 on, or 0 for a free one`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EADDRNOTAVAIL":
    case "EINVAL":
    case "EAFNOSUPPORT":
      return `the host ${JSON.stringify(host)} does not belong to this machine: use 127.0.0.1, or 0.0.0.0 for all of its addresses`;
    default:
      return `port ${port} of ${host} cannot be listened on: ${errorReason(error)}`;
  }
}
