// HTTP: routing, reading of bodies, conditional requests, writing of answers.
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Problem, fault } from "./core.ts";
import { Query } from "./validate.ts";
import { accountByKey } from "./data.ts";
import type { Account } from "./data.ts";

export const BASE = "/v1";
export const MAX_JSON = 1048576;
export const MAX_FORM = 1114112;

export type Reply = {
  status: number;
  json?: unknown;
  bytes?: Buffer;
  headers?: Record<string, string>;
};
export type Context = {
  account: Account;
  query: Query;
  params: string[];
  headers: IncomingMessage["headers"];
  method: string;
  body: Buffer;
  bodySize: number;
};
export type Handler = (ctx: Context) => Reply | Promise<Reply>;
type Route = { segments: string[]; open: boolean; handlers: Record<string, Handler> };

const routes: Route[] = [];
export function route(path: string, handlers: Record<string, Handler>, open = false): void {
  routes.push({ segments: path.split("/").slice(1), open, handlers });
}

function findRoute(rawPath: string): { route: Route; params: string[] } {
  const unknown = new Problem(404, "not_found", "There is no such path.");
  if (!rawPath.startsWith(`${BASE}/`)) throw unknown;
  const raw = rawPath.slice(BASE.length + 1).split("/");
  let parts: string[];
  try {
    parts = raw.map((part) => decodeURIComponent(part));
  } catch {
    throw new Problem(400, "bad_parameter", "The path is not properly percent-encoded UTF-8.");
  }
  for (const r of routes) {
    if (r.segments.length !== parts.length) continue;
    const fits = r.segments.every((s, i) => (s === "{}" ? raw[i] !== "" : s === parts[i]));
    if (fits) return { route: r, params: parts.filter((_, i) => r.segments[i] === "{}") };
  }
  throw unknown;
}

async function readBody(req: IncomingMessage): Promise<{ body: Buffer; size: number }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += chunk.length;
    if (size <= MAX_FORM) chunks.push(chunk);
  }
  return { body: size <= MAX_FORM ? Buffer.concat(chunks) : Buffer.alloc(0), size };
}

export function requireBody(
  ctx: Context,
  mediaType: string,
  max: number,
  headers: Record<string, string> = {},
): string {
  const given = ctx.headers["content-type"] ?? "";
  const encoding = (ctx.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (given.split(";")[0]!.trim().toLowerCase() !== mediaType || encoding !== "identity") {
    throw new Problem(
      415,
      "unsupported_media_type",
      `The body must be ${mediaType}, not encoded.`,
      undefined,
      headers,
    );
  }
  if (ctx.bodySize > max)
    throw new Problem(413, "too_large", `The body may have ${max} bytes at most.`);
  return given;
}

export function readJson(
  ctx: Context,
  mediaType = "application/json",
  headers: Record<string, string> = {},
): unknown {
  requireBody(ctx, mediaType, MAX_JSON, headers);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(ctx.body));
  } catch {
    throw new Problem(400, "malformed_json", "The body is not JSON in UTF-8.");
  }
}

function matches(header: string, etag: string | undefined, weak: boolean): boolean {
  if (etag === undefined) return false;
  if (header.trim() === "*") return true;
  for (const m of header.matchAll(/(W\/)?("[^"]*")/g)) {
    if (m[2] === etag && (weak || m[1] === undefined)) return true;
  }
  return false;
}

// Evaluates If-Match and If-None-Match (RFC 9110, section 13.2.2). Answers true if a GET should be 304.
export function conditions(ctx: Context, etag: string | undefined): boolean {
  const ifMatch = ctx.headers["if-match"];
  if (ifMatch !== undefined && !matches(ifMatch, etag, false)) {
    throw new Problem(
      412,
      "precondition_failed",
      "If-Match does not hold.",
      undefined,
      etag ? { ETag: etag } : {},
    );
  }
  const ifNone = ctx.headers["if-none-match"];
  if (ifNone !== undefined && matches(ifNone, etag, true)) {
    if (ctx.method === "GET" || ctx.method === "HEAD") return true;
    throw new Problem(
      412,
      "precondition_failed",
      "If-None-Match does not hold.",
      undefined,
      etag ? { ETag: etag } : {},
    );
  }
  return false;
}

function send(res: ServerResponse, head: boolean, reply: Reply): void {
  res.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value);
  if (reply.json === undefined && reply.bytes === undefined) return void res.end();
  const bytes = reply.bytes ?? Buffer.from(JSON.stringify(reply.json));
  if (!res.hasHeader("Content-Type")) res.setHeader("Content-Type", "application/json");
  res.setHeader("Content-Length", bytes.length);
  if (head && reply.bytes && fault("artwork-head-length")) res.setHeader("Content-Length", 0);
  if (head) res.end();
  else res.end(bytes);
}

const titles: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  428: "Precondition Required",
  500: "Internal Server Error",
};

function problemReply(error: unknown): Reply {
  const p =
    error instanceof Problem ? error : new Problem(500, "internal", "Something went wrong.");
  if (!(error instanceof Problem)) console.error(error);
  const json: Record<string, unknown> = {
    title: titles[p.status],
    status: p.status,
    code: p.code,
    detail: p.message,
  };
  if (p.fields) json.fields = p.fields;
  return {
    status: p.status,
    json,
    headers: { ...p.headers, "Content-Type": "application/problem+json" },
  };
}

async function handle(req: IncomingMessage): Promise<Reply> {
  const url = (req.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const cut = url.indexOf("?");
  const method = req.method ?? "GET";
  const { body, size } = await readBody(req);
  const { route: found, params } = findRoute(cut < 0 ? url : url.slice(0, cut));
  const allowed = Object.keys(found.handlers).flatMap((m) => (m === "GET" ? ["GET", "HEAD"] : [m]));
  const allow = [...allowed, "OPTIONS"].join(", ");
  if (method === "OPTIONS") return { status: 204, headers: { Allow: allow } };
  const handler = found.handlers[method === "HEAD" ? "GET" : method];
  if (!handler)
    throw new Problem(405, "method_not_allowed", "This path has no such method.", undefined, {
      Allow: allow,
    });
  const account = accountByKey(req.headers["x-api-key"]);
  const common: Record<string, string> = found.open
    ? { "Cache-Control": "no-cache" }
    : { "Cache-Control": "private, no-cache", Vary: "X-Api-Key" };
  try {
    if (!account && !found.open) {
      throw new Problem(401, "unauthorized", "X-Api-Key is missing or unknown.", undefined, {
        "WWW-Authenticate": 'ApiKey realm="print shop"',
      });
    }
    const query = new Query(cut < 0 ? "" : url.slice(cut + 1));
    const ctx = {
      account: account!,
      query,
      params,
      headers: req.headers,
      method,
      body,
      bodySize: size,
    };
    const reply = await handler(ctx);
    return { ...reply, headers: { ...common, ...reply.headers } };
  } catch (error) {
    const reply = problemReply(error);
    return { ...reply, headers: { ...common, ...reply.headers } };
  }
}

export function start(port: number): void {
  const server = createServer(async (req, res) => {
    let reply: Reply;
    try {
      reply = await handle(req);
    } catch (error) {
      if (req.destroyed && !req.complete) return void res.destroy();
      reply = problemReply(error);
    }
    send(res, req.method === "HEAD", reply);
  });
  server.keepAliveTimeout = 60000;
  server.listen(port, "127.0.0.1", () => {
    const address = server.address() as { port: number };
    console.log(`listening http://127.0.0.1:${address.port}${BASE}`);
  });
}
