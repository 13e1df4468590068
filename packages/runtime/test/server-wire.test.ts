import { afterEach, describe, expect, test, vi } from "vitest";
import { report, validator } from "../src/validation/index.ts";
import { toIssues } from "../src/validation/issues.ts";
import type { Route } from "../src/server/index.ts";
import * as fixture from "./fixture.ts";
import { bodyOf, bytes, echo, gate, send, sendJson, serve } from "./server-harness.ts";

afterEach(() => {
  vi.useRealTimers();
});

const books = serve([echo(fixture.listBooks), echo(fixture.deleteBook), echo(fixture.exportBooks)]);

describe("what a request accepts", () => {
  const accepting = (accept: string, url = "/books", method = "GET") =>
    send(books, method, url, { headers: { accept } });

  test.each([
    "application/json",
    "application/*",
    "text/html, */*;q=0.1",
    "APPLICATION/JSON; charset=utf-8",
    "",
    "nonsense",
  ])("%j is met", async (accept) => {
    expect((await accepting(accept)).status).toBe(200);
  });

  test.each([
    "text/html",
    "application/json;q=0",
    "text/*, image/png",
    "application/json;q=0, text/*",
  ])("%j is not, and that is said before the handler runs", async (accept) => {
    const handler = vi.fn<NonNullable<Route["handler"]>>(() => ({ status: 200, body: [] }));
    const server = serve([echo(fixture.listBooks, { handler })]);
    const response = await send(server, "GET", "/books", { headers: { accept } });
    expect(response.status).toBe(406);
    expect(bodyOf(response)).toMatchObject({ status: 406, code: "NotAcceptable" });
    expect(response.headers["content-type"]).toBe("application/problem+json");
    expect(handler).not.toHaveBeenCalled();
  });

  test("one of several media types is enough", async () => {
    expect((await accepting("text/csv", "/export.x")).status).toBe(200);
    expect((await accepting("text/html", "/export.x")).status).toBe(406);
  });

  test("has no say where success has no body, nor about errors", async () => {
    expect((await accepting("text/html", "/books/a", "DELETE")).status).toBe(200);
    expect((await accepting("text/html", "/nowhere")).status).toBe(404);
  });

  test("has no say where one success of several has no body", async () => {
    const responses = { ...fixture.listBooks.responses, 204: {} };
    const server = serve([echo({ ...fixture.listBooks, responses })]);
    const headers = { accept: "text/html" };
    expect((await send(server, "GET", "/books", { headers })).status).toBe(200);
  });

  test("is asked anew by each request", async () => {
    const statuses = [];
    for (const accept of ["text/html", "application/json", "text/html", "*/*"])
      statuses.push((await accepting(accept)).status);
    expect(statuses).toEqual([406, 200, 406, 200]);
  });
});

describe("OPTIONS", () => {
  test("lists the methods of a path", async () => {
    const response = await send(books, "OPTIONS", "/books");
    expect(response).toEqual({ status: 204, headers: { allow: "GET, HEAD, OPTIONS" } });
    expect((await send(books, "OPTIONS", "/nowhere")).status).toBe(404);
  });

  test("is the description's where it has one", async () => {
    const operation = { ...fixture.listBooks, operationId: "AskBooks", method: "OPTIONS" };
    const server = serve([echo(fixture.listBooks), echo(operation)]);
    expect((await send(server, "OPTIONS", "/books")).status).toBe(200);
    expect((await send(server, "PUT", "/books")).headers["allow"]).toBe("GET, HEAD, OPTIONS");
  });
});

describe("a limit", () => {
  test("on the address is kept to the byte", async () => {
    const server = serve([echo(fixture.listBooks)], { maxUrlBytes: 20 });
    const fill = (length: number) => `/books?${"x".repeat(length - "/books?".length)}`;
    expect((await send(server, "GET", fill(20))).status).toBe(200);
    const refused = await send(server, "GET", fill(21));
    expect(refused.status).toBe(414);
    expect(bodyOf(refused)).toMatchObject({ code: "UriTooLong" });
    expect((await send(books, "GET", fill(8192))).status).toBe(200);
    expect((await send(books, "GET", fill(8193))).status).toBe(414);
  });

  test("on the headers counts all of them", async () => {
    const server = serve([echo(fixture.listBooks)], { maxHeaderBytes: 30 });
    const get = (headers: Record<string, string | string[]>) =>
      send(server, "GET", "/books", { headers });
    expect((await get({ "x-a": "1".repeat(8), "x-b": "1".repeat(8) })).status).toBe(200);
    expect((await get({ "x-a": "1".repeat(8), "x-b": "1".repeat(9) })).status).toBe(431);
    expect((await get({ "x-a": ["1".repeat(8), "1".repeat(9)] })).status).toBe(431);
    expect(
      (await send(books, "GET", "/books", { headers: { a: "1".repeat(17_000) } })).status,
    ).toBe(431);
  });

  test("on the body may be an operation's own", async () => {
    const server = serve([echo(fixture.createBook), echo(fixture.sendFile)], {
      maxBodyBytes: 5,
      limits: { SendFile: { maxBodyBytes: 10 } },
    });
    expect((await sendJson(server, "POST", "/books", '"abcd"')).status).toBe(413);
    expect((await sendJson(server, "PUT", "/file", '"abcd"')).status).toBe(200);
    expect((await sendJson(server, "PUT", "/file", '"abcdefghi"')).status).toBe(413);
  });

  test("for an operation that is not there is refused", () => {
    expect(() => serve([echo(fixture.createBook)], { limits: { CreateBooks: {} } })).toThrow(
      "limits: there is no operation CreateBooks",
    );
  });
});

