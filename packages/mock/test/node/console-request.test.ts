import { describe, expect, test } from "vitest";
import { readyRequest, type RequestInput } from "../../src/node/console/ready-request.ts";
import type { MockDescription, MockOperation } from "../../src/description.ts";
import { serveMock } from "../../src/node/index.ts";
import { atEnd } from "./ending.ts";
import { consoleToken, Output, readConsole, sendJson, start } from "./harness.ts";
import { shop } from "./shop.ts";

const target = { baseUrl: "http://localhost:1/v1", credentials: {} };

const operationOf = (operationId: string): MockOperation => {
  const found = shop.operations.find(({ operation }) => operation.operationId === operationId);
  if (found === undefined) throw new Error(`no ${operationId}`);
  return found;
};

const ready = (operationId: string, input: RequestInput, description: MockDescription = shop) =>
  readyRequest(description, operationOf(operationId), input, target);

describe("the console's request", () => {
  test("begins with a record that exists, and is answered", async () => {
    const { url } = await start();
    const example = await readConsole(`${url}/__mock/example?operation=GetBook`);
    const { input } = (await example.json()) as { input: unknown };
    expect(input).toEqual({ path: { book_id: "b1" } });
    const value = { operation: "GetBook", input };
    const response = await sendJson("POST", `${url}/__mock/request`, value);
    const request = (await response.json()) as { url: string; method: string };
    expect(request).toMatchObject({ method: "GET", url: "/books/b1" });
    expect((await fetch(url + request.url)).status).toBe(200);
  });

  test("stays below the base path", async () => {
    const { url } = await start({ basePath: "/v1/" });
    const value = { operation: "GetBook", input: { path: { book_id: "a/b" } } };
    const response = await sendJson("POST", `${url}/__mock/request`, value);
    expect(await response.json()).toMatchObject({ url: "/v1/books/a%2Fb" });
  });

  test.each([
    [{ operation: "Nothing", input: {} }, 404],
    [{ operation: "GetBook" }, 400],
    [{ operation: "GetBook", input: { path: {} } }, 400],
    [{ operation: "GetBook", input: { query: { nothing: 1 }, path: { book_id: "b" } } }, 400],
  ])("%j is refused with %d", async (value, status) => {
    const { url } = await start();
    const response = await sendJson("POST", `${url}/__mock/request`, value);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message: expect.any(String) });
  });

  test("is a command in which a shell reads nothing but texts", async () => {
    const { curl, body } = await ready("CreateBook", { body: { title: "Rex's $(id)" } });
    expect(body).toBe(`{"title":"Rex's $(id)"}`);
    expect(curl.split(" \\\n  ")).toEqual([
      "curl http://localhost:1/v1/books",
      expect.stringMatching(/^--header 'accept: /),
      "--header 'content-type: application/json'",
      String.raw`--data-raw '{"title":"Rex'\''s $(id)"}'`,
    ]);
  });

  test("names a method that is no default", async () => {
    const { curl } = await ready("DeleteBook", { path: { book_id: "b1" } });
    expect(curl).toContain("--request DELETE");
  });

  test("is a call of the client where its method is known", async () => {
    const input = { path: { book_id: 'a"b: c' }, header: { "x-a": 1 } };
    const operation = { ...operationOf("GetBook"), exampleCall: { method: "books.get", input } };
    const called = await readyRequest(shop, operation, { path: input.path }, target);
    expect(called.clientCall).toBe(
      'await api.books.get({\n  path: {\n    book_id: "a\\"b: c"\n  }\n});',
    );
    expect((await ready("GetBook", { path: input.path })).clientCall).toBeUndefined();
  });

  test("has the credential that the mock demands", async () => {
    const key = { type: "apiKey", in: "header", name: "x-key" } as const;
    const api = { ...shop.api, security: [{ key: [] }], securitySchemes: { key } };
    const options = { port: 0, output: new Output(), consoleToken, demandCredentials: true };
    const { url, close } = await serveMock({ ...shop, api }, options);
    atEnd(close);
    const value = { operation: "GetBook", input: { path: { book_id: "b1" } } };
    const response = await sendJson("POST", `${url}/__mock/request`, value);
    const request = (await response.json()) as { url: string; headers: Record<string, string> };
    expect((await fetch(url + request.url)).status).toBe(401);
    expect((await fetch(url + request.url, { headers: request.headers })).status).toBe(200);
  });
});
