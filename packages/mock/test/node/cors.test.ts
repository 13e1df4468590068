import { afterEach, describe, expect, test } from "vitest";
import { serveMock } from "../../src/node/index.ts";
import type { MockService, ServeOptions } from "../../src/node/index.ts";
import { shop } from "./shop.ts";

const services: MockService[] = [];

afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

const page = { origin: "http://app.example" };

const serve = async (options: ServeOptions = {}): Promise<string> => {
  const service = await serveMock(shop, {
    port: 0,
    isQuiet: true,
    allowOrigins: [page.origin],
    ...options,
  });
  services.push(service);
  return service.url;
};

const allowed = (response: Response): Record<string, string> =>
  Object.fromEntries(
    [...response.headers]
      .filter(([name]) => name.startsWith("access-control-"))
      .map(([name, value]) => [name.replace("access-control-", ""), value]),
  );

describe("a page of an origin that is allowed", () => {
  test("may ask, and is told that it may", async () => {
    const url = await serve();
    const response = await fetch(`${url}/books`, {
      method: "OPTIONS",
      headers: {
        ...page,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,prefer",
      },
    });
    expect(response.status).toBe(204);
    expect(allowed(response)).toStrictEqual({
      "allow-origin": page.origin,
      "allow-methods": "POST",
      "allow-headers": "authorization,content-type,prefer",
      "max-age": "600",
    });
  });

  test("may read the answer, and the headers that are described", async () => {
    const response = await fetch(`${await serve()}/books/b1`, { headers: page });
    expect(response.status).toBe(200);
    const { "allow-origin": origin, "expose-headers": exposed } = allowed(response);
    expect(origin).toBe(page.origin);
    expect(exposed?.split(", ")).toEqual(expect.arrayContaining(["link", "x-tags"]));
    expect(response.headers.get("vary")).toBe("origin");
    expect(allowed(response)).not.toHaveProperty("allow-credentials");
  });

  test("may send cookies where it is of this machine", async () => {
    const headers = { origin: "http://localhost:5173" };
    const response = await fetch(`${await serve()}/books/b1`, { headers });
    expect(allowed(response)).toMatchObject({ "allow-credentials": "true" });
  });

  test("may read a refusal as well", async () => {
    const response = await fetch(`${await serve()}/nowhere`, { headers: page });
    expect([response.status, allowed(response)["allow-origin"]]).toStrictEqual([404, page.origin]);
  });

  test("has nothing to do with the console", async () => {
    const response = await fetch(`${await serve({ isConsoleOn: true })}/__mock/state`, {
      headers: page,
    });
    expect(allowed(response)).toStrictEqual({});
  });

  test("may do nothing where that is switched off", async () => {
    const response = await fetch(`${await serve({ isCorsOn: false })}/books/b1`, { headers: page });
    expect(allowed(response)).toStrictEqual({});
  });
});

test.each(["http://evil.example", "http://localhost.evil.example", "null"])(
  "a page of %s reads nothing, and is allowed nothing",
  async (origin) => {
    const url = await serve();
    const read = await fetch(`${url}/books/b1`, { headers: { origin } });
    expect([allowed(read), read.headers.get("vary")]).toStrictEqual([{}, "origin"]);
    const headers = { origin, "access-control-request-method": "POST" };
    expect(allowed(await fetch(`${url}/books`, { method: "OPTIONS", headers }))).toStrictEqual({});
  },
);

test("who is no page is told nothing of it", async () => {
  expect(allowed(await fetch(`${await serve()}/books/b1`))).toStrictEqual({});
});
