import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as bikes from "./bikes.ts";
import { enableFaults, fault } from "./faults.ts";
import { BASE, JSON_LIMIT, Problem, problemReply } from "./http.ts";
import type { Ctx, Reply } from "./http.ts";
import * as rentals from "./rentals.ts";
import * as repairs from "./repairs.ts";
import { getRevenue } from "./revenue.ts";
import * as stations from "./stations.ts";
import { seed, tokens } from "./store.ts";

type Handler = (ctx: Ctx) => Reply | Promise<Reply>;

const routes: [string, Record<string, Handler>][] = [
  ["/bikes", { GET: bikes.listBikes, POST: bikes.createBike }],
  [
    "/bikes/{bikeId}",
    {
      GET: bikes.getBike,
      PUT: bikes.replaceBike,
      PATCH: bikes.updateBike,
      DELETE: bikes.deleteBike,
    },
  ],
  ["/bikes/{bikeId}/retire", { POST: bikes.retireBike }],
  ["/bikes/{bikeId}/sheet", { GET: bikes.getSheet, PUT: bikes.putSheet }],
  ["/bikes/{bikeId}/repairs", { GET: repairs.listRepairs, POST: repairs.openRepair }],
  ["/repairs/{repairId}", { GET: repairs.getRepair }],
  ["/repairs/{repairId}/close", { POST: repairs.closeRepair }],
  ["/stations", { GET: stations.listStations, POST: stations.createStation }],
  ["/stations/{stationId}", { GET: stations.getStation }],
  ["/rentals", { GET: rentals.listRentals, POST: rentals.startRental }],
  ["/rentals/{rentalId}", { GET: rentals.getRental }],
  ["/rentals/{rentalId}/end", { POST: rentals.endRental }],
  ["/reports/revenue", { GET: getRevenue }],
];

function match(
  path: string,
): { params: Record<string, string>; methods: Record<string, Handler> } | null {
  if (!path.startsWith(`${BASE}/`)) return null;
  const parts = path.slice(BASE.length).split("/");
  for (const [pattern, methods] of routes) {
    const names = pattern.split("/");
    if (names.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const ok = names.every((n, i) => {
      if (!n.startsWith("{")) return n === parts[i];
      try {
        params[n.slice(1, -1)] = decodeURIComponent(parts[i] ?? "");
      } catch {
        return false;
      }
      return parts[i] !== "";
    });
    if (ok) return { params, methods };
  }
  return null;
}

async function readBody(req: IncomingMessage): Promise<{ body: Buffer; size: number }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= JSON_LIMIT) chunks.push(chunk);
  }
  return { body: Buffer.concat(chunks), size };
}

function authenticate(req: IncomingMessage): string {
  const m = /^Bearer +([^\s]+) *$/i.exec(req.headers.authorization ?? "");
  const owner = Object.hasOwn(tokens, m?.[1] ?? "") ? (tokens[m?.[1] ?? ""] ?? null) : null;
  if (!owner) {
    const headers: Record<string, string> = fault("no-www-authenticate")
      ? {}
      : { "WWW-Authenticate": 'Bearer realm="fleet"' };
    throw new Problem(401, "unauthorized", "A valid operator token is needed.", undefined, headers);
  }
  return owner;
}

async function answer(req: IncomingMessage): Promise<Reply> {
  const target = req.url ?? "/";
  const cut = target.indexOf("?");
  const path = cut < 0 ? target : target.slice(0, cut);
  const query = new URLSearchParams(cut < 0 ? "" : target.slice(cut + 1));
  const { body, size } = await readBody(req);
  const route = match(path);
  if (!route) throw new Problem(404, "not_found", "There is nothing at this path.");
  const method = req.method === "HEAD" ? "GET" : req.method!;
  const handler = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
  if (!handler) {
    const allow = Object.keys(route.methods).flatMap((m) => (m === "GET" ? ["GET", "HEAD"] : [m]));
    throw new Problem(
      405,
      "method_not_allowed",
      `${req.method} is not possible here.`,
      undefined,
      fault("no-allow-header") ? {} : { Allow: allow.join(", ") },
    );
  }
  const owner = authenticate(req);
  return handler({ req, method, query, params: route.params, owner, body, bodySize: size });
}

function send(req: IncomingMessage, res: ServerResponse, reply: Reply): void {
  const headers: Record<string, string> = {
    "Cache-Control": "private, no-cache",
    ...reply.headers,
  };
  let bytes = reply.bytes;
  if (reply.json !== undefined) {
    bytes = Buffer.from(JSON.stringify(reply.json), "utf8");
    headers["Content-Type"] ??= "application/json";
  }
  if (reply.status !== 204 && reply.status !== 304)
    headers["Content-Length"] = String(bytes?.length ?? 0);
  res.writeHead(reply.status, headers);
  res.end(
    req.method === "HEAD" || reply.status === 204 || reply.status === 304 ? undefined : bytes,
  );
}

const server = createServer({ maxHeaderSize: 65536 }, async (req, res) => {
  try {
    send(req, res, await answer(req));
  } catch (e) {
    if (e instanceof Problem) {
      let problem = e;
      if (
        e.code === "malformed_json" &&
        fault("malformed-json-answers-500") &&
        /\/rentals/.test(req.url ?? "")
      ) {
        problem = new Problem(500, "internal_error", "Something went wrong.");
      }
      send(req, res, problemReply(problem));
      return;
    }
    if (res.headersSent || req.destroyed) {
      res.destroy();
      return;
    }
    console.error(e);
    send(req, res, problemReply(new Problem(500, "internal_error", "Something went wrong.")));
  }
});

server.on("clientError", (err: NodeJS.ErrnoException, socket) => {
  if (err.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(
    problemReply(new Problem(400, "malformed_request", "The request is not proper HTTP.")).json,
  );
  socket.end(
    "HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json\r\nCache-Control: private, no-cache\r\n" +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
});

seed();
enableFaults();
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`);
});
