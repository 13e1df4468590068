import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fault } from "./faults.ts";
import { Problem, type Answer } from "./http.ts";
import { routeOf, type Route } from "./routes.ts";
import { practices } from "./store.ts";

const MAX_BODY = 1024 * 1024;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Read to its end also if too large, so that the client can read the refusal.
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= MAX_BODY) chunks.push(chunk);
  }
  if (size > MAX_BODY) throw new Problem(413, `A body has at most ${MAX_BODY} bytes.`);
  return Buffer.concat(chunks);
}

function practiceOf(request: IncomingMessage): string {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
  const practice = token === undefined ? undefined : practices.get(token);
  if (practice !== undefined) return practice;
  const error = token === undefined ? "" : ', error="invalid_token"';
  throw new Problem(401, "A token of a practice is required.", {
    headers: { "WWW-Authenticate": `Bearer realm="clinic"${error}` },
  });
}

function operationOf(method: string, { operations }: Route) {
  const asked = method === "HEAD" ? "GET" : method;
  const operation = operations[asked];
  if (operation) return operation;
  const allowed = Object.keys(operations).flatMap((name) =>
    name === "GET" ? ["GET", "HEAD"] : [name],
  );
  throw new Problem(405, `${method} is not possible here.`, {
    headers: { Allow: allowed.join(", ") },
  });
}

function typeOf(request: IncomingMessage, accepted: string[]): string {
  const [type = "", ...parameters] = (request.headers["content-type"] ?? "")
    .split(";")
    .map((part) => part.trim().toLowerCase());
  const isOther = parameters.some(
    (part) => part.startsWith("charset=") && !/^charset="?utf-8"?$/.test(part),
  );
  const isCoded = (request.headers["content-encoding"] ?? "identity") !== "identity";
  // Text is kept as bytes, so that its charset does not matter.
  if (isCoded || !accepted.includes(type) || (isOther && type !== "text/plain"))
    throw new Problem(415, `The body must be ${accepted.join(" or ")}, UTF-8 and not encoded.`, {
      headers: { Accept: accepted.join(", ") },
    });
  return type;
}

async function answerTo(request: IncomingMessage): Promise<Answer> {
  const { method = "", url = "", headers } = request;
  const { groups } = /^(?:https?:\/\/[^/?]*)?(?<pathname>[^?]*)\??(?<search>.*)$/i.exec(url) ?? {};
  const route = routeOf(groups?.["pathname"] ?? "");
  if (!route) throw new Problem(404, "There is nothing at this path.");
  const { run, accepts } = operationOf(method, route);
  const practice = practiceOf(request);
  const type = accepts ? typeOf(request, accepts) : "";
  const body = accepts ? await bodyOf(request) : Buffer.alloc(0);
  const query = new URLSearchParams(groups?.["search"]);
  return run({ practice, path: route.path, query, headers, type, body });
}

function refusal(error: unknown): Answer {
  const problem = error instanceof Problem ? error : new Problem(500, "Something went wrong.");
  if (problem !== error) console.error(error);
  const type = fault("problem-as-json") ? "application/json" : "application/problem+json";
  return {
    status: problem.status,
    headers: { ...problem.headers, "Content-Type": type },
    json: problem.body,
  };
}

function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, headers = {}, json, lines } = answer;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  if (lines) {
    if (request.method !== "HEAD") for (const line of lines) response.write(line);
    response.end();
    return;
  }
  const text = json === undefined ? undefined : JSON.stringify(json);
  const bytes = answer.bytes ?? (text === undefined ? undefined : Buffer.from(text));
  if (!bytes) {
    response.end();
    return;
  }
  if (!response.hasHeader("Content-Type")) response.setHeader("Content-Type", "application/json");
  const length = fault("length-in-characters") && text !== undefined ? text.length : bytes.length;
  response.setHeader("Content-Length", length);
  response.end(bytes);
}

const server = createServer(async (request, response) => {
  const answer = await answerTo(request).catch(refusal);
  send(request, response, answer);
});

server.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`listening http://127.0.0.1:${port}`);
});
