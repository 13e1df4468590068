import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

interface Listening {
  readonly address: () => AddressInfo | string | null;
}

/** Tells the parent at which port the server is, and what the process has used whenever asked. */
export function report(server: Listening): void {
  const { port } = server.address() as AddressInfo;
  process.on("message", () =>
    process.send?.({ ...process.cpuUsage(), rss: process.memoryUsage.rss() }),
  );
  process.on("disconnect", () => process.exit());
  process.send?.({ port });
}

export function listen(listener: RequestListener): Server {
  const server = createServer(listener);
  return server.listen(0, "127.0.0.1", () => report(server));
}

/** The bytes of a request as JSON. */
export function readJson(request: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
    request.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
  });
}
