import { once } from "node:events";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Route } from "../src/server/index.ts";
import { abuseRoutes } from "./abuse-routes.ts";
import { closed, lastRequest, listen, statusesOf } from "./abuse-server.ts";
import type { AbusedServer } from "./abuse-server.ts";
import * as fixture from "./fixture.ts";
import { echo } from "./server-harness.ts";

let server: AbusedServer;
/** How many streams are open, and how many there have been. */
let streams = { open: 0, opened: 0 };

async function* events(): AsyncGenerator<number, void, undefined> {
  streams.open += 1;
  streams.opened += 1;
  try {
    for (let index = 0; index < 3; index++) yield index;
    await new Promise(() => {});
  } finally {
    streams.open -= 1;
  }
}

/** Events that end when they are left, even while the next one is waited for. */
function leavable(): AsyncIterable<number> {
  const source = events();
  const left = Promise.withResolvers<IteratorResult<number>>();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => Promise.race([source.next(), left.promise]),
      return: () => {
        streams.open -= 1;
        left.resolve({ done: true, value: undefined });
        return left.promise;
      },
    }),
  };
}

const large = "x".repeat(10_000);
const routes: Route[] = [
  echo(fixture.watchBooks, { handler: () => ({ status: 200, body: leavable() }) }),
  ...abuseRoutes.filter(({ operation }) => operation.operationId !== "ListBooks"),
  echo(fixture.listBooks, { handler: () => ({ status: 200, body: large }) }),
];

beforeEach(async () => {
  streams = { open: 0, opened: 0 };
  server = await listen({ routes });
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  server.throwFailure();
});

/** Whether a request is answered as ever, once all connections and streams have ended. */
async function isWell(): Promise<boolean> {
  await server.quiet();
  await expect.poll(() => streams.open).toBe(0);
  return (await server.exchange(lastRequest)).startsWith("HTTP/1.1 200 ");
}

/** All that comes by a connection until the other side has closed it. */
async function received(socket: Socket): Promise<string> {
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => {
    socket.once("end", resolve).once("close", resolve);
  });
  return text;
}

const headOf = (line: string): string => `${line} HTTP/1.1\r\nhost: a\r\n`;
const toNobody = `${headOf("GET /no")}connection: close\r\n\r\n`;
const post = `${headOf("POST /books")}content-type: application/json\r\n`;

describe("a client that holds its connection and", () => {
  beforeEach(async () => {
    await server[Symbol.asyncDispose]();
    server = await listen({
      routes,
      server: { bodyTimeout: 100 },
      timeouts: { headersTimeout: 100 },
    });
  });

  test.each([
    ["sends nothing", "", 408],
    ["stops in its first line", "GET /bo", 408],
    ["stops in its headers", `${post}x-a: `, 408],
    ["stops before its body", `${post}content-length: 10\r\n\r\n`, 408],
    ["stops in its body", `${post}content-length: 10\r\n\r\n{"a"`, 408],
    ["stops before a chunk's size", `${post}transfer-encoding: chunked\r\n\r\n`, 408],
    ["stops in a chunk", `${post}transfer-encoding: chunked\r\n\r\nfffff\r\n{`, 408],
    ["stops before the last chunk", `${post}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`, 408],
    ["waits to be told to go on", `${post}expect: 100-continue\r\ncontent-length: 9\r\n\r\n`, 408],
    ["has more to send than may be", `${post}content-length: 10000000\r\n\r\n{`, 413],
    [
      "has more to send than it may to nobody",
      `${headOf("POST /no")}content-length: 9\r\n\r\n{`,
      404,
    ],
    ["sends no request", "nonsense\r\n\r\n", 400],
  ])("%s is answered and cut off", async (_, bytes, status) => {
    // Half-open: it never closes its own side.
    const socket = server.dial(true);
    socket.write(bytes);
    const text = await received(socket);
    expect(statusesOf(text).filter((one) => one !== 100)).toStrictEqual([status]);
    expect(await isWell()).toBe(true);
  });

  test.each([
    ["its headers", `${post}x-a: `, "a"],
    ["its body", `${post}content-length: 100000\r\n\r\n`, " "],
    ["its chunks", `${post}transfer-encoding: chunked\r\n\r\n`, "1\r\n \r\n"],
  ])("sends %s bit by bit is cut off", async (_, start, bit) => {
    const socket = server.dial(true);
    socket.write(start);
    const trickle = setInterval(() => socket.write(bit), 5);
    const text = await received(socket);
    clearInterval(trickle);
    // Bytes that come too late may reset the connection, and the answer with it.
    expect([[408], []]).toContainEqual(statusesOf(text));
    expect(await isWell()).toBe(true);
  });

  test("sends what is no request within an answer reads nothing but that answer", async () => {
    const socket = server.dial();
    socket.write(`${headOf("GET /books/events")}\r\n`);
    const text = received(socket);
    await expect.poll(() => streams.opened).toBe(1);
    socket.write("nonsense\r\n\r\n");
    expect(statusesOf(await text)).toStrictEqual([200]);
    expect(await isWell()).toBe(true);
  });
});

