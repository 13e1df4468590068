import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { toExpress } from "../src/server/express.ts";
import { toFastify } from "../src/server/fastify.ts";
import { fetchRequest, respondWith, takeOver, toFetch } from "../src/server/index.ts";
import type { AnyHandler, RequestContext, Server } from "../src/server/index.ts";
import { nodeExchange, toNodeListener } from "../src/server/node.ts";
import { express } from "./adapters.ts";
import * as fixture from "./fixture.ts";
import { echo, serve } from "./server-harness.ts";

type Handle = (context: RequestContext) => unknown;

const serving = (handle: Handle): Server =>
  serve(
    [
      echo(fixture.getBook, {
        handler: ((_input: never, context: RequestContext) =>
          handle(context)) as AnyHandler<RequestContext>,
      }),
    ],
    { security: "unchecked" },
  );

/** Answers by the exchange of Node. */
const byHand: Handle = ({ request }) => {
  const exchange = nodeExchange(request);
  if (exchange === undefined) throw new TypeError("not behind Node");
  const response = exchange.response as ServerResponse;
  // When the server has long gone on.
  setImmediate(() => {
    response.writeHead(299, { "x-url": exchange.request.url ?? "" });
    response.end("by hand");
  });
  throw takeOver();
};

/** Listens, and gives the address. */
async function listen(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const http = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void http.close());
  await new Promise((resolve) => http.once("listening", resolve));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

const adapters: Record<string, (server: Server) => Promise<string>> = {
  "node:http": (server) => listen(toNodeListener(server)),
  Express: (server) => {
    const app = express();
    app.use("/", toExpress(server));
    return listen(app as never);
  },
  Fastify: async (server) => {
    const app = fastify();
    app.addHook("onSend", async (_request, reply) => void reply.header("x-hook", "1"));
    app.addHook("onRequest", async (_request, reply) => void reply.header("x-hook", "1"));
    await app.register(toFastify(server));
    onTestFinished(() => app.close());
    return app.listen({ port: 0, host: "127.0.0.1" });
  },
};

describe("a handler that takes the raw exchange", () => {
  test.for(Object.keys(adapters))(
    "answers by hand behind %s, and so does the next",
    async (name) => {
      const url = await adapters[name]?.(serving(byHand));
      for (const id of ["1", "2"]) {
        const response = await fetch(`${url}/books/${id}`);
        expect(response.status).toBe(299);
        expect(response.headers.get("x-url")).toBe(`/books/${id}`);
        expect(await response.text()).toBe("by hand");
      }
    },
  );

  test("gets the very Request behind fetch, and its Response is sent as it is", async () => {
    const request = new Request("http://books.example/books/1");
    const own = new Response("own", { status: 203 });
    const answer = toFetch(
      serving((context) => {
        expect(fetchRequest(context.request)).toBe(request);
        expect(nodeExchange(context.request)).toBeUndefined();
        throw respondWith(own);
      }),
    );
    const response = await answer(request);
    expect(response).toBe(own);
    expect(await response.text()).toBe("own");
  });

  test("may answer HEAD with a Response that has a body", async () => {
    const answer = toFetch(
      serving(() => {
        throw respondWith(new Response("own"));
      }),
    );
    const response = await answer(new Request("http://books.example/books/1", { method: "HEAD" }));
    expect(response.status).toBe(200);
  });

  test("sends a Response behind Node too, with its cookies", async () => {
    const headers = new Headers([
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
      ["x-own", "1"],
    ]);
    const url = await listen(
      toNodeListener(
        serving((context) => {
          expect(fetchRequest(context.request)).toBeUndefined();
          throw respondWith(new Response("own", { status: 203, headers }));
        }),
      ),
    );
    const response = await fetch(`${url}/books/1`);
    expect(response.status).toBe(203);
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(await response.text()).toBe("own");
  });

  test("is not told to onError, and counts as answered", async () => {
    const outcomes: string[] = [];
    const server = serve([echo(fixture.getBook, { handler: () => Promise.reject(takeOver()) })], {
      security: "unchecked",
      onError: ({ error }) => void outcomes.push(String(error)),
      onResponse: (_exchange, { ending }) => void outcomes.push(ending),
    });
    await server.handle({ method: "GET", url: "/books/1", headers: {} });
    await server.close();
    expect(outcomes).toEqual(["complete"]);
  });
});
