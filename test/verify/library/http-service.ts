import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { badRequest, bytesOf, problem, type Answer, type Received } from "./answer.ts";

/** What a service does with HTTP, whatever it is about. */
export abstract class HttpService {
  /** As a function from requests to responses. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const answer = this.answer(
      this.received(request.method, pathname, searchParams, request.headers, body),
    );
    const bytes = bytesOf(answer);
    const content = bytes === undefined || request.method === "HEAD" ? null : new Uint8Array(bytes);
    return new Response(content, { status: answer.status, headers: answer.headers ?? {} });
  };

  /** As a listener of `node:http`. */
  readonly listener: RequestListener = (request, response) => void this.#listen(request, response);

  write(response: ServerResponse, answer: Answer): void {
    response.writeHead(answer.status, answer.headers ?? {});
    response.end(bytesOf(answer));
  }

  async #listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://library");
    const headers = new Headers(request.headers as Record<string, string>);
    const { method = "GET" } = request;
    const body = await buffer(request);
    const received = this.received(method, pathname, searchParams, headers, body);
    this.write(response, this.answer(received));
  }

  received(
    method: string,
    path: string,
    query: URLSearchParams,
    headers: Headers,
    body: Buffer,
  ): Received {
    const segments = path.split("/").slice(1).map(decoded);
    return { method, segments, query, headers, body };
  }

  /** The answer to any request. */
  abstract answer(received: Received): Answer;

  methodNotAllowed(allowed: readonly string[]): Answer {
    return problem(405, "That is not done here.", { allow: allowed.join(", ") });
  }

  /** The body's value, or why there is none. */
  value({ headers, body }: Received): { readonly value: unknown } | Answer {
    const type = (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
    if (type !== "application/json") return problem(415, "The body is JSON.");
    try {
      return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) };
    } catch {
      return badRequest("The body is not JSON.");
    }
  }
}

/** A segment of a path; one that is not percent-encoded as it should be stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
