import { expect, test } from "vitest";
import { answerOf, serveDescription, takes, type Input } from "./serve-description.ts";

const counted = { type: "object", properties: { a: { type: "integer" } } };
const form = "application/x-www-form-urlencoded";

function server() {
  const got: unknown[] = [];
  const parameters = ["query", "cookie"].map((place) => ({
    name: "a",
    in: place,
    schema: { type: "integer" },
  }));
  const served = serveDescription(
    {
      paths: {
        "/get": { get: { parameters, responses: { "200": { description: "Done." } } } },
        "/json": takes(counted),
        "/form": takes(counted, form),
        "/parts": takes(counted, "multipart/form-data"),
      },
    },
    ({ query, cookie, body }: Input) => {
      got.push(body ?? { ...(query as object), ...(cookie as object) });
      return { status: 200 };
    },
  );
  return { served, got };
}

const part = (text: string): string =>
  `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${text}\r\n`;

test.each([
  ["query", "GET", "/get?a=1&a=2", {}],
  ["cookie", "GET", "/get", { headers: { cookie: "a=1; a=2" } }],
  ["form", "POST", "/form", { type: form, text: "a=1&a=2" }],
  [
    "multipart form",
    "POST",
    "/parts",
    { type: "multipart/form-data; boundary=b", text: `${part("1")}${part("2")}--b--\r\n` },
  ],
])("a value of a %s that is not a list is refused twice", async (_, method, url, more) => {
  const { served, got } = server();
  expect((await answerOf(served, method, url, more)).status).toBe(400);
  expect(got).toEqual([]);
});

test("of members of a name the last one is validated, and handed on", async () => {
  const { served, got } = server();
  const send = (text: string) =>
    answerOf(served, "POST", "/json", { type: "application/json", text });
  expect((await send('{"a":1,"a":"x"}')).status).toBe(400);
  expect((await send('{"a":"x","\\u0061":1}')).status).toBe(200);
  expect(got).toEqual([{ a: 1 }]);
});
