import { once } from "node:events";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import { UsageError } from "@openapi-packages/description";
import { requestBytes } from "../wire/http1/request-bytes.ts";
import { sendRequest } from "../wire/http1/send-request.ts";
import type { ServerSubject } from "./subject.ts";

/**
 * Creates a subject for a server at a URL, which is the base of all operations. Answers are read from the bytes of
 * a connection, since the client of `node:http` hides or cannot name many violations of HTTP.
 *
 * @throws {UsageError} when it is not an http URL, or contains a user name or password
 */
export function urlSubject(url: string, isDisposable: boolean): ServerSubject {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol))
    throw new UsageError(`${JSON.stringify(url)} is not a URL of http or https`);
  if (base.username !== "" || base.password !== "")
    throw new UsageError(
      "the URL of the server has a user's name or password: credentials are given by security scheme",
    );
  return {
    name: base.href,
    base,
    isDisposable,
    isTemporary: false,
    reach: (signal) => reach(base, signal),
    send: sender(base),
    close: () => Promise.resolve(),
  };
}

/** Connects without sending anything. */
async function reach(base: URL, signal: AbortSignal): Promise<void> {
  const socket = connect(addressOf(base));
  try {
    await once(socket, "connect", { signal });
  } finally {
    socket.destroy();
  }
}

/** The time in milliseconds that a server has to end a connection after its answer. */
const untilEnd = 50;

/** The number of answers after which a server that leaves connections open is no longer waited for. */
const mostLeftOpen = 3;

function sender(base: URL): ServerSubject["send"] {
  const prefix = base.pathname.replace(/\/$/, "");
  let leftOpen = 0;
  return async (wire, limits) => {
    const request = requestBytes(wire, base.host, prefix);
    const { response, isLeftOpen } = await sendRequest(connection(base), wire.method, request, {
      ...limits,
      untilEnd: leftOpen < mostLeftOpen ? untilEnd : 0,
    });
    if (isLeftOpen) leftOpen += 1;
    return response;
  };
}

function connection(base: URL): Socket {
  const address = addressOf(base);
  if (base.protocol !== "https:") return connect(address);
  const servername = isIP(address.host) === 0 ? { servername: address.host } : {};
  return connectSecurely({ ...address, ...servername, ALPNProtocols: ["http/1.1"] });
}

function addressOf({ hostname, port, protocol }: URL): { host: string; port: number } {
  const usual = protocol === "https:" ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? usual : Number(port) };
}
