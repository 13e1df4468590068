import { afterEach, describe, expect, test, vi } from "vitest";
import type { ClientApi, ClientOptions, ClientRequest, Middleware } from "../src/client/index.ts";
import type { OperationDescriptor } from "../src/operation.ts";
import { createClientCore, describedOperation } from "../src/client/index.ts";
import { baseUrlOf } from "../src/client/core.ts";
import { serverUrl } from "../src/server-url.ts";
import { call, clientOn, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

const withServers = (...servers: string[]): ClientApi => ({
  securitySchemes: {},
  writers: {},
  servers,
});
const operation = (...servers: string[]): OperationDescriptor => ({
  ...fixture.listBooks,
  ...(servers.length > 0 && { servers }),
});

test.each<[ClientApi, ClientOptions, OperationDescriptor, string]>([
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
  expect(baseUrlOf(createClientCore(api, options), describedOperation(one))).toBe(expected);
});

test.each([[], ["/v1"]])("a server that is relative to nothing is refused: %j", (...servers) => {
  const reason = /ListBooks: the address ".*" is relative: give an absolute `baseUrl`/;
  expect(() =>
    baseUrlOf(createClientCore(withServers(...servers)), describedOperation(operation())),
  ).toThrow(reason);
});

describe("a base URL that is relative", () => {
  afterEach(() => vi.unstubAllGlobals());
  const api = withServers("https://service.example/v1");
  const urlOf = async (baseUrl: NonNullable<ClientOptions["baseUrl"]>): Promise<string> => {
    const requests: string[] = [];
    const fetch = async ({ url }: Request): Promise<Response> => {
      requests.push(url);
      return json({});
    };
    await call(createClientCore(api, { baseUrl, fetch }), operation("https://own.example"));
    return requests.join();
  };

  test.each([
    ["/api", "https://page.example/api/books"],
    ["/", "https://page.example/books"],
    ["", "https://page.example/books"],
    ["api/", "https://page.example/app/api/books"],
    ["../api", "https://page.example/api/books"],
    ["//api.example", "https://api.example/books"],
  ])("%j is that of the page", async (baseUrl, expected) => {
    vi.stubGlobal("location", { href: "https://page.example/app/index.html?q=1#top" });
    expect(await urlOf(baseUrl)).toBe(expected);
    expect(await urlOf(() => baseUrl)).toBe(expected);
  });

  test.each([
    [undefined, "/api"],
    [undefined, ""],
    ["about:srcdoc", "/api"],
    ["blob:https://page.example/1", "/api"],
    ["file:///app/index.html", "/api"],
    ["https://page.example/", "localhost:8080"],
  ])("on the page %s, %j is refused where the client is made", async (href, baseUrl) => {
    if (href !== undefined) vi.stubGlobal("location", { href });
    const reason = `the address "${baseUrl}" is relative: give an absolute \`baseUrl\`, such as "https://host/api"`;
    expect(() => createClientCore(api, { baseUrl })).toThrow(new TypeError(reason));
    await expect(urlOf(() => baseUrl)).rejects.toThrow(`ListBooks: ${reason}`);
  });
});

test("a request goes to the operation's own server", async () => {
  const { core, requests } = clientOn(() => json({}));
  await call(core, operation("https://c.example/x/"), { query: { page: 1 } });
  expect(requests[0]?.url).toBe("https://c.example/x/books?page=1");
});

test.each(["TRACE", "connect"])("%s, which fetch does not send, is refused", async (method) => {
  const { core } = clientOn(() => json({}));
  const refused = call(core, { ...fixture.listBooks, method });
  await expect(refused).rejects.toBeInstanceOf(TypeError);
});

test.each<Partial<ClientRequest>>([
  { method: "TRACE" },
  { body: "a" },
  { url: "http://" },
  { headers: { "x-trace": "a\nb" } },
])("what is no request is neither tried again nor the connection's fault: %j", async (wrong) => {
  const fetch = vi.spyOn(globalThis, "fetch");
  try {
    const onAttempt: Middleware["onAttempt"] = (request, next) => next({ ...request, ...wrong });
    const core = createClientCore(fixture.api, { middleware: [{ onAttempt }] });
    await expect(call(core, fixture.listBooks)).rejects.toBeInstanceOf(TypeError);
    expect(fetch).toHaveBeenCalledTimes(1);
  } finally {
    fetch.mockRestore();
  }
});

test("the variables of a server's URL are own members only", () => {
  const url = "https://{constructor}.example/{path}";
  const variables = { constructor: { default: "a" }, path: { default: "b", values: ["b", "c"] } };
  const api = { ...withServers(), serverVariables: { [url]: variables } };
  expect(serverUrl(api, url)).toBe("https://a.example/b");
  expect(serverUrl(api, url, { path: "c", constructor: "x" })).toBe("https://x.example/c");
  expect(() => serverUrl(api, url, { toString: "x" })).toThrow('no variable "toString"');
  expect(() => serverUrl(api, "constructor")).toThrow("there is no server");
});
