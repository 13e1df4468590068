import { connect } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { shortened } from "../../src/node/console/shortened.ts";
import { Terminal } from "../../src/node/terminal/terminal.ts";
import { atEnd } from "./ending.ts";
import { readConsole, refusal, sendJson, start } from "./harness.ts";

test("the console says how much is remembered and what went, the terminal says so once", async () => {
  const { url, output } = await start({ limits: { resourceRecords: 2, loggedRequests: 3 } });
  const usage = async (): Promise<unknown> => (await readConsole(`${url}/__mock/usage`)).json();
  await fetch(`${url}/books`);
  expect(await usage()).toMatchObject({ records: 1, evicted: 0, loggedRequests: 3 });
  for (const title of ["1", "2", "3"]) await sendJson("POST", `${url}/books`, { title });
  await fetch(`${url}/books`);
  expect(await usage()).toMatchObject({ records: 2, evicted: 2, limits: { resourceRecords: 2 } });
  expect(output.text.split("the oldest data is evicted")).toHaveLength(2);
  expect(output.text).toContain("resourceRecords=2");
});

test("requests that are answered at a time have a limit", async () => {
  const { url } = await start({ limits: { activeRequests: 2 }, streams: { interval: 60_000 } });
  const streams = [await fetch(`${url}/books/events`), await fetch(`${url}/books/events`)];
  const third = await fetch(`${url}/books`);
  expect([third.status, third.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await third.text()).toContain("the limit activeRequests");
  for (const stream of streams) await stream.body?.cancel();
  await expect.poll(async () => (await fetch(`${url}/books`)).status).toBe(200);
});

/** Sends the beginning of a request, whose answer is not read. */
async function begin(url: string, ...lines: string[]) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  atEnd(async () => void socket.destroy());
  socket.on("error", () => {}).pause();
  await once(socket, "connect");
  socket.write(lines.join("\r\n"));
  return socket;
}

test("what requests may be sending has a limit, which a single one may exceed", async () => {
  const { url } = await start({ limits: { receivedBytes: 1000 } });
  const create = async (length: number) =>
    (await sendJson("POST", `${url}/books`, { title: "x".repeat(length) })).status;
  expect(await create(2000)).toBe(201);
  const head = ["POST /books HTTP/1.1", "Host: localhost", "Content-Length: 900", "", "{"];
  const slow = await begin(url, ...head);
  await expect.poll(() => create(200)).toBe(503);
  expect((await fetch(`${url}/books`)).status).toBe(200);
  slow.destroy();
  await expect.poll(() => create(200)).toBe(201);
});

test("what clients do not read of answers has a limit", async () => {
  const body = { title: "x".repeat(16 * 1024 * 1024) };
  const { url } = await start({
    limits: { unsentBytes: 1024 * 1024 },
    setup: (mock) => void mock.on("GetBook", { status: 200, body } as never),
  });
  const idle = await begin(url, "GET /books/b1 HTTP/1.1", "Host: localhost", "", "");
  const status = async () => (await fetch(`${url}/books`)).status;
  await expect.poll(status).toBe(503);
  idle.destroy();
  await expect.poll(status).toBe(200);
});

test("connections have a limit", async () => {
  const { url } = await start({ limits: { connections: 2 } });
  const open = async () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    atEnd(async () => void socket.destroy());
    await once(socket, "connect");
    return socket;
  };
  const first = await open();
  await open();
  const third = await open();
  await once(third.resume(), "close");
  expect([first.destroyed, third.destroyed]).toEqual([false, true]);
});

test("pages that follow the console have a limit", async () => {
  const { url } = await start({ limits: { consoleClients: 1 } });
  const follow = () => readConsole(`${url}/__mock/requests`);
  const first = await follow();
  const second = await follow();
  expect(second.status).toBe(503);
  await first.body?.cancel();
  await expect
    .poll(async () => {
      const next = await follow();
      await next.body?.cancel();
      return next.status;
    })
    .toBe(200);
});

test("a limit that makes no sense keeps a mock from starting", async () => {
  expect(await refusal({ limits: { connections: 0 } })).toMatchObject({
    name: "MockStartError",
    message: "the limit connections must be a whole number from 1",
  });
  expect(await refusal({ limits: { conections: 5 } as never })).toMatchObject({
    name: "MockStartError",
    message: expect.stringContaining("there is no limit conections; there are: resourceRecords"),
  });
});

test("what the console shows of a request has a size", () => {
  const long = "x".repeat(100_000);
  const issue = { in: "body", pointer: long, keyword: "type", message: long } as const;
  const violation = {
    operationId: "GetBook",
    method: "GET",
    url: long,
    side: "request" as const,
    status: 400,
    message: long,
    issues: Array.from({ length: 100 }, () => issue),
  };
  const exchange = {
    number: 1,
    time: 0,
    method: "GET",
    url: long,
    operationId: "GetBook",
    status: 400,
    duration: 1,
    mode: "mock" as const,
    fault: undefined,
    violations: Array.from({ length: 100 }, () => violation),
    isOpen: false,
    received: 0,
  };
  const short = shortened(exchange);
  expect(JSON.stringify(short).length).toBeLessThan(400_000);
  expect(short).toMatchObject({ number: 1, url: expect.stringMatching(/^x{1999}…$/) });
  expect([short.violations.length, short.violations[0]?.issues.length]).toEqual([20, 20]);
});

test("what nobody reads of the terminal is not held", () => {
  const written: string[] = [];
  const output = { writableLength: 0, write: (text: string) => void written.push(text) };
  const terminal = new Terminal(output, {});
  for (const waiting of [0, 8 * 1024 * 1024, 0]) {
    output.writableLength = waiting;
    terminal.say(`${waiting}\n`);
    terminal.flush();
  }
  expect(written).toEqual(["0\n", "0\n"]);
});

test("bodies of requests have a limit of their own, which the terminal names once", async () => {
  const { url, output } = await start({ limits: { bodyBytes: 1_100_000 } });
  const create = async (length: number) =>
    (await sendJson("POST", `${url}/books`, { title: "x".repeat(length) })).status;
  expect(await create(1_090_000)).toBe(201);
  expect([await create(1_100_000), await create(1_100_000)]).toEqual([413, 413]);
  expect(
    output.text.split(
      "is larger than bodyBytes=1100000; mock.limits of the configuration sets another",
    ),
  ).toHaveLength(2);
});
