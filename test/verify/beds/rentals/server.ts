// rentals: the back office of a property manager. Start with `node server.ts`.
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { BASE, Problem, notFound } from "./lib.ts";
import type { Reply } from "./lib.ts";
import { MANAGERS } from "./store.ts";
import { find } from "./routes.ts";
import { fault } from "./faults.ts";

function segmentsOf(path: string): string[] | null {
  if (!path.startsWith(BASE + "/")) return null;
  try {
    return path
      .slice(BASE.length + 1)
      .split("/")
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}

async function answer(req: IncomingMessage): Promise<Reply> {
  const url = (req.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const cut = url.indexOf("?");
  const path = cut < 0 ? url : url.slice(0, cut);
  const query = new URLSearchParams(cut < 0 ? "" : url.slice(cut + 1));
  const method = req.method ?? "GET";
  const segments = segmentsOf(path);
  const route = segments && find(segments);
  if (!route) throw notFound("address");
  if (method === "OPTIONS") {
    const headers: Record<string, string> = { Allow: route.allow };
    if (route.methods.PATCH) headers["Accept-Patch"] = "application/merge-patch+json";
    return { status: 204, headers };
  }
  const name = method === "HEAD" ? "GET" : method;
  if (!Object.hasOwn(route.methods, name)) {
    const headers: Record<string, string> = fault("no-allow-on-405") ? {} : { Allow: route.allow };
    throw new Problem("method-not-allowed", `Use ${route.allow}.`, {}, headers);
  }
  const key = req.headers["x-api-key"];
  const manager =
    typeof key === "string" && Object.hasOwn(MANAGERS, key) ? MANAGERS[key] : undefined;
  if (!manager) {
    throw new Problem(
      "unauthorized",
      "Send a known key in X-API-Key.",
      {},
      { "WWW-Authenticate": 'ApiKey realm="rentals"' },
    );
  }
  return route.methods[name]!({ req, method, params: route.params, query, manager });
}

function send(res: ServerResponse, method: string, r: Reply): void {
  for (const [k, v] of Object.entries(r.headers ?? {})) res.setHeader(k, v);
  res.statusCode = r.status;
  let body: Buffer | null = null;
  if (r.json !== undefined) {
    body = Buffer.from(JSON.stringify(r.json));
    res.setHeader("Content-Type", r.type ?? "application/json");
  } else if (r.bytes) {
    body = r.bytes;
    res.setHeader("Content-Type", r.type!);
  }
  if (body) res.setHeader("Content-Length", body.length);
  else if (r.status === 201) res.setHeader("Content-Length", 0);
  if (body && method !== "HEAD") res.end(body);
  else res.end();
}

const server = createServer((req, res) => {
  answer(req).then(
    (r) => send(res, req.method ?? "GET", r),
    (e) => {
      if (e instanceof Problem) return send(res, req.method ?? "GET", e.reply());
      if (req.destroyed && !req.complete) return res.destroy();
      console.error(e);
      send(res, req.method ?? "GET", {
        status: 500,
        type: "application/problem+json",
        json: {
          type: "https://rentals.example/problems/internal",
          title: "Internal error",
          status: 500,
          detail: "Please try again.",
        },
      });
    },
  );
});

server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`);
});
