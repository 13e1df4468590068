import { serve } from "@hono/node-server";
import { Hono, type Context } from "hono";
import { associationOf } from "./keepers.ts";
import { photoLimit } from "./photos.ts";
import { Problem } from "./problems.ts";
import type { Answer, Handler } from "./requests.ts";
import { routes } from "./routes.ts";
import { seed } from "./seeds.ts";

/**
 * Reads a body, and keeps no more of it than shows that it is too large. What follows is read all the same: a connection
 * with bytes that nobody has read cannot be used for the next request.
 */
async function bytesOf({ body }: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    if (length <= photoLimit) chunks.push(chunk);
    length += chunk.length;
  }
  return new Uint8Array(Buffer.concat(chunks));
}

async function answerTo(context: Context, handler: Handler): Promise<Response> {
  const { req: request } = context;
  const { headers } = request.raw;
  const { searchParams: query } = new URL(request.url);
  const parameters = request.param() as Record<string, string>;
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const bytes = hasBody ? await bytesOf(request.raw) : new Uint8Array();
  const association = associationOf(headers);
  return responseOf(await handler({ association, parameters, query, headers, bytes }));
}

function responseOf({ status, headers, body, bytes }: Answer): Response {
  const type = body === undefined ? {} : { "Content-Type": "application/json" };
  const content = body === undefined ? (bytes ?? null) : JSON.stringify(body);
  return new Response(content, {
    status,
    headers: { "Cache-Control": "private, no-cache", ...type, ...headers },
  });
}

function refusalOf(error: Error): Response {
  if (!(error instanceof Problem)) console.error(error);
  const { status, code, message, fields, headers } =
    error instanceof Problem ? error : new Problem(500, "failed", "The service has failed.");
  const body = { error: { code, message, ...(fields.length > 0 && { fields }) } };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Cache-Control": "private, no-cache",
      "Content-Type": "application/json",
      ...headers,
    },
  });
}

function refuseMethod(methods: readonly string[]): never {
  const allowed = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  throw new Problem(405, "method_not_allowed", "The path does not have this method.", {
    headers: { Allow: allowed.join(", ") },
  });
}

seed();

const application = new Hono();
for (const [path, handlers] of Object.entries(routes)) {
  for (const [method, handler] of Object.entries(handlers))
    application.on(method, path, (context) => answerTo(context, handler));
  application.all(path, () => refuseMethod(Object.keys(handlers)));
}
application.notFound(() => refusalOf(new Problem(404, "not_found", "There is no such path.")));
application.onError(refusalOf);

const port = Number(process.env["PORT"] ?? 0);
serve({ fetch: application.fetch, port, hostname: "127.0.0.1" }, (address) => {
  console.log(`listening http://127.0.0.1:${String(address.port)}`);
});
