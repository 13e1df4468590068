import { serve } from "@hono/node-server";
import { getResponse, type RequestHandler } from "msw";

/** Answers HTTP requests with MSW's handlers, for it has no server of its own. */
export function serveHandlers(handlers: RequestHandler[], port: number): void {
  const answer = async (request: Request): Promise<Response> =>
    (await getResponse(handlers, request)) ?? new Response("no handler", { status: 404 });
  serve({ fetch: answer, port, hostname: "127.0.0.1" });
}
