import { createRequire } from "node:module";
import { join } from "node:path";
import type { Exchange } from "./server-exchanges.ts";
import type { ServerProcess } from "./server-process.ts";
import { peersFolder } from "./tools.ts";

interface Autocannon {
  (options: {
    readonly url: string;
    readonly method: string;
    readonly headers: object;
    readonly body: string | undefined;
    readonly connections: number;
    readonly duration: number;
  }): Promise<{
    readonly requests: { readonly total: number };
    readonly duration: number;
    readonly non2xx: number;
    readonly errors: number;
    readonly latency: { readonly p99: number };
  }>;
}

/** What a server did under load. */
export interface Load {
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds that one request in a hundred took longer than. */
  readonly p99: number;
  /** Microseconds of processor time a request, which others on the machine disturb least. */
  readonly processor: number;
}

/**
 * Sends requests to a server for some seconds, as many as it answers.
 *
 * @throws {Error} when one fails, or none is answered
 */
export async function load(
  server: ServerProcess,
  { method, path, headers, body }: Exchange,
  duration: number,
  connections = 50,
): Promise<Load> {
  const autocannon = createRequire(join(peersFolder, "package.json"))("autocannon") as Autocannon;
  const url = `http://127.0.0.1:${server.port}${path}`;
  const start = await server.processorTime();
  const result = await autocannon({ url, method, headers, body, connections, duration });
  const spent = (await server.processorTime()) - start;
  const { requests, latency, non2xx, errors } = result;
  if (non2xx + errors > 0) throw new Error(`${non2xx} refused, ${errors} failed`);
  if (requests.total === 0) throw new Error(`nothing is answered within ${duration} s`);
  return {
    rate: requests.total / result.duration,
    p99: latency.p99,
    processor: spent / requests.total,
  };
}