describe("a body of another kind", () => {
  const server = serve([echo(fixture.createBook)]);
  const post = (headers: Record<string, string>) =>
    send(server, "POST", "/books", { headers, body: bytes("{}") });

  test.each([{}, { "content-type": "text/plain" }, { "content-type": "nonsense" }])(
    "%j is refused with what is taken",
    async (headers) => {
      const response = await post(headers);
      expect(response.status).toBe(415);
      expect(response.headers["accept"]).toBe("application/json");
    },
  );

  test("of a coding is refused, so that nothing is unpacked", async () => {
    const coded = (coding: string) =>
      post({ "content-type": "application/json", "content-encoding": coding });
    const response = await coded("gzip");
    expect(response.status).toBe(415);
    expect(response.headers["accept-encoding"]).toBe("identity");
    expect((await coded("Identity")).status).toBe(200);
  });
});

describe("the issues of a request", () => {
  const numbers = validator((value, path, findings) => {
    for (const [index, item] of (value as unknown[]).entries())
      if (typeof item !== "number")
        report(findings, `${path}/${index}`, "type", { type: "number" });
  });
  const server = serve([
    echo(fixture.createBook, {
      validators: { ...fixture.createBookValidators, body: { "application/json": numbers } },
    }),
  ]);
  const issuesOf = async (items: unknown[], query = "") => {
    const response = await sendJson(server, "POST", `/books${query}`, JSON.stringify(items));
    expect(response.status).toBe(400);
    return (bodyOf(response) as { errors: { pointer: string }[] }).errors;
  };

  test("are a hundred at most, of all its parts", async () => {
    expect(await issuesOf(Array.from({ length: 99 }, () => ""))).toHaveLength(99);
    expect(await issuesOf(Array.from({ length: 300_000 }, () => ""))).toHaveLength(100);
    const all = await issuesOf(
      Array.from({ length: 300_000 }, () => ""),
      "?dry=x",
    );
    expect(all).toHaveLength(100);
    expect(all.at(0)).toMatchObject({ in: "query" });
  });

  test("beyond a thousand cost nothing but their count", () => {
    const items = Array.from({ length: 5000 }, () => "");
    expect(numbers(items)).toBe(false);
    expect(numbers.errors).toHaveLength(5000);
    expect(new Set(numbers.errors)).toHaveLength(1001);
    expect(toIssues("body", numbers.errors)).toHaveLength(100);
  });

  test("repeat no more than 64 KiB of names", async () => {
    const named = validator((_, path, findings) => {
      const name = "n".repeat(20_000);
      for (let index = 0; index < 50; index++)
        report(findings, `${path}/${name}${index}`, "type", { type: "number" });
    });
    const long = serve([
      echo(fixture.createBook, { validators: { body: { "application/json": named } } }),
    ]);
    const response = await sendJson(long, "POST", "/books", "{}");
    expect(String(response.body).length).toBeLessThan(100_000);
  });

  test("never have the value that is wrong", async () => {
    expect(JSON.stringify(await issuesOf(["hunter2"]))).not.toContain("hunter2");
  });
});

describe("an operation without a handler", () => {
  const options = {
    missing: (operation: Route["operation"], input: unknown) => ({
      status: 200,
      body: { mock: operation.operationId, input },
      headers: { "x-count": 1 },
    }),
  };
  const without = echo(fixture.listBooks, { handler: undefined });

  test("is answered by what stands in for it, which is marked", async () => {
    const response = await send(serve([without], options), "GET", "/books?page=2");
    expect(bodyOf(response)).toEqual({ mock: "ListBooks", input: { query: { page: 2 } } });
    expect(response.headers).toMatchObject({ "x-missing-handler": "ListBooks", "x-count": "1" });
  });

  test("does not change one that has a handler", async () => {
    const response = await send(serve([echo(fixture.listBooks)], options), "GET", "/books");
    expect(bodyOf(response)).toEqual({ query: {} });
    expect(response.headers).not.toHaveProperty("x-missing-handler");
  });

  test("answers 501 where nothing stands in for it", async () => {
    expect((await send(serve([without]), "GET", "/books")).status).toBe(501);
  });
});

describe("a server that ends its service", () => {
  test("refuses what comes and waits for what runs", async () => {
    const answer = gate();
    const handler = async () => {
      await answer.passed;
      return { status: 200, body: "late" };
    };
    const server = serve([echo(fixture.listBooks, { handler })]);
    const running = send(server, "GET", "/books");
    const order: string[] = [];
    const closed = server.close().then(() => order.push("closed"));
    const refused = await send(server, "GET", "/books");
    expect(refused.status).toBe(503);
    expect(server.isClosing).toBe(true);
    void running.then(() => order.push("answered"));
    expect(order).toEqual([]);
    answer.open();
    expect((await running).status).toBe(200);
    await closed;
    expect(order).toContain("closed");
  });

  test("ends at once when nothing runs", async () => {
    const server = serve([echo(fixture.listBooks)]);
    await send(server, "GET", "/books");
    await send(server, "GET", "/nowhere");
    await server.close();
    expect((await send(server, "GET", "/nowhere")).status).toBe(503);
  });
});

test("a path that is none of the description's is left to others", async () => {
  const get = (url: string) => books.handleKnown({ method: "GET", url, headers: {} });
  expect(await get("/nowhere")).toBeUndefined();
  expect((await get("/books"))?.status).toBe(200);
  expect((await books.handleKnown({ method: "PUT", url: "/books", headers: {} }))?.status).toBe(
    405,
  );
});