describe("many requests at once", () => {
  test("are answered in their order", async () => {
    const count = 500;
    const requests = Array.from({ length: count }, (_, index) =>
      index % 2 === 0
        ? `${headOf(`GET /books/${index}`)}\r\n`
        : `${headOf("POST /books")}content-type: application/json\r\ncontent-length: 13\r\n\r\n{"title":"A"}`,
    );
    const text = await server.exchange(requests.join("") + lastRequest);
    expect(statusesOf(text)).toStrictEqual(Array.from({ length: count + 1 }, () => 200));
    const ids = Array.from(text.matchAll(/"book_id":"(\w+)"/g), ([, id]) => id);
    const even = Array.from({ length: count / 2 }, (_, index) => String(2 * index));
    expect(ids).toStrictEqual([...even, "last"]);
  });

  test("whose answers nobody reads are not all handled", async () => {
    const count = 20_000;
    const { handled } = server;
    const socket = server.dial();
    socket.pause();
    socket.write(`${headOf("GET /books")}\r\n`.repeat(count) + lastRequest);
    let before = -1;
    // While others are answered, the server would read on if it did not wait.
    while (handled.length === 0 || handled.length !== before) {
      before = handled.length;
      for (let other = 0; other < 20; other++) await server.exchange(toNobody);
    }
    expect(before).toBeLessThan(count);
    socket.resume();
    let bytes = 0;
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    await closed(socket);
    expect(handled).toHaveLength(count + 1);
    expect(bytes).toBeGreaterThan(count * large.length);
  });
});

describe("a client that goes", () => {
  const whole = `${post}content-length: 13\r\n\r\n{"title":"A"}`;
  const chunks = `${post}transfer-encoding: chunked\r\n\r\n4\r\n{"ti\r\n9\r\ntle":"A"}\r\n0\r\n\r\n`;
  const watching = `${headOf("GET /books/events")}\r\n`;
  const boundary =
    "content-type: multipart/form-data; boundary=piece\r\ncontent-length: 200\r\n\r\n";
  const form = `${headOf("POST /form")}${boundary}--piece\r\ncontent-disposition: form-data; name="a"\r\n\r\n1`;
  const lines = `${headOf("POST /lines")}content-type: application/jsonl\r\ncontent-length: 20\r\n\r\n{}\n{}\n{`;

  /** Sends so many bytes, and is gone. */
  async function leaveAfter(bytes: string, leave: "end" | "destroy" | "reset"): Promise<void> {
    const socket = server.dial();
    await once(socket, "connect");
    await new Promise((resolve) => {
      socket.write(bytes, "latin1", resolve);
    });
    if (leave === "end") socket.resume().end();
    else if (leave === "reset") socket.resetAndDestroy();
    else socket.destroy();
    await closed(socket);
  }

  test.each([
    ["a body", whole],
    ["chunks", chunks],
    ["a stream of answers", watching],
    ["a form", form],
    ["a stream of lines", lines],
  ])("at each byte of a request with %s leaves nothing behind", async (_, bytes) => {
    for (const leave of ["end", "destroy", "reset"] as const) {
      for (let cut = 0; cut <= bytes.length; cut++) await leaveAfter(bytes.slice(0, cut), leave);
      await leaveAfter(bytes, leave);
    }
    expect(await isWell()).toBe(true);
  });

  test("within a stream of answers ends it", async () => {
    const sockets = Array.from({ length: 50 }, () => {
      const socket = server.dial();
      socket.write(watching);
      return socket;
    });
    await Promise.all(sockets.map((socket) => once(socket, "data")));
    expect(streams.open).toBe(50);
    for (const socket of sockets) socket.resetAndDestroy();
    expect(await isWell()).toBe(true);
  });

  test("before a handler has answered aborts its signal", async () => {
    const aborted = Promise.withResolvers<boolean>();
    const handler: Route["handler"] = async (_, { signal }) => {
      await once(signal, "abort");
      aborted.resolve(signal.aborted);
      return { status: 200, body: {} };
    };
    await using waiting = await listen({ routes: [echo(fixture.listBooks, { handler })] });
    const socket = waiting.dial();
    socket.write(`${headOf("GET /books")}\r\n`);
    await expect.poll(() => waiting.handled.length).toBe(1);
    socket.resetAndDestroy();
    expect(await aborted.promise).toBe(true);
  });

  test("within a large answer leaves nothing behind", async () => {
    const socket = server.dial();
    socket.write(`${headOf("GET /books")}\r\n`.repeat(100));
    await once(socket, "data");
    socket.resetAndDestroy();
    expect(await isWell()).toBe(true);
  });

  test("at once, a thousand times, leaves nothing behind", async () => {
    for (let index = 0; index < 1000; index++) {
      const socket = server.dial();
      socket.once("connect", () => socket.resetAndDestroy());
      await closed(socket);
    }
    expect(await isWell()).toBe(true);
  });
});
