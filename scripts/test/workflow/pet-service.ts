import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a service that follows `guardedDescription`, and accepts requests with the secret. */
export async function petService(
  secret: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}): void =>
      void response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(body));
    if (request.url !== "/pets") return answer(404, {});
    if (request.method !== "GET") return answer(405, {}, { allow: "GET" });
    if (request.headers.authorization !== `Bearer ${secret}`)
      return answer(401, {}, { "www-authenticate": "Bearer" });
    return answer(200, [{ name: "Rex" }]);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
