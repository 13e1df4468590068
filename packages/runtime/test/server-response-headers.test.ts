import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { InvalidAnswerError } from "../src/server/index.ts";
import type { ResponseHeaders, Route } from "../src/server/index.ts";
import { toNodeListener } from "../src/server/node.ts";
import { listen, statusesOf } from "./abuse-server.ts";
import { adapters, overSockets } from "./adapters.ts";
import * as fixture from "./fixture.ts";
import { echo, serve } from "./server-harness.ts";

const secret = "sekret";

/** A server whose handler answers with this, and the errors it reports. */
function answering(answer: object) {
  const errors: unknown[] = [];
  const handler = (() => ({ status: 200, body: {}, ...answer })) as Route["handler"];
  const onError = ({ error }: { error: unknown }): void => void errors.push(error);
  return { server: serve([echo(fixture.listBooks, { handler })], { onError }), errors };
}

const unsafe: [string, ResponseHeaders][] = [
  ["a line break", { "x-a": `${secret}\r\nset-cookie: a=b` }],
  ["a carriage return", { "x-a": `${secret}\r` }],
  ["a line feed", { "x-a": `${secret}\n` }],
  ["a NUL", { "x-a": `${secret}\0` }],
  ["a delete character", { "x-a": `${secret}\x7f` }],
  ["a character beyond Latin-1", { location: `/${secret}/\u010d` }],
  ["half of a character", { "x-a": `${secret}\ud800` }],
  ["a line break in a list", { "set-cookie": ["a=b", `${secret}\r\n`] }],
  ["a line break in its name", { "x-a\r\nx-b": secret }],
  ["a colon in its name", { ":status": secret }],
  ["no name", { "": secret }],
];

describe.each(Object.entries(adapters))("the headers of a handler behind %s", (_, start) => {
  test.each(unsafe)("with %s are not sent", async (__, headers) => {
    const { server, errors } = answering({ headers });
    await using started = await start(server);
    const response = await started.send("/books");
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain(secret);
    expect([...response.headers.keys()]).not.toContain("set-cookie");
    expect(errors).toHaveLength(1);
    expect(errors[0]).toBeInstanceOf(InvalidAnswerError);
    expect(String(errors[0])).toMatch(/^InvalidAnswerError: ListBooks: /);
    expect(String(errors[0])).not.toContain(secret);
  });

  test("of the connection are left to its server", async () => {
    const headers = {
      connection: "keep-alive, x-a",
      "keep-alive": "timeout=9",
      "transfer-encoding": "gzip, chunked",
      upgrade: "h2c",
      trailer: "x-a",
      "content-length": 9000,
      "x-a": "ä",
    };
    const { server } = answering({ headers });
    await using started = await start(server);
    const response = await started.send("/books");
    expect(await response.json()).toEqual({});
    expect(response.headers.get("x-a")).toBe("ä");
    expect([...response.headers.keys()]).not.toContain("upgrade");
  });

  test.each([100, 101, 199, 600, 999, 0, -1, 1e9, 200.5, Number.NaN])(
    "with the status %d are not sent",
    async (status) => {
      const { server, errors } = answering({ status });
      await using started = await start(server);
      expect((await started.send("/books")).status).toBe(500);
      expect(String(errors[0])).toMatch(/^InvalidAnswerError: ListBooks: the status /);
    },
  );
});

describe("a body of another length than its header announces", () => {
  async function* chunks() {
    yield "HTTP/1.1 200 OK\r\n";
    yield "content-length: 0\r\n\r\n";
  }

  test.each([0, 5, 17, 37, 1000])("does not become another response: %d", async (length) => {
    const handler = () => ({
      status: 200,
      body: chunks(),
      headers: { "content-length": length },
      contentType: "text/csv",
    });
    await using server = await listen({ routes: [echo(fixture.exportBooks, { handler })] });
    const head = "GET /export.csv HTTP/1.1\r\nhost: a\r\n\r\n";
    const text = await server.exchange(head);
    expect(text.slice(text.indexOf("\r\n\r\n") + 4).length).toBeLessThanOrEqual(length);
    expect(() => server.throwFailure()).toThrow(`not of the length ${length}`);
  });

  test("is sent where it is right, and told without a body to HEAD alone", async () => {
    const routes = [
      echo(fixture.exportBooks, {
        handler: () => ({ status: 200, body: chunks(), headers: { "content-length": 38 } }),
      }),
      echo(fixture.listBooks, {
        handler: () => ({ status: 200, headers: { "content-length": 7 } }),
      }),
    ];
    await using server = await listen({ routes });
    const sent = await server.exchange(
      "GET /export.csv HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n",
    );
    expect(sent).toMatch(/\r\ncontent-length: 38\r\n/);
    const request = (method: string): string =>
      `${method} /books HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`;
    expect(await server.exchange(request("HEAD"))).toMatch(/\r\ncontent-length: 7\r\n/);
    const got = await server.exchange(request("GET"));
    expect(statusesOf(got)).toStrictEqual([200]);
    expect(got).toMatch(/\r\ncontent-length: 0\r\n/);
  });
});

test("names of a description do not keep a refusal from being sent", async () => {
  const operation = { ...fixture.listBooks, security: [{ oauth: ["lesen:b\u00fccher\u2192"] }] };
  const api = {
    ...fixture.api,
    securitySchemes: { oauth: { type: "http", scheme: "b\u0113arer" } },
  } as const;
  const server = serve(
    [echo({ ...operation, operationId: "\u5217\u51fa" })],
    { security: { oauth: () => undefined } },
    api,
  );
  await using started = await overSockets(createServer(toNodeListener(server)));
  const response = await started.send("/books");
  expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "B?arer"]);
});
