import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { callbackPlan } from "../../src/callbacks/index.ts";
import { serveMock, type ServeOptions } from "../../src/node/index.ts";
import { atEnd } from "./ending.ts";
import { consoleToken, Output, readConsole } from "./harness.ts";
import { shop } from "./shop.ts";

const callbacks = callbackPlan({
  CreateBook: [
    {
      name: "onBook",
      expression: "{$request.body#/to}",
      operation: { operationId: "BookAdded", method: "POST", path: "/a/b", responses: { 204: {} } },
      input: {},
      validators: {},
    },
  ],
});

/** Starts a receiver, and returns its address and the requests that it gets. */
async function receiver(): Promise<{ readonly url: string; readonly got: string[] }> {
  const got: string[] = [];
  const server = createServer(({ method, url }, response) => {
    got.push(`${method} ${url}`);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  atEnd(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

/** Starts a mock, creates a book that is announced to an address, and returns what the mock said. */
async function announced(to: string, options: ServeOptions = {}) {
  const output = new Output();
  const all = { port: 0, output, consoleToken, ...options };
  const service = await serveMock({ ...shop, callbacks }, all);
  atEnd(() => service.close());
  await fetch(`${service.url}/books`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ title: "Emma", to }),
  });
  await service.mock.settled();
  return { service, output };
}

test("a server prints callbacks and lists them in its console, without the query", async () => {
  const { url, got } = await receiver();
  const { service, output } = await announced(`${url}/hook?token=secret`);
  expect(got).toEqual(["POST /hook?token=secret"]);
  const listed = await readConsole(`${service.url}/__mock/callbacks`);
  expect(await listed.json()).toEqual([
    {
      operationId: "CreateBook",
      callback: "onBook",
      method: "POST",
      url: `${url}/hook`,
      status: 204,
    },
  ]);
  await service.close();
  expect(output.text).toContain(`204  POST    ${url}/hook  callback onBook of CreateBook\n`);
  expect(output.text).not.toContain("token=secret");
});

test("a server that other machines reach sends nothing to this machine, unless it is allowed", async () => {
  const { url, got } = await receiver();
  const open = { host: "0.0.0.0", isConsoleOn: false };
  const refused = await announced(url, open);
  expect(refused.service.mock.callbacks[0]?.reason).toMatch(/of this machine, which others/);
  expect(got).toEqual([]);
  const allowed = await announced(url, { ...open, callbacks: { allowOrigins: [url] } });
  expect(allowed.service.mock.callbacks[0]?.status).toBe(204);
  expect(got).toEqual(["POST /"]);
});
