import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, test } from "vitest";
import type { OperationDescriptor } from "../src/operation.ts";
import { withStreamedBody } from "../src/server/index.ts";
import type {
  AnyHandler,
  Handler,
  Outcome,
  RequestContext,
  ServerOptions,
} from "../src/server/index.ts";
import { configure, nodeServerOptions, toNodeListener } from "../src/server/node.ts";
import { echo, gate, serve } from "./server-harness.ts";

const megabyte = 2 ** 20;

const upload: OperationDescriptor = {
  operationId: "Upload",
  method: "POST",
  path: "/uploads",
  requestBody: {
    required: true,
    content: [
      { mediaType: "multipart/form-data", shape: { object: { file: "binary" } } },
      { mediaType: "application/octet-stream" },
    ],
  },
  responses: { 200: { content: [{ mediaType: "application/json" }] } },
};

type Upload = Handler<
  | { contentType: "application/octet-stream"; body: Blob }
  | { contentType: "multipart/form-data"; body: { file?: Blob } },
  { status: 200; body: unknown }
>;

/** Reads a body, and after each piece waits. */
const readingWith = (wait: () => Promise<void>): Upload =>
  withStreamedBody(async ({ contentType, body }) => {
    if (contentType === "multipart/form-data") return { status: 200, body: body.file?.size };
    let length = 0;
    for await (const piece of body) {
      length += piece.length;
      await wait();
    }
    return { status: 200, body: length };
  });

/** A server that listens, with one connection to it and all that comes by that. */
async function start(options: ServerOptions, handler: Upload = readingWith(async () => {})) {
  const outcomes: Outcome[] = [];
  const answered = gate();
  const onResponse = (_: unknown, outcome: Outcome): void => {
    outcomes.push(outcome);
    answered.open();
  };
  const server = serve([echo(upload, { handler: handler as AnyHandler<RequestContext> })], {
    onResponse,
    ...options,
  });
  const listener = toNodeListener(server, { maxDiscardedBytes: megabyte, discardTimeout: 50 });
  const http = createServer(nodeServerOptions, listener).listen(0, "127.0.0.1");
  const service = configure(http, server);
  await once(http, "listening");
  const socket = connect((http.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  const [serverSocket] = (await once(http, "connection")) as [Socket];
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", () => {});
  const closed = whenClosed(socket);
  return {
    socket,
    serverSocket,
    outcomes,
    answered: answered.passed,
    text: () => text,
    closed,
    async [Symbol.asyncDispose]() {
      socket.destroy();
      await service.close();
    },
  };
}

/** Who goes on writing to a connection that is being closed gets an error before. */
const whenClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once("close", () => resolve());
  });

const head = (type: string): string =>
  `POST /uploads HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`;

const chunk = (text: string): string =>
  `${new TextEncoder().encode(text).length.toString(16)}\r\n${text}\r\n`;

const partStart = chunk(
  '--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n',
);
const kinds = [
  ["multipart", head("multipart/form-data; boundary=edge") + partStart],
  ["streamed", head("application/octet-stream")],
] as const;

/** Sends 20 megabytes at the pace at which they are taken, until the connection ends. */
async function send20Megabytes(socket: Socket): Promise<void> {
  const piece = chunk("x".repeat(65_536));
  const ended = whenClosed(socket);
  for (let sent = 0; sent < 20 * megabyte && !socket.destroyed; sent += 65_536) {
    if (socket.write(piece)) continue;
    const drained = new Promise((resolve) => {
      socket.once("drain", resolve);
    });
    await Promise.race([drained, ended]);
  }
}

describe.each(kinds)("a %s body", (kind, start_) => {
  test("of 20 megabytes is refused at a limit of one, and read on to the limit of that", async () => {
    await using connection = await start({ maxBodyBytes: megabyte });
    const { socket, serverSocket, outcomes, answered } = connection;
    socket.write(start_);
    const sent = send20Megabytes(socket);
    await answered;
    expect(outcomes).toMatchObject([{ status: 413 }]);
    await sent;
    await connection.closed;
    expect(serverSocket.bytesRead).toBeGreaterThan(megabyte);
    expect(serverSocket.bytesRead).toBeLessThan(4 * megabyte);
  });

  test("that is announced as 20 megabytes is refused at once", async () => {
    await using connection = await start({ maxBodyBytes: megabyte });
    const { socket, serverSocket } = connection;
    const length = `content-length: ${20 * megabyte}`;
    socket.write(start_.replace("transfer-encoding: chunked", length));
    await connection.closed;
    expect(connection.text()).toMatch(/^HTTP\/1\.1 413 /);
    expect(serverSocket.bytesRead).toBeLessThan(1000);
  });

  test("that stops is answered 408", async () => {
    await using connection = await start({ bodyTimeout: 50 });
    connection.socket.write(start_ + chunk("x"));
    await connection.closed;
    expect(connection.text()).toMatch(/^HTTP\/1\.1 408 /);
    expect(connection.text()).toMatch(/\r\nconnection: close\r\n/i);
  });

  test("whose client goes away ends", async () => {
    await using connection = await start({ bodyTimeout: 0 });
    const { socket, serverSocket } = connection;
    socket.write(start_ + chunk("x"));
    await expect.poll(() => serverSocket.bytesRead).toBeGreaterThan(start_.length);
    socket.destroy();
    await connection.answered;
    expect(connection.outcomes).toMatchObject([{ status: 400, ending: "complete" }]);
  });

  test("leaves the connection to the next", async () => {
    await using connection = await start({});
    const { socket } = connection;
    const end = kind === "multipart" ? chunk("\r\n--edge--\r\n") + chunk("epilogue") : "";
    const whole = `${start_}${end}0\r\n\r\n`;
    socket.write(whole);
    await connection.answered;
    socket.write(whole.replace("host: a", "host: a\r\nconnection: close"));
    await connection.closed;
    expect(connection.text().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  });
});

test("a multipart body that trickles in is answered 408", async () => {
  await using connection = await start({ bodyTimeout: 50 });
  const { socket, answered } = connection;
  socket.write(kinds[0][1]);
  const trickle = setInterval(() => socket.write(chunk("x")), 5);
  await answered;
  clearInterval(trickle);
  expect(connection.outcomes).toMatchObject([{ status: 408 }]);
});

test("a streamed body is held back while its handler is busy", async () => {
  const go = gate();
  const handler = readingWith(() => go.passed);
  await using connection = await start({ maxBodyBytes: 100 * megabyte }, handler);
  const { socket, serverSocket } = connection;
  socket.write(kinds[1][1]);
  const sent = send20Megabytes(socket);
  let before = -1;
  await expect
    .poll(() => {
      const isStill = serverSocket.bytesRead === before;
      before = serverSocket.bytesRead;
      return isStill;
    })
    .toBe(true);
  expect(serverSocket.bytesRead).toBeLessThan(megabyte);
  go.open();
  await sent;
  socket.write("0\r\n\r\n");
  await connection.answered;
  await expect.poll(connection.text).toContain(`\r\n\r\n${20 * megabyte}`);
});
