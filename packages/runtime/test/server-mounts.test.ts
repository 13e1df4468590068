import { createServer } from "node:http";
import fastify from "fastify";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { toExpress } from "../src/server/express.ts";
import { toFastify } from "../src/server/fastify.ts";
import { toFetch } from "../src/server/index.ts";
import type { Route, Server } from "../src/server/index.ts";
import { express, overSockets } from "./adapters.ts";
import type { Started } from "./adapters.ts";
import * as fixture from "./fixture.ts";
import { echo, serve } from "./server-harness.ts";

const shop = () => serve([echo(fixture.listBooks), echo(fixture.sendFile)]);

const put = (type: string, body: string) => ({
  method: "PUT",
  headers: { "content-type": type },
  body,
});

describe("beneath Express", () => {
  test("a path of nobody's is handed on, another method is not", async () => {
    const app = express();
    app.use("/api", toExpress(shop()));
    app.get("/api/extra", (_request, response) => response.end("extra"));
    app.get("/api/books", (_request, response) => response.end("never"));
    await using started = await overSockets(createServer(app), "/api");
    expect(await (await started.send("/extra")).text()).toBe("extra");
    expect(await (await started.send("/books")).json()).toEqual({ query: {} });
    expect((await started.send("/books", { method: "DELETE" })).status).toBe(405);
  });

  test.each([
    ["application/json", '{"a": 1}', { a: 1 }],
    ["text/plain", "ä", "ä"],
  ])("a body of %s that a parser has read is taken from there", async (type, body, expected) => {
    const app = express();
    app.use("/api", express.json(), express.text(), toExpress(shop()));
    await using started = await overSockets(createServer(app), "/api");
    expect(await (await started.send("/file", put(type, body))).json()).toMatchObject({
      body: expected,
    });
  });

  test("a form that a parser has read is an error of the application's", async () => {
    const app = express();
    const errors: unknown[] = [];
    const onError = (error: Error, _: unknown, response: { end(): void }, _next: unknown): void => {
      errors.push(error.message);
      response.end();
    };
    app.use("/api", express.urlencoded(), toExpress(shop()));
    app.use("/", onError as never);
    await using started = await overSockets(createServer(app), "/api");
    await started.send("/file", put("application/x-www-form-urlencoded", "size=1"));
    expect(errors).toEqual(["the body has been parsed: mount the server before form parsers"]);
  });
});

/** The servers of this description have the path `/v1`. */
const paths = ["/v1/books", "/books", "/api/books", "/api/v1/books"];

/** `GET` of each path, to a server that is mounted in some way. */
async function statusesOf({ send }: Started): Promise<number[]> {
  const responses = await Promise.all(paths.map((path) => send(path)));
  return responses.map(({ status }) => status);
}

const overFetch = (fetch: (request: Request) => Response | Promise<Response>): Started => ({
  send: async (path) => fetch(new Request(`http://books.example${path}`)),
  [Symbol.asyncDispose]: async () => {},
});

/** Applications that mount a server below `/v1`, and whether they take that off the path. */
const mounts: {
  readonly [name: string]: (server: Server, prefix: string) => Started | Promise<Started>;
} = {
  "Express, without its prefix": (server, prefix) => {
    const app = express();
    app.use(prefix, toExpress(server));
    return overSockets(createServer(app));
  },
  "Express, with it": (server, prefix) => {
    const app = express();
    const middleware = toExpress(server);
    app.use("/", (request, response, next) =>
      request.url?.startsWith(`${prefix}/`) ? middleware(request, response, next) : next(),
    );
    return overSockets(createServer(app));
  },
  "Fastify, without its prefix": async (server, prefix) => {
    const app = fastify();
    app.register(toFastify(server), { prefix });
    await app.ready();
    return overSockets(app.server);
  },
  "Hono's mount, without its prefix": (server, prefix) => {
    const app = new Hono();
    app.mount(prefix, toFetch(server));
    return overFetch((request) => app.fetch(request));
  },
  "Hono's mount, with it": (server, prefix) => {
    const app = new Hono();
    app.mount(prefix, toFetch(server), { replaceRequest: false });
    return overFetch((request) => app.fetch(request));
  },
  "Hono's basePath, with it": (server, prefix) => {
    const app = new Hono().basePath(prefix);
    app.all("/*", (context) => toFetch(server)(context.req.raw));
    return overFetch((request) => app.fetch(request));
  },
};

