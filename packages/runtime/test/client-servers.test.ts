import { expect, test } from "vitest";
import { call } from "../src/client/index.ts";
import type { ClientOptions } from "../src/client/index.ts";
import type { ApiDescriptor, OperationDescriptor } from "../src/operation.ts";
import { baseUrlOf } from "../src/client/core.ts";
import { serverUrl } from "../src/server-url.ts";
import { clientOn, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

const withServers = (...servers: string[]): ApiDescriptor => ({ securitySchemes: {}, servers });
const operation = (...servers: string[]): OperationDescriptor => ({
  ...fixture.listBooks,
  ...(servers.length > 0 && { servers }),
});

test.each<[ApiDescriptor, ClientOptions, OperationDescriptor, string]>([
  [withServers("https://a.example/v1/"), {}, operation(), "https://a.example/v1"],
  [
    withServers("https://a.example"),
    { baseUrl: "https://b.example/" },
    operation(),
    "https://b.example",
  ],
  [withServers("https://a.example"), {}, operation("https://c.example"), "https://c.example"],
  [withServers("https://a.example/v1/"), {}, operation("/files"), "https://a.example/files"],
  [withServers("https://a.example/v1/"), {}, operation("files"), "https://a.example/v1/files"],
  [
    withServers("https://a.example"),
    { baseUrl: "https://b.example" },
    operation("https://c.example"),
    "https://b.example",
  ],
  [
    withServers("https://a.example"),
    { baseUrl: ({ servers }) => servers && "https://d.example" },
    operation("https://c.example"),
    "https://d.example",
  ],
  [
    withServers("https://a.example"),
    { baseUrl: () => undefined },
    operation(),
    "https://a.example",
  ],
])("servers %j with %j and %j are %s", (api, options, one, expected) => {
  expect(baseUrlOf(api, options, one)).toBe(expected);
});

test.each([[], ["/v1"]])("a server that is relative to nothing is refused: %j", (...servers) => {
  const reason = /ListBooks: the server ".*" is relative: give the client a baseUrl/;
  expect(() => baseUrlOf(withServers(...servers), {}, operation())).toThrow(reason);
});

test("a request goes to the operation's own server", async () => {
  const { core, requests } = clientOn(() => json({}));
  await call(core, operation("https://c.example/x/"), { query: { page: 1 } });
  expect(requests[0]?.url).toBe("https://c.example/x/books?page=1");
});

test.each(["TRACE", "connect"])(
  "a method that fetch does not send is refused: %s",
  async (method) => {
    const { core } = clientOn(() => json({}));
    const reason = `ListBooks: fetch does not send ${method} requests`;
    await expect(call(core, { ...fixture.listBooks, method })).rejects.toThrow(reason);
  },
);

test("the variables of a server's URL are own members only", () => {
  const url = "https://{constructor}.example/{path}";
  const variables = { constructor: { default: "a" }, path: { default: "b", values: ["b", "c"] } };
  const api = { ...withServers(), serverVariables: { [url]: variables } };
  expect(serverUrl(api, url)).toBe("https://a.example/b");
  expect(serverUrl(api, url, { path: "c", constructor: "x" })).toBe("https://x.example/c");
  expect(() => serverUrl(api, url, { toString: "x" })).toThrow('no variable "toString"');
  expect(() => serverUrl(api, "constructor")).toThrow("there is no server");
});
