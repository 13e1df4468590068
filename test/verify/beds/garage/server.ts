// The garage: back office of car workshops.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { BASE, empty, Problem, problemAnswer, readContent, send, type Answer } from "./http.ts";
import { allowed, route } from "./routes.ts";
import { workshops } from "./seed.ts";
import type { Workshop } from "./store.ts";

function authenticate(header: string | undefined): Workshop {
  const token = /^bearer +(\S+)$/i.exec(header ?? "")?.[1];
  const workshop = workshops.find((one) => one.token === token);
  if (workshop) return workshop;
  const challenge =
    token === undefined ? 'Bearer realm="garage"' : 'Bearer realm="garage", error="invalid_token"';
  throw new Problem(401, "Send the bearer token of a workshop.", [], {
    "WWW-Authenticate": challenge,
  });
}

async function answer(req: IncomingMessage, method: string): Promise<Answer> {
  const content = await readContent(req);
  if (method === "OPTIONS" && req.url === "*") return empty(204);
  const target = (req.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const [path = "", ...rest] = target.split("?");
  const found = route(path);
  if (!found) throw new Problem(404, "There is nothing at this path.");
  const allow = allowed(found.methods);
  if (method === "OPTIONS") return empty(204, { Allow: allow });
  const name = method === "HEAD" ? "GET" : method;
  const handler = Object.hasOwn(found.methods, name) ? found.methods[name] : undefined;
  if (!handler) {
    throw new Problem(405, `${method} is not possible here.`, [], { Allow: allow });
  }
  return await handler({
    method,
    query: new URLSearchParams(rest.join("?")),
    header: (field) => req.headers[field] as string | undefined,
    ...content,
    params: found.params,
    workshop: authenticate(req.headers.authorization),
  });
}

const server = createServer({ maxHeaderSize: 65536 }, async (req, res) => {
  const method = req.method ?? "GET";
  try {
    send(res, method, await answer(req, method));
  } catch (error) {
    if (req.destroyed && !req.complete) return;
    if (!(error instanceof Problem)) process.stderr.write(`${(error as Error).stack}\n`);
    const problem = error instanceof Problem ? error : new Problem(500, "Something went wrong.");
    send(res, method, problemAnswer(problem));
  }
});

server.listen(Number(process.env.PORT || 0), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`listening http://127.0.0.1:${port}${BASE}\n`);
});
