import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { listen } from "./listen.ts";

/**
 * The port of a page that is none of the mock's.
 *
 * @param onEnd takes what closes it. Default: it is closed with the test.
 */
export async function strangersPort(
  onEnd: (close: () => void) => void = (close) => onTestFinished(close),
): Promise<number> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>x</title>");
  });
  const port = await listen(server);
  onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return port;
}