describe.each(Object.entries(mounts))("mounted by %s", (name, mount) => {
  test("below the path of the description's server", async () => {
    await using started = await mount(shop(), "/v1");
    expect((await statusesOf(started)).slice(0, 2)).toEqual([200, 404]);
  });

  test("below another path", async () => {
    const isStripped = name.includes("without");
    const server = serve([echo(fixture.listBooks)], { basePath: isStripped ? "/" : "/api" });
    await using started = await mount(server, "/api");
    expect(await statusesOf(started)).toEqual([404, 404, 200, 404]);
  });

  test("below another path and a base path", async () => {
    const isStripped = name.includes("without");
    const server = serve([echo(fixture.listBooks)], { basePath: isStripped ? "/v1" : "/api/v1" });
    await using started = await mount(server, "/api");
    expect(await statusesOf(started)).toEqual([404, 404, 404, 200]);
  });
});

describe("beneath Fastify", () => {
  test("hooks run, their headers stay, and parsers of other routes too", async () => {
    const app = fastify();
    const statuses: number[] = [];
    app.addHook("onRequest", async (_request, reply) => void reply.header("x-hook", "1"));
    app.addHook("onResponse", async (_request, reply) => void statuses.push(reply.statusCode));
    app.register(toFastify(shop()), { prefix: "/api" });
    app.post("/other", async ({ body }) => body);
    await app.ready();
    await using started = await overSockets(app.server);
    const response = await started.send("/api/books");
    expect(response.headers.get("x-hook")).toBe("1");
    const other = await started.send("/other", {
      ...put("application/json", "[1]"),
      method: "POST",
    });
    expect(await other.json()).toEqual([1]);
    await expect.poll(() => statuses).toEqual([200, 200]);
  });

  test("a path of nobody's is the application's to miss", async () => {
    const app = fastify();
    app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ missed: true }));
    app.register(toFastify(shop()), { prefix: "/api" });
    await app.ready();
    await using started = await overSockets(app.server);
    const response = await started.send("/api/nowhere");
    expect([response.status, await response.json()]).toEqual([404, { missed: true }]);
  });

  test("a prefix may have parameters, and the root be its path", async () => {
    const app = fastify();
    const root = { ...fixture.listBooks, operationId: "Root", path: "/" };
    app.register(toFastify(serve([echo(fixture.listBooks), echo(root)])), { prefix: "/:shop/v1" });
    await app.ready();
    await using started = await overSockets(app.server);
    expect((await started.send("/a-long-name/v1/books?page=2")).status).toBe(200);
    expect((await started.send("/a/v1/?page=2")).status).toBe(200);
  });

  test("a method that Fastify does not have is served", async () => {
    const app = fastify();
    const report = { ...fixture.createBook, operationId: "ReportBooks", method: "REPORT" };
    app.register(toFastify(serve([echo(report)])), { prefix: "/api" });
    await app.ready();
    await using started = await overSockets(app.server, "/api");
    const sent = { ...put("application/json", '{"a":1}'), method: "REPORT" };
    expect(await (await started.send("/books", sent)).json()).toMatchObject({ body: { a: 1 } });
  });

  test("closing the application ends the streams", async () => {
    const app = fastify();
    const items = (async function* () {
      yield 1;
      await new Promise(() => {});
    })();
    const handler: Route["handler"] = () => ({ status: 200, body: items });
    app.register(toFastify(serve([echo(fixture.watchBooks, { handler })])));
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    const response = await fetch(`${origin}/books/events`);
    const closed = app.close();
    expect(await response.text()).toBe("data: 1\n\n");
    await closed;
  });
});
