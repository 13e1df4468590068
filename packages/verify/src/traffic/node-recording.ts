import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { HeaderField } from "../wire/wire-request.ts";
import type { SeenBody } from "./recorded-entry.ts";
import { SeenBytes } from "./seen-body.ts";
import type { RecordedAnswer, Recording } from "./recording.ts";

/** Wraps a listener to record its requests and answers. */
export function listenerOf(
  handler: RequestListener,
  maxBodyBytes: number,
  start: (recording: Recording) => (answer: RecordedAnswer | Error) => void,
): RequestListener {
  return (request, response) => {
    const answered = start({
      method: request.method ?? "GET",
      url: `http://${request.headers.host ?? "localhost"}${request.url ?? "/"}`,
      requestHeaders: pairsOf(request.rawHeaders),
      requestBody: bodyOfRequest(request, response, maxBodyBytes),
    });
    recordAnswer(response, maxBodyBytes, answered);
    return handler(request, response);
  };
}

function pairsOf(raw: readonly string[]): HeaderField[] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [
    raw[2 * index] ?? "",
    raw[2 * index + 1] ?? "",
  ]);
}

/** Collects the body of a request. Unread parts are not recorded. */
function bodyOfRequest(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<SeenBody | undefined> {
  const seen = new SeenBytes(limit);
  const { promise, resolve } = Promise.withResolvers<SeenBody | undefined>();
  const push = request.push.bind(request);
  // All bytes pass through `push`, however they are read.
  request.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    if (chunk instanceof Uint8Array) seen.add(chunk);
    if (chunk === null) resolve(seen.body(true));
    return push(chunk, encoding);
  };
  response.once("close", () => resolve(seen.body(request.complete)));
  return promise;
}

function recordAnswer(
  response: ServerResponse,
  limit: number,
  answered: (answer: RecordedAnswer | Error) => void,
): void {
  const seen = new SeenBytes(limit);
  const keep = (chunk: unknown, encoding: unknown): void => {
    if (chunk instanceof Uint8Array) seen.add(chunk);
    else if (typeof chunk === "string")
      seen.add(Buffer.from(chunk, typeof encoding === "string" ? (encoding as "utf8") : "utf8"));
  };
  const { write, end, writeHead } = response;
  const given = new Map<string, HeaderField[]>();
  response.writeHead = function recordedHead(this: ServerResponse, ...head: unknown[]) {
    // Headers that are only passed to `writeHead` are not stored in the response.
    for (const [name, value] of headOf(head.at(-1)))
      given.set(name.toLowerCase(), [...(given.get(name.toLowerCase()) ?? []), [name, value]]);
    return Reflect.apply(writeHead, this, head) as ServerResponse;
  };
  response.write = function recordedWrite(this: ServerResponse, ...chunk: unknown[]): boolean {
    keep(chunk[0], chunk[1]);
    return Reflect.apply(write, this, chunk) as boolean;
  };
  response.end = function recordedEnd(this: ServerResponse, ...chunk: unknown[]): ServerResponse {
    keep(chunk[0], chunk[1]);
    return Reflect.apply(end, this, chunk) as ServerResponse;
  };
  response.once("close", () => {
    if (!response.headersSent) return answered(new Error("the connection was closed"));
    const set = fieldsOf(response.getHeaders()).filter(([name]) => !given.has(name));
    const headers = [...set, ...[...given.values()].flat()];
    answered({
      status: response.statusCode,
      statusText: response.statusMessage ?? "",
      headers,
      body: Promise.resolve(seen.body(response.writableFinished)),
      isStream: false,
    });
  });
}

const fieldsOf = (headers: object): HeaderField[] =>
  Object.entries(headers).flatMap(([name, value]: [string, unknown]) =>
    [value].flat().map((one): HeaderField => [name, String(one)]),
  );

/** Returns the headers of `writeHead`: an object, or a list of names and values. */
function headOf(headers: unknown): HeaderField[] {
  if (typeof headers !== "object" || headers === null) return [];
  if (!Array.isArray(headers)) return fieldsOf(headers);
  const pairs = headers as readonly unknown[];
  return Array.isArray(pairs[0])
    ? (pairs as readonly (readonly unknown[])[]).map(([name, value]) => [
        String(name),
        String(value),
      ])
    : pairsOf(pairs.map(String));
}
