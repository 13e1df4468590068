import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parseJson, readBody } from "./bodies.ts";
import { fault } from "./faults.ts";
import { parseQuery } from "./query.ts";
import { principals } from "./store.ts";
import { ApiError, BASE, type Context, type Result, type Route, type Workspace } from "./types.ts";

type Reply = { status: number; headers: Record<string, string>; bytes: Buffer | null };

const jsonReply = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => {
  const bytes = Buffer.from(JSON.stringify(value));
  return { status, headers: { "Content-Type": "application/json", ...headers }, bytes };
};

const errorReply = (e: unknown): Reply => {
  if (!(e instanceof ApiError)) {
    if ((e as { code?: string }).code !== "ECONNRESET") console.error(e);
    return jsonReply(500, { error: { code: "internal", message: "Something went wrong" } });
  }
  const { code, message, details } = e;
  return jsonReply(
    e.status,
    { error: details ? { code, message, details } : { code, message } },
    e.headers,
  );
};

const segmentsOf = (path: string): string[] | null => {
  if (!path.startsWith(`${BASE}/`)) return null;
  try {
    return path
      .slice(BASE.length + 1)
      .split("/")
      .map(decodeURIComponent);
  } catch {
    return null;
  }
};

const match = (pattern: string, segments: string[]): string[] | null => {
  const parts = pattern.slice(1).split("/");
  if (parts.length !== segments.length) return null;
  const params: string[] = [];
  for (const [i, part] of parts.entries()) {
    if (part.startsWith("{")) params.push(segments[i]!);
    else if (part !== segments[i]) return null;
  }
  return params.includes("") ? null : params;
};

const authenticate = (header: string | undefined): Workspace => {
  const token = /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1];
  const workspace = token === undefined ? undefined : principals.get(token);
  if (workspace) return workspace;
  const challenge = token === undefined ? "" : ', error="invalid_token"';
  throw new ApiError(401, "unauthorized", "A valid bearer token is required", undefined, {
    "WWW-Authenticate": `Bearer realm="hirelane"${challenge}`,
  });
};

const etagOf = (result: Result, bytes: Buffer): string =>
  `"${createHash("sha1")
    .update(result.etagSource ?? bytes)
    .digest("base64url")}"`;

const bytesOf = (result: Result): Buffer =>
  result.bytes ?? Buffer.from(JSON.stringify(result.json));

