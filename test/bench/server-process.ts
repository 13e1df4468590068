import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import type { Exchange } from "./server-exchanges.ts";

/** A response as far as it is compared. */
export interface Received {
  readonly status: number;
  readonly text: string;
}

/** What a process has used: microseconds on a processor, and bytes. */
interface Usage extends NodeJS.CpuUsage {
  readonly rss: number;
}

/** A server in a process of its own. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly port: number;

  /**
   * @param child a program that answers every message with its `Usage`, and ends when the parent
   *   disconnects
   */
  constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  /** @throws {Error} when the program ends before it listens */
  static async start(file: string, flags: readonly string[] = []): Promise<ServerProcess> {
    const child = fork(file, {
      execArgv: [...flags],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`${file} ended with ${String(code)}`);
    });
    ended.catch(() => {});
    const [message] = await Promise.race([once(child, "message"), ended]);
    return new ServerProcess(child, (message as { readonly port: number }).port);
  }

  /** The time that the process has been on a processor, in microseconds. */
  async processorTime(): Promise<number> {
    const { user, system } = await this.#usage();
    return user + system;
  }

  /** The memory that is resident now, in bytes. */
  async residentBytes(): Promise<number> {
    return (await this.#usage()).rss;
  }

  async #usage(): Promise<Usage> {
    this.#child.send("usage");
    const [usage] = (await once(this.#child, "message")) as [Usage];
    return usage;
  }

  async stop(): Promise<void> {
    const exit = once(this.#child, "exit");
    this.#child.disconnect();
    await exit;
  }

  /** Sends one request. */
  send(
    { method, headers }: Pick<Exchange, "method" | "headers">,
    { path, body }: { readonly path: string; readonly body?: string },
  ): Promise<Received> {
    return new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port: this.port, method, path, headers, agent: false };
      const sent = request(options, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.once("error", reject).end(body);
    });
  }
}
