import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server on the loopback interface for one test; its origin, and what it was asked. */
export async function serve(
  listener: RequestListener,
): Promise<{ readonly origin: string; readonly requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** Answers with texts by path, else with 404. */
export const texts =
  (byPath: Readonly<Record<string, string>>): RequestListener =>
  ({ url = "" }, response) => {
    const text = byPath[url];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  };
