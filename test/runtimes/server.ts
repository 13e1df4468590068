import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";

/** A server that answers the calls of app.ts, and nothing else. */
export async function startServer(): Promise<{ readonly url: string; close(): void }> {
  let attempts = 0;
  const server = createServer(async (request, response) => {
    const { method, url = "" } = request;
    const { pathname, searchParams } = new URL(url, "http://server");
    const key = `${method} ${pathname}`;
    if (request.headers.authorization !== "Bearer key") return json(response, 401, {});
    switch (key) {
      case "GET /config":
        return json(response, 200, { data_lake_s3_bucket: "lake" });
      case "GET /assistants": {
        const page = Number(searchParams.get("page") ?? 1);
        const assistants = page === 1 ? [{ name: "a" }, { name: "b" }] : [{ name: "c" }];
        const next = page === 1 ? { next_page: 2 } : {};
        const pagination = {
          page_number: page,
          page_size: 2,
          total_pages: 2,
          total_count: 3,
          ...next,
        };
        return json(response, 200, { assistants, pagination });
      }
      case "GET /assistant-runs/r/events/stream":
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write('id: 1\r\ndata: {"type":"Start"}\r\n\r\nid: 2\r\ndata: {"ty');
        return void setTimeout(() => response.write('pe":"Middle"}\r\n\r\n'), 10);
      case "GET /users":
        attempts += 1;
        if (attempts === 1) return json(response, 503, {}, { "retry-after-ms": "5" });
        return json(response, 200, { users: [] });
      case "GET /buckets":
        return undefined;
      case "PUT /echo":
        return void response.end(await text(request));
      default:
        return json(response, 404, { type: "NotFound" });
    }
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: { readonly [name: string]: string } = {},
): void {
  response.writeHead(status, { "content-type": "application/json", "x-id": "1", ...headers });
  response.end(JSON.stringify(body));
}
