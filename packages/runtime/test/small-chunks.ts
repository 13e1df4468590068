/**
 * Sends bodies in chunks of one byte to servers in this process, whose memory a test limits: every
 * chunk is an array of its own, which takes many times as much as its byte.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { toNodeListener } from "../src/server/node.ts";
import { abuseRoutes } from "./abuse-routes.ts";
import { send, serve } from "./server-harness.ts";

const size = 2 ** 19;
const server = serve(abuseRoutes);

async function* oneByOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (const byte of bytes) yield Uint8Array.of(byte);
}

const padded = (text: string): Uint8Array => new TextEncoder().encode(text.padEnd(size));
const event = new TextEncoder().encode(`data: "${"x".repeat(size - 20)}"\n\n`);

for (const [url, method, type, bytes] of [
  ["/file", "PUT", "application/json", padded("{}")],
  ["/lines", "POST", "application/jsonl", padded("{}")],
  ["/lines", "POST", "text/event-stream", event],
] as const) {
  const headers = { "content-type": type };
  const { status, body } = await send(server, method, url, { headers, body: oneByOne(bytes) });
  if (status !== 200) throw new Error(`${type}: ${status} ${String(body)}`);
}

const http = createServer(toNodeListener(server)).listen(0, "127.0.0.1");
await once(http, "listening");
const socket = connect((http.address() as AddressInfo).port, "127.0.0.1");
socket.write("PUT /file HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n");
socket.write("transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n");
const answered = once(socket, "data");
for (let sent = 2; sent < size - 1024; sent += 1024)
  if (!socket.write("1\r\n \r\n".repeat(1024))) await once(socket, "drain");
socket.write("0\r\n\r\n");
const [answer] = await answered;
if (!String(answer).startsWith("HTTP/1.1 200 ")) throw new Error(String(answer));
socket.destroy();
http.close();
