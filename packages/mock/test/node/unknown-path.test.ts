import { expect, test } from "vitest";
import { serveMock, type ServeOptions } from "../../src/node/index.ts";
import { unknownPath } from "../../src/node/unknown-path.ts";
import { atEnd } from "./ending.ts";
import { Output, start } from "./harness.ts";
import { shop } from "./shop.ts";

const { errorBody: _, ...plainApi } = shop.api;

/** Starts a mock whose description has no error for all operations. */
async function startPlain(options: ServeOptions = {}): Promise<string> {
  const description = { ...shop, api: plainApi };
  const service = await serveMock(description, { port: 0, output: new Output(), ...options });
  atEnd(() => service.close());
  return service.url;
}

const answer = async (url: string, init?: RequestInit): Promise<unknown> =>
  (await fetch(url, init)).json();

test("an unknown path is answered with the paths that are near it", async () => {
  const url = await startPlain();
  expect(await answer(`${url}/book`)).toEqual({
    type: "about:blank",
    title: "Not Found",
    status: 404,
    code: "NotFound",
    detail:
      "The description has no such path; near it is /books. The console at /__mock shows all.",
  });
  expect(await answer(`${url}/bok/b1?title=x`)).toMatchObject({
    detail: expect.stringContaining("near it is /books/{book_id}"),
  });
});

test("the root is answered with some operations", async () => {
  const url = await startPlain({ isConsoleOn: false });
  expect(await answer(url)).toMatchObject({
    detail:
      "The description has no such path; it has GET /books/{book_id}, GET /books, POST /books and 2 more operations.",
  });
  expect(await answer(url, { method: "POST" })).toMatchObject({ status: 404 });
});

test("paths are compared below the base path, and the answer outside of it names the base path alone", async () => {
  const url = await startPlain({ basePath: "/v1" });
  expect(await answer(`${url}/v1/book`)).toMatchObject({
    detail: expect.stringContaining("near it is /books."),
  });
  expect(await answer(`${url}/book`)).not.toHaveProperty("detail");
});

test("the description's own body of errors has the detail", async () => {
  const { url } = await start();
  expect(await answer(`${url}/book`)).toMatchObject({
    type: "NotFound",
    errors: [{ message: expect.stringContaining("near it is /books.") }],
  });
});

test("records that do not exist are answered as before", async () => {
  const { url } = await start();
  const response = await fetch(`${url}/books/none`);
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.not.stringContaining("near"),
  ]);
});

test("a long path is compared with nothing", () => {
  const text = unknownPath(shop, false)(`/books/${"b".repeat(200)}/x`);
  expect(text).toContain("; it has GET /books/{book_id}");
});
