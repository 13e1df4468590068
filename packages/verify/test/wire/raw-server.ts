import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request as a raw server reads it. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  /** The header fields by their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Starts a server that answers each request with bytes, and ends the connection. It ends with the test. */
export async function startRaw(
  answer: (request: RawRequest) => string | Uint8Array,
): Promise<string> {
  const server = createServer((socket) => serve(socket, answer));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function serve(socket: Socket, answer: (request: RawRequest) => string | Uint8Array): void {
  let text = "";
  socket.on("error", () => socket.destroy());
  socket.setEncoding("latin1").on("data", (part: string) => {
    text += part;
    const [head = "", body] = text.split(/\r\n\r\n(.*)/s);
    if (body === undefined) return;
    const [first = "", ...lines] = head.split("\r\n");
    const fields = lines.map((line) => line.split(/: (.*)/s));
    const headers = new Map(fields.map(([name = "", value = ""]) => [name.toLowerCase(), value]));
    if (body.length < Number(headers.get("content-length") ?? 0)) return;
    const [method = "", path = ""] = first.split(" ");
    const bytes = answer({ method, path, headers, body });
    socket.end(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  });
}

/** Writes an answer with its length. */
export function message(
  status: number,
  headers: Readonly<Record<string, string>>,
  body = "",
): string {
  const fields = Object.entries({
    ...(status !== 204 && { "content-length": String(Buffer.byteLength(body, "latin1")) }),
    ...headers,
  });
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Answer\r\n${lines.join("")}\r\n${body}`;
}
