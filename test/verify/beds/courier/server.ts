import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { faulty } from "./faults.ts";
import { bodyLimit, Problem } from "./http.ts";
import type { Answer } from "./http.ts";
import { routeOf } from "./routes.ts";
import type { Route } from "./routes.ts";
import { accountOf } from "./seeds.ts";

/** The whole body; nothing where it is larger than the limit. It is read to its end, so that the answer is not lost. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size > bodyLimit ? undefined : Buffer.concat(chunks);
}

/** The account of the bearer token. Throws 401 where there is none. */
function authenticate(request: IncomingMessage, route: Route): string {
  if (route.open === true) return "";
  const header = request.headers.authorization;
  const token = /^bearer +(.+)$/i.exec(header ?? "")?.[1];
  const account = token === undefined ? undefined : accountOf(token);
  if (account !== undefined) return account;
  if (faulty("invoices-any-token") && token !== undefined && route.path === "/invoices")
    return accountOf("nordwind-2f81c6") ?? "";
  const reason = header === undefined ? "" : ', error="invalid_token"';
  throw new Problem(401, "A token of an account is needed.", {
    headers: faulty("unchallenged")
      ? {}
      : { "WWW-Authenticate": `Bearer realm="courier"${reason}` },
  });
}

async function answerTo(request: IncomingMessage): Promise<Answer> {
  // A target in absolute form (RFC 9112, section 3.2.2) has the scheme and the host too.
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const [path = "", ...queries] = target.split("?");
  const method = request.method ?? "GET";
  const found = routeOf(path);
  if (found === undefined) throw new Problem(404, "There is nothing at this path.");
  const { route, places } = found;
  const run = route.methods[method === "HEAD" ? "GET" : method];
  if (run === undefined) {
    const known = Object.keys(route.methods);
    const allowed = known.includes("GET") ? [...known, "HEAD"] : known;
    throw new Problem(405, `The path has no method ${method}.`, {
      headers: faulty("allow-missing") ? {} : { Allow: allowed.join(", ") },
    });
  }
  if (method === "HEAD" && faulty("label-head-refused") && route.path.endsWith("/label"))
    throw new Problem(405, "The path has no method HEAD.", { headers: { Allow: "GET, PUT" } });
  const account = authenticate(request, route);
  const body = await bodyOf(request);
  const query = new URLSearchParams(queries.join("?"));
  return run({ method, places, query, headers: request.headers, account, body });
}

/** The answer of a refusal; of a fault of the service where it is none. */
function refusal(error: unknown): Answer {
  const known = error instanceof Problem;
  if (!known) console.error(error);
  const { status, message, headers, issues } = known
    ? error
    : new Problem(500, "The service has failed.");
  return {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
    json: { status, title: message, ...(issues.length > 0 ? { issues } : {}) },
  };
}

function send(response: ServerResponse, answer: Answer): void {
  const text = answer.json === undefined ? undefined : JSON.stringify(answer.json);
  const bytes = answer.bytes ?? (text === undefined ? undefined : Buffer.from(text));
  const size = faulty("length-in-characters") ? (text ?? bytes)?.length : bytes?.length;
  response.writeHead(answer.status, {
    ...(bytes === undefined ? {} : { "Content-Type": "application/json", "Content-Length": size }),
    "Cache-Control": "private, no-cache",
    ...answer.headers,
  });
  response.end(bytes);
}

const server = createServer(async (request, response) => {
  const answer = await answerTo(request).catch(refusal);
  // A body that nobody has read would stand before the next request of the connection.
  request.resume();
  send(response, answer);
});

server.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  console.log(`listening http://127.0.0.1:${String(port)}`);
});
