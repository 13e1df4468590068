import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createServerCore, secretsEqual } from "../src/server/index.ts";
import { toNodeListener } from "../src/server/node.ts";
import { adapters } from "./adapters.ts";
import * as fixture from "./fixture.ts";

/** A server for those who know a secret, by a token or by a key. */
const guarded = () =>
  createServerCore(
    fixture.api,
    [
      {
        operation: { ...fixture.listBooks, security: [{ bearer: [] }, { queryKey: [] }] },
        validators: {},
        handler: (_, { principal }) => ({ status: 200, body: { principal } }),
      },
    ],
    {
      security: {
        bearer: ({ token }) => secretsEqual(token, "secret") && "by token",
        queryKey: ({ value }) => secretsEqual(value, "secret") && "by key",
      },
    },
  );

test.for(Object.entries(adapters))("%s lets in who is verified alone", async ([, start]) => {
  await using served = await start(guarded());
  const answer = async (path: string, authorization?: string): Promise<unknown> => {
    const response = await served.send(path, authorization ? { headers: { authorization } } : {});
    return response.status === 200 ? await response.json() : response.status;
  };
  expect(await answer("/books", "Bearer secret")).toEqual({ principal: "by token" });
  expect(await answer("/books?api_key=secret", "Bearer x")).toEqual({ principal: "by key" });
  for (const given of ["Bearer x", "bearer secret2", "Basic secret", "secret", "Bearer", undefined])
    expect(await answer("/books", given)).toBe(401);
  for (const query of ["api_key=", "api_key=secret&api_key=secret", "API_KEY=secret", "api_key=x"])
    expect(await answer(`/books?${query}`)).toBe(401);
});

test("two Authorization headers are refused, whichever of them is the right one", async () => {
  const server = createServer(toNodeListener(guarded())).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const statusOf = async (...lines: string[]): Promise<string> => {
    const socket = connect(port, "127.0.0.1");
    const head = ["GET /books HTTP/1.1", "host: a", "connection: close", ...lines];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    return (await text(socket)).slice("HTTP/1.1 ".length, "HTTP/1.1 200".length);
  };
  const [right, wrong] = ["Authorization: Bearer secret", "authorization: Bearer x"] as const;
  expect(await statusOf(right)).toBe("200");
  for (const lines of [
    [right, wrong],
    [wrong, right],
    [right, right],
  ])
    expect(await statusOf(...lines)).toBe("401");
  server.close();
});
