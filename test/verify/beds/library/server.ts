import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import { base, type Answer, type Ctx } from "./http.ts";
import { Problem } from "./problem.ts";
import { matchPath } from "./routes.ts";
import { libraries } from "./seed.ts";

async function answer(req: IncomingMessage): Promise<Answer> {
  const method = req.method ?? "GET";
  const url = (req.url ?? "/").replace(/^[a-z]+:\/\/[^/?#]*/i, "").split("#", 1)[0]!;
  if (url === "*" && method === "OPTIONS") return { status: 204 };
  const cut = url.indexOf("?");
  const path = cut < 0 ? url : url.slice(0, cut);
  const { handlers, params } = matchPath(path);
  const allow = ["OPTIONS", ...Object.keys(handlers), ...(handlers.GET ? ["HEAD"] : [])]
    .toSorted()
    .join(", ");
  if (method === "OPTIONS") {
    const patch: Record<string, string> = handlers.PATCH
      ? { "Accept-Patch": "application/merge-patch+json" }
      : {};
    return { status: 204, headers: { Allow: allow, ...patch } };
  }
  const name = method === "HEAD" ? "GET" : method;
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
  if (!handler)
    throw new Problem(405, "method-not-allowed", `${method} is not allowed here.`, undefined, {
      Allow: allow,
    });
  const lib = libraries.find((l) => l.key === req.headers["x-api-key"]);
  if (!lib) {
    throw new Problem(401, "unauthorized", "The key is missing or unknown.", undefined, {
      "WWW-Authenticate": 'ApiKey realm="library"',
    });
  }
  const ctx: Ctx = { req, method, path, query: cut < 0 ? "" : url.slice(cut + 1), params, lib };
  return await handler(ctx);
}

function problemAnswer(error: unknown): Answer {
  const problem =
    error instanceof Problem ? error : new Problem(500, "internal", "Something went wrong.");
  if (!(error instanceof Problem)) console.error(error);
  const body: Record<string, unknown> = {
    type: "about:blank",
    title: STATUS_CODES[problem.status],
    status: problem.status,
    code: problem.code,
    detail: problem.message,
  };
  if (problem.errors) body.errors = problem.errors;
  return {
    status: problem.status,
    headers: { ...problem.headers, "Content-Type": "application/problem+json" },
    body,
  };
}

async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
  let result: Answer;
  try {
    result = await answer(req);
  } catch (error) {
    if (req.destroyed && !req.complete) return;
    result = problemAnswer(error);
  }
  for (const [name, value] of Object.entries(result.headers ?? {})) res.setHeader(name, value);
  const bytes =
    result.raw ??
    (result.body === undefined ? undefined : Buffer.from(JSON.stringify(result.body)));
  res.statusCode = result.status;
  if (bytes) {
    if (!res.hasHeader("Content-Type")) res.setHeader("Content-Type", "application/json");
    res.setHeader("Content-Length", bytes.length);
  }
  res.end(req.method === "HEAD" ? undefined : bytes);
}

const server = createServer((req, res) => void handle(req, res));

// What is not HTTP to the parser of Node never becomes a request.
server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const status =
    error.code === "HPE_HEADER_OVERFLOW"
      ? 431
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? 408
        : 400;
  const title = STATUS_CODES[status];
  const body = JSON.stringify({
    type: "about:blank",
    title,
    status,
    code: "malformed-request",
    detail: "The request is not acceptable HTTP.",
  });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
});

server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`);
});
