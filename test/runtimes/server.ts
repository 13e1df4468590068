import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { AddressInfo } from "node:net";

/**
 * A server that answers the calls of app.ts, and nothing else.
 *
 * @param pages what a browser is given, by path: media type and text. It sends back what came of it.
 */
export async function startServer(
  pages: { readonly [path: string]: readonly [mediaType: string, text: string] } = {},
): Promise<{ readonly url: string; readonly result: Promise<string>; close(): void }> {
  let attempts = 0;
  const { promise: result, resolve: tell } = Promise.withResolvers<string>();
  const server = createServer(async (request, response) => {
    const { method, url = "" } = request;
    const { pathname, searchParams } = new URL(url, "http://server");
    const key = `${method} ${pathname}`;
    const given = pages[pathname];
    if (given !== undefined) {
      response.writeHead(200, { "content-type": given[0] });
      return void response.end(given[1]);
    }
    if (key === "POST /result") {
      tell(await text(request));
      return void response.end();
    }
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
    result,
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
