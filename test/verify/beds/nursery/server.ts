import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isFault } from "./faults.ts";
import { Call } from "./call.ts";
import type { Answer } from "./call.ts";
import { isAccepted, isJson, parseMediaType } from "./media-types.ts";
import { Query } from "./query.ts";
import { badRequest, notAcceptable, Refusal } from "./refusals.ts";
import { routeOf } from "./routes.ts";
import type { Operation } from "./routes.ts";
import { seed } from "./seed.ts";
import { userOf } from "./users.ts";

const photoTypes = ["image/png", "image/jpeg", "image/webp"];
const limits = { json: 131072, photo: 65536 };

/** All of the body, which is read to its end even when it is too long, so that the answer arrives. */
async function bodyOf(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw new Refusal(413, "too_large", `The body has more than ${limit} bytes.`);
  return Buffer.concat(chunks);
}

function unsupported(accepted: string): Refusal {
  return new Refusal(415, "unsupported_media_type", `The body must be ${accepted}.`, {
    headers: { Accept: accepted },
  });
}

function checkType({ headers }: IncomingMessage, takes: "json" | "photo", bytes: Buffer): void {
  const type = headers["content-type"];
  const accepted = takes === "json" ? "application/json" : photoTypes.join(", ");
  if ((headers["content-encoding"] ?? "identity").trim().toLowerCase() !== "identity")
    throw unsupported(accepted);
  if (takes === "photo" && !photoTypes.includes(parseMediaType(type ?? "")?.essence ?? ""))
    throw unsupported(accepted);
  if (takes === "json" && type === undefined && bytes.length === 0)
    throw badRequest("A body is required.");
  if (takes === "json" && !isJson(type)) throw unsupported(accepted);
}

async function bytesFor(request: IncomingMessage, { takes }: Operation): Promise<Buffer> {
  if (takes === undefined) return Buffer.alloc(0);
  const bytes = await bodyOf(request, limits[takes]);
  checkType(request, takes, bytes);
  return bytes;
}

async function answerTo(request: IncomingMessage): Promise<Answer> {
  const { method = "GET", url = "/", headers } = request;
  const [path = "", query = ""] = url.replace(/^https?:\/\/[^/?]*/i, "").split(/\?(.*)/s);
  const { operation, values } = routeOf(method, path);
  const user = userOf(headers["x-nursery-key"]);
  if (operation.gives !== undefined && !isAccepted(headers.accept, operation.gives))
    throw notAcceptable();
  const bytes = await bytesFor(request, operation);
  return operation.handle(
    new Call({ user, path: values, query: new Query(query), headers, bytes }),
  );
}

/** Whether the client went away, which is no fault of the service. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

function refused(error: unknown): Answer {
  const refusal =
    error instanceof Refusal ? error : new Refusal(500, "internal", "Something went wrong here.");
  if (refusal !== error && !isAborted(error)) console.error(error);
  const { status, code, message, details } = refusal;
  const headers = { ...refusal.headers, "Cache-Control": "no-store" };
  if (status === 401 && isFault("unauthorized-as-text"))
    return {
      status,
      headers,
      content: { type: "text/plain; charset=utf-8", bytes: Buffer.from("Unauthorized\n") },
    };
  return { status, headers, body: { code, message, ...(details && { details }) } };
}

function send(response: ServerResponse, { status, headers = {}, body, content }: Answer): void {
  const sent =
    content ??
    (body === undefined
      ? undefined
      : { type: "application/json", bytes: Buffer.from(JSON.stringify(body)) });
  response.writeHead(status, {
    ...headers,
    ...(sent && { "Content-Type": sent.type, "Content-Length": sent.bytes.length }),
  });
  response.end(sent?.bytes);
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await answerTo(request).catch(refused);
  request.resume();
  if (!response.destroyed) send(response, answer);
}

seed();
const server = createServer((request, response) => void serve(request, response));
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`listening http://127.0.0.1:${address?.port}/v1`);
});
