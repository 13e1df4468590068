/**
 * Holds idle event streams on one server over real sockets and prints what each costs:
 * `node --expose-gc test/bench/streams.ts [streams]`, 5 000 unless told. Clients are in a process of
 * their own, so that their memory is not counted.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { createServerCore } from "../../packages/runtime/src/server/index.ts";
import { toNodeListener } from "../../packages/runtime/src/server/node.ts";

const streams = Number(process.argv[2] ?? 5000);

if (process.send === undefined) await serve();
else await dial(Number(process.argv[3]));

/** Opens the streams, tells when all have begun, and ends when it is told to. */
async function dial(port: number): Promise<void> {
  const sockets: Socket[] = [];
  for (let count = 0; count < streams; count += 1) {
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /events HTTP/1.1\r\nhost: bench\r\n\r\n");
    await once(socket, "data");
    sockets.push(socket.resume());
  }
  process.send?.("open");
  await once(process, "message");
  for (const socket of sockets) socket.destroy();
  process.disconnect();
}

async function serve(): Promise<void> {
  const state = { open: 0, returned: 0 };
  const operation = {
    operationId: "Watch",
    method: "GET",
    path: "/events",
    responses: {
      200: { content: [{ mediaType: "text/event-stream", stream: "server-sent-events" as const }] },
    },
  };
  const server = createServerCore({ securitySchemes: {}, servers: [] }, [
    { operation, validators: {}, handler: () => ({ status: 200, body: idle(state) }) },
  ]);
  const http = createServer(toNodeListener(server)).listen(0, "127.0.0.1");
  await once(http, "listening");
  const before = memory();
  const start = performance.now();
  const port = (http.address() as AddressInfo).port;
  const clients = fork(import.meta.filename, [String(streams), String(port)]);
  await once(clients, "message");
  const opened = performance.now() - start;
  const held = memory();
  report(before, held, state.open, opened);
  const cpu = process.cpuUsage();
  await new Promise((resolve) => setTimeout(resolve, 20_000));
  const { user, system } = process.cpuUsage(cpu);
  console.log(`CPU of 20 s with heartbeats: ${Math.round((user + system) / 1000)} ms`);
  const left = performance.now();
  clients.send("end");
  while (state.returned < state.open) await new Promise((resolve) => setImmediate(resolve));
  console.log(
    `all left by their clients, and returned after ${Math.round(performance.now() - left)} ms`,
  );
  http.close();
}

/** Items of which there is one, and then none for as long as the stream is open. */
function idle(state: { open: number; returned: number }): AsyncIterable<number> {
  state.open += 1;
  let count = 0;
  return {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        count < 1 ? Promise.resolve({ done: false, value: count++ }) : new Promise<never>(() => {}),
      return: async () => {
        state.returned += 1;
        return { done: true, value: undefined };
      },
    }),
  };
}

interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
}

function memory(): Memory {
  globalThis.gc?.();
  return process.memoryUsage();
}

function report(before: Memory, held: Memory, open: number, opened: number): void {
  const perStream = (member: keyof Memory): string =>
    `${((held[member] - before[member]) / open / 1024).toFixed(1)} KiB`;
  console.log(`${open} streams opened in ${Math.round(opened)} ms`);
  console.log(`memory per stream: heap ${perStream("heapUsed")}, resident ${perStream("rss")}`);
}
