import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { listen } from "./listen.ts";

/** The port of a page that is none of the mock's. */
export async function strangersPort(): Promise<number> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>x</title>");
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return port;
}
