import { once } from "node:events";
import { connect } from "node:net";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { UsageError } from "@openapi-packages/description";
import type { HeaderField, WireRequest, WireResponse } from "../wire/wire-request.ts";
import type { SendLimits, ServerSubject } from "./subject.ts";

/**
 * Creates a subject for a server at a URL, which is the base of all operations. It uses `node:http`, which
 * supports any method, and sends headers unchanged.
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
    isDisposable,
    isTemporary: false,
    reach: (signal) => reach(base, signal),
    send: (request, limits) => send(base, request, limits),
    close: () => Promise.resolve(),
  };
}

/** Connects without sending anything. */
async function reach({ hostname, port, protocol }: URL, signal: AbortSignal): Promise<void> {
  const usual = protocol === "https:" ? 443 : 80;
  const socket = connect(port === "" ? usual : Number(port), hostname.replace(/^\[|\]$/g, ""));
  try {
    await once(socket, "connect", { signal });
  } finally {
    socket.destroy();
  }
}

function send(base: URL, wire: WireRequest, limits: SendLimits): Promise<WireResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<WireResponse>();
  const prefix = base.pathname.replace(/\/$/, "");
  const open = base.protocol === "https:" ? httpsRequest : httpRequest;
  const outgoing = open(
    {
      protocol: base.protocol,
      hostname: base.hostname.replace(/^\[|\]$/g, ""),
      port: base.port,
      method: wire.method,
      path: prefix + wire.target,
      headers: headersOf(wire),
      signal: limits.signal,
      agent: false,
    },
    (incoming) => {
      clearTimeout(untilHeaders);
      read(incoming, limits).then(resolve, reject);
    },
  );
  const untilHeaders = setTimeout(
    () => outgoing.destroy(new Error(`no answer within ${limits.timeout} ms`)),
    limits.timeout,
  );
  outgoing.on("error", (error) => {
    clearTimeout(untilHeaders);
    reject(error);
  });
  outgoing.end(wire.body);
  return promise;
}

function headersOf({ headers, body, method }: WireRequest): Record<string, string | string[]> {
  const byName: Record<string, string | string[]> = {};
  for (const [name, value] of headers) {
    const known = byName[name];
    byName[name] = known === undefined ? value : [known, value].flat();
  }
  const hasLength = "content-length" in byName || "transfer-encoding" in byName;
  const isBodyUsual = method === "POST" || method === "PUT" || method === "PATCH";
  if (!hasLength && (body !== undefined || isBodyUsual))
    byName["content-length"] = String(body?.length ?? 0);
  return byName;
}

async function read(incoming: IncomingMessage, limits: SendLimits): Promise<WireResponse> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isWhole = true;
  const giveUp = (): void => {
    isWhole = false;
    incoming.destroy();
  };
  const timer = setTimeout(giveUp, limits.timeout);
  try {
    for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limits.maxBodyBytes) giveUp();
    }
  } catch (error) {
    if (isWhole) throw new Error(`the answer is cut off after ${size} bytes`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
  const fields: HeaderField[] = [];
  for (let index = 0; index < incoming.rawHeaders.length; index += 2)
    fields.push([incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? ""]);
  const body = new Uint8Array(Buffer.concat(chunks));
  return { status: incoming.statusCode ?? 0, headers: fields, body, isWhole };
}