const listed = (header: string, etag: string, weak: boolean): boolean => {
  if (header.trim() === "*") return true;
  const tags = header.match(/(W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (weak && tag === `W/${etag}`));
};

// RFC 9110, section 13.2.2. Gives true when the answer is 304.
const notModified = (req: IncomingMessage, etag: string): boolean => {
  const ifMatch = req.headers["if-match"];
  const ifNoneMatch = req.headers["if-none-match"];
  const failed = new ApiError(412, "precondition_failed", "The resource has another version");
  if (ifMatch !== undefined && !listed(ifMatch, etag, false)) throw failed;
  if (ifNoneMatch === undefined || !listed(ifNoneMatch, etag, true)) return false;
  if (req.method === "GET" || req.method === "HEAD") return true;
  throw failed;
};

const CACHING = { "Cache-Control": "private, no-cache", Vary: "Authorization" };

const checkMediaType = (route: Route, contentType: string): void => {
  const expected = route.body === "json" ? "application/json" : "multipart/form-data";
  if (contentType.split(";")[0]!.trim().toLowerCase() === expected) return;
  throw new ApiError(415, "unsupported_media_type", `The body must be ${expected}`);
};

const readRoute = async (req: IncomingMessage, route: Route, ctx: Context): Promise<Reply> => {
  const result = await route.run(ctx);
  const bytes = bytesOf(result);
  const etag = etagOf(result, bytes);
  const headers = { ...CACHING, ETag: etag };
  if (notModified(req, etag)) return { status: 304, headers, bytes: null };
  const type = result.json === undefined ? {} : { "Content-Type": "application/json" };
  return { status: 200, headers: { ...type, ...headers, ...result.headers }, bytes };
};

const writeRoute = async (
  req: IncomingMessage,
  route: Route,
  ctx: Context,
  reader?: Route,
): Promise<Reply> => {
  route.find?.(ctx);
  if (route.body) {
    checkMediaType(route, ctx.contentType);
    ctx.raw = await readBody(req);
    route.find?.(ctx);
  }
  if (reader && route.method !== "POST") {
    const current = reader.run(ctx) as Result;
    notModified(req, etagOf(current, bytesOf(current)));
  }
  const result = await route.run(ctx);
  if (result.status === 204) return { status: 204, headers: { ...result.headers }, bytes: null };
  const reply = jsonReply(result.status, result.json, result.headers);
  if (route.method === "PATCH") reply.headers.ETag = etagOf(result, reply.bytes!);
  return reply;
};

const answer = async (req: IncomingMessage, routes: Route[]): Promise<Reply> => {
  const target = (req.url ?? "/").replace(/^https?:\/\/[^/?#]*/i, "");
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const search = mark < 0 ? "" : target.slice(mark + 1);
  const segments = segmentsOf(path);
  const here = segments === null ? [] : routes.filter((r) => match(r.path, segments) !== null);
  if (target === "*" && req.method === "OPTIONS") {
    return {
      status: 204,
      headers: { Allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS" },
      bytes: null,
    };
  }
  if (here.length === 0) throw new ApiError(404, "not_found", "There is nothing at this address");
  const noHead = fault("candidate-head-405") && here[0]!.path === "/candidates/{candidateId}";
  const methods = here.flatMap((r) =>
    r.method === "GET" && !noHead ? ["GET", "HEAD"] : [r.method],
  );
  const Allow = [...methods, "OPTIONS"].join(", ");
  if (req.method === "OPTIONS") return { status: 204, headers: { Allow }, bytes: null };
  if (!methods.includes(req.method ?? "")) {
    throw new ApiError(405, "method_not_allowed", `Allowed here: ${Allow}`, undefined, { Allow });
  }
  const method = req.method === "HEAD" ? "GET" : req.method;
  const route = here.find((r) => r.method === method)!;
  const workspace = authenticate(req.headers.authorization);
  const malformedStatus =
    fault("application-patch-malformed-422") &&
    route.method === "PATCH" &&
    route.path.includes("applications");
  const ctx: Context = {
    workspace,
    params: match(route.path, segments!)!,
    query: parseQuery(search),
    contentType: req.headers["content-type"] ?? "",
    raw: Buffer.alloc(0),
    json: () => {
      try {
        return parseJson(ctx.raw);
      } catch (e) {
        if (malformedStatus && e instanceof ApiError)
          throw new ApiError(422, "validation_failed", e.message, []);
        throw e;
      }
    },
  };
  if (method === "GET") return readRoute(req, route, ctx);
  const unconditional = fault("candidate-put-if-match-ignored") && route.method === "PUT";
  return writeRoute(
    req,
    route,
    ctx,
    unconditional ? undefined : here.find((r) => r.method === "GET"),
  );
};

const send = (req: IncomingMessage, res: ServerResponse, reply: Reply): void => {
  const headers: Record<string, string> = { ...reply.headers };
  if (reply.bytes) headers["Content-Length"] = String(reply.bytes.length);
  res.writeHead(reply.status, headers);
  if (req.method === "HEAD" || !reply.bytes) res.end();
  else res.end(reply.bytes);
};

export const serve = (routes: Route[], port: number): void => {
  const server = createServer({ maxHeaderSize: 128 * 1024 }, (req, res) => {
    answer(req, routes)
      .catch(errorReply)
      .then((reply) => {
        req.resume();
        if (!res.destroyed) send(req, res, reply);
        return reply;
      })
      .catch(() => res.destroy());
  });
  server.listen(port, "127.0.0.1", () => {
    const address = server.address();
    const actual = typeof address === "object" && address ? address.port : port;
    console.log(`listening http://127.0.0.1:${actual}${BASE}`);
  });
};
