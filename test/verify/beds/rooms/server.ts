import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { nothing, problem, Refusal, type Answer } from "./answers.ts";
import { faulty } from "./faults.ts";
import { Query } from "./pages.ts";
import { routeOf } from "./routes.ts";
import { authenticate, login } from "./sessions.ts";

const WEB_APP = "https://rooms.example.com";

/** Path and query of a request target, also of one in absolute form. */
function target(request: IncomingMessage): { path: string; search: string } {
  const url = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const at = url.indexOf("?");
  return at < 0 ? { path: url, search: "" } : { path: url.slice(0, at), search: url.slice(at + 1) };
}

function cors(request: IncomingMessage): Record<string, string> {
  const { origin } = request.headers;
  if (origin === undefined || (origin !== WEB_APP && !faulty("any-origin"))) return {};
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Expose-Headers": "ETag, Link, Location, X-Total-Count",
  };
}

function preflight(request: IncomingMessage, allow: string): Answer {
  const allowed = {
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers":
      "Content-Type, X-Api-Key, If-Match, If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "600",
  };
  return nothing(204, {
    Allow: allow,
    ...(request.headers.origin === WEB_APP ? allowed : {}),
  });
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const { path, search } = target(request);
  const sent = request.method ?? "GET";
  if (sent === "OPTIONS" && path === "*") return nothing(204);
  if (sent === "POST" && path === "/session") return login(request);
  const route = routeOf(path);
  if (route === undefined) throw new Refusal(404, "There is nothing here.");
  const methods = Object.keys(route.methods);
  if (methods.includes("GET")) methods.push("HEAD");
  if (path === "/session") methods.push("POST");
  const allow = [...methods, "OPTIONS"].join(", ");
  if (sent === "OPTIONS") return preflight(request, allow);
  const method = sent === "HEAD" && !faulty("head-refused") ? "GET" : sent;
  const handler = route.methods[method];
  if (handler === undefined) throw new Refusal(405, `Not ${sent}.`, { Allow: allow });
  return handler({
    request,
    ...authenticate(request),
    query: new Query(path, search),
    param: (name) => route.params.get(name) ?? "",
  });
}

function refusal(error: unknown): Answer {
  if (error instanceof Refusal) {
    const { status, message, headers } = error;
    return problem(status, message, headers);
  }
  console.error(error);
  return problem(500, "Something went wrong.", {});
}

function write(request: IncomingMessage, response: ServerResponse, from: Answer): void {
  const { "Set-Cookie": setCookie, Vary: vary, ...headers } = from.headers ?? {};
  if (setCookie !== undefined) response.setHeader("Set-Cookie", setCookie);
  response.setHeader("Vary", vary === undefined ? "Origin" : `Origin, ${vary}`);
  response.setHeader("Cache-Control", "private, no-cache");
  const body = Buffer.from(from.body ?? "");
  // 204 and 304 have none, and a stream does not know it.
  if (from.stream === undefined && from.status !== 204 && from.status !== 304)
    response.setHeader("Content-Length", body.length);
  for (const [name, value] of Object.entries({ ...headers, ...cors(request) }))
    response.setHeader(name, value);
  response.writeHead(from.status);
  if (from.stream === undefined || request.method === "HEAD") response.end(body);
  else from.stream(response);
}

const server = createServer((request, response) => {
  void answer(request)
    .catch(refusal)
    .then((from) => write(request, response, from))
    // Who left in the middle of a body needs no answer.
    .catch(() => response.destroy());
});
server.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1", () => {
  console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
