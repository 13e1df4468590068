import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { complaint, quiet } from "./measure.ts";
import type { Exchange } from "./server-exchanges.ts";
import { ServerProcess, type Received } from "./server-process.ts";
import { peersFolder } from "./tools.ts";

const probe = pathToFileURL(join(import.meta.dirname, "usage-probe.mjs")).href;

/** A mock server that has answered once. */
export interface StartedMock {
  readonly server: ServerProcess;
  /** From the start of the process to the end of the first answer. */
  readonly milliseconds: number;
  readonly first: Received;
}

/**
 * Starts a mock server at a port, and asks it until it answers.
 *
 * @param command the Node program and its arguments
 * @param patience how long to wait for an answer, in milliseconds
 * @throws {Error} with the program's own words, when it ends or does not answer
 */
export async function startMock(
  [file, ...args]: readonly [file: string, ...args: string[]],
  port: number,
  exchange: Exchange,
  patience = 60_000,
): Promise<StartedMock> {
  const start = performance.now();
  const child = fork(file, args, {
    cwd: peersFolder,
    env: { ...process.env, ...quiet },
    execArgv: ["--import", probe],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), patience);
  let output = "";
  // What is told while it is loaded has to be read, but not kept.
  const keep = (piece: string) => (output += output.length < 100_000 ? piece : "");
  child.stdout?.setEncoding("utf8").on("data", keep);
  child.stderr?.setEncoding("utf8").on("data", keep);
  const server = new ServerProcess(child, port);
  for (;;) {
    const first = await server.send(exchange, exchange).catch(() => delay(3));
    if (first !== undefined) {
      const milliseconds = performance.now() - start;
      clearTimeout(timer);
      return { server, milliseconds, first };
    }
    if (child.exitCode === null && child.signalCode === null) continue;
    clearTimeout(timer);
    if (child.signalCode !== null) throw new Error(`no answer within ${patience / 1000} s`);
    throw new Error(complaint(stripVTControlCharacters(output)));
  }
}

/** A port of this machine that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
