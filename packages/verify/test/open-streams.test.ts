import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "./support.ts";

const description = (ends: string): string => `openapi: 3.1.0
info: { title: News, version: 1.0.0 }
paths:
  /news:
    get:
      operationId: WatchNews
      parameters: [{ name: topic, in: query, schema: { type: string, maxLength: 5 } }]
      responses:
        "200":
          description: News as they come.
          content: { text/event-stream: { schema: { type: string }${ends} } }
        "400": { description: Refused. }
`;

/** Verifies a service that sends one item of news, goes on until it is left, and counts who waits for more. */
async function verifiedNews(ends: string, options: object): Promise<VerifyReport> {
  const server = createServer((request, response) => {
    const topic = new URL(request.url ?? "/", "http://localhost").searchParams.get("topic") ?? "";
    if (request.method !== "GET") return response.writeHead(405, { allow: "GET" }).end();
    // Lengths count characters, not units of UTF-16.
    if (Array.from(topic).length > 5) return response.writeHead(400).end();
    return response.writeHead(200, { "content-type": "text/event-stream" }).write("data: one\n\n");
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const source = await read(description(ends));
    return await verifyServer({
      description: source,
      server: `http://127.0.0.1:${port}`,
      ...options,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

// Both wait most of the time, and so at once.
test.concurrent("a stream without a described end is left when nothing more comes", async () => {
  // Waiting for the time limit even once would not end within the time of a test.
  const report = await verifiedNews("", { timeout: 2 ** 30, operations: ["WatchNews"] });
  expect(report.failures).toEqual([]);
  expect(report.notRun).toBe(0);
});

test.concurrent("a stream with a described end is waited for, once", async () => {
  const ends = ", x-event-stream: { terminal: { data: done } }";
  const report = await verifiedNews(ends, { timeout: 300 });
  expect(report.failures).toEqual([]);
  expect(report.coverage[0]?.successes).toBeGreaterThan(1);
});
