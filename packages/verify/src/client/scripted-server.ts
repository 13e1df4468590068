import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { HeaderField, WireRequest, WireResponse } from "../wire/wire-request.ts";

/** How an answer is sent. */
export interface ScriptedAnswer {
  readonly response: WireResponse;
  /** The chunks of the body, sent one after the other. Default: all at once. */
  readonly pieces?: readonly Uint8Array[];
  /**
   * The fault: the connection is reset before the answer, or cut after the chunks though more is announced, or
   * stays open after them. Default: none.
   */
  readonly ending?: "reset" | "cut" | "open";
}

/** A received request, and the state of its connection. */
export interface ReceivedRequest {
  readonly request: WireRequest;
  /** Resolves when the exchange is over: the answer is sent, or the client has closed the connection. */
  readonly closed: Promise<void>;
  /** Closes the connection. */
  readonly drop: () => void;
}

/** Returns the answer to a request. */
export type Respond = (
  received: ReceivedRequest,
) => ScriptedAnswer | Promise<ScriptedAnswer | undefined> | undefined;

/** Is waited for before the body of a request is read. */
export type BeforeBody = (closed: Promise<void>) => Promise<void>;

/** A server on the loopback interface with scripted answers. */
export class ScriptedServer {
  readonly #server: Server;
  #respond: Respond = () => undefined;
  #beforeBody: BeforeBody | undefined;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<ScriptedServer> {
    const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 });
    const scripted = new ScriptedServer(server);
    server.on("request", (incoming, outgoing) => void scripted.#answer(incoming, outgoing));
    server.on("connection", (socket: Socket) => void socket.setNoDelay(true));
    server.on("clientError", (_, socket) => void socket.destroy());
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(0, "127.0.0.1", resolve);
    });
    return scripted;
  }

  /** Its origin: `http://127.0.0.1:…`. */
  get origin(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Sets how further requests are answered. */
  respondBy(respond: Respond, beforeBody?: BeforeBody): void {
    this.#respond = respond;
    this.#beforeBody = beforeBody;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => void this.#server.close(resolve));
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    outgoing.once("close", resolve);
    try {
      await this.#beforeBody?.(closed);
      const request = await readRequest(incoming);
      const answer = await this.#respond({
        request,
        closed,
        drop: () => void incoming.socket.destroy(),
      });
      if (answer === undefined) incoming.socket.destroy();
      else await send(answer, outgoing, request.method);
    } catch {
      // The client has closed the connection, and nobody waits for the answer.
      incoming.socket.destroy();
    }
  }
}

async function readRequest(incoming: IncomingMessage): Promise<WireRequest> {
  const chunks = await Array.fromAsync(incoming as AsyncIterable<Uint8Array>);
  const headers: HeaderField[] = [];
  for (let index = 0; index < incoming.rawHeaders.length; index += 2)
    headers.push([incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? ""]);
  const hasBody = chunks.length > 0 || incoming.headers["content-type"] !== undefined;
  return {
    method: incoming.method ?? "",
    target: incoming.url ?? "",
    headers,
    ...(hasBody && { body: new Uint8Array(Buffer.concat(chunks)) }),
  };
}

async function send(
  { response, pieces, ending }: ScriptedAnswer,
  outgoing: ServerResponse,
  method: string,
): Promise<void> {
  const { socket } = outgoing;
  if (ending === "reset") {
    socket?.resetAndDestroy();
    return;
  }
  const { status, headers, body } = response;
  const isBodiless = method === "HEAD" || status === 204 || status === 304;
  const own = headers.filter(
    ([name]) => !/^(content-length|transfer-encoding|connection|date)$/i.test(name),
  );
  // A stream has no length. For other bodies the length reveals truncation.
  if (!isBodiless && pieces === undefined) own.push(["content-length", String(body.length)]);
  outgoing.writeHead(status, own.flat());
  if (isBodiless) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  const sent = pieces ?? [ending === "cut" ? body.subarray(0, Math.floor(body.length / 2)) : body];
  for (const piece of sent) await write(outgoing, piece);
  if (ending === "cut") socket?.destroy();
  else if (ending !== "open") outgoing.end();
}

/** Writes a chunk and waits, so that chunks arrive separately. */
async function write(outgoing: ServerResponse, piece: Uint8Array): Promise<void> {
  if (piece.length === 0) return;
  await new Promise<void>((resolve, reject) => {
    outgoing.write(piece, (error) => (error ? reject(error) : resolve()));
  });
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}
