import { describe, expect, test } from "vitest";
import { createClientCore, type ClientOptions } from "../src/client/index.ts";
import type { OperationDescriptor } from "../src/operation.ts";
import { call, clientOn, json } from "./client-harness.ts";
import * as fixture from "./fixture.ts";

/** The request that a call of an operation with these requirements sends. */
async function requestWith(
  security: OperationDescriptor["security"],
  auth?: ClientOptions["auth"],
): Promise<Request> {
  const { core, requests } = clientOn(() => json({}), auth === undefined ? {} : { auth });
  await call(core, { ...fixture.listBooks, ...(security && { security }) }, { query: { page: 1 } });
  return requests[0] as Request;
}

const password = { username: "Änne", password: "b:c" };
const basic = `Basic ${Buffer.from("Änne:b:c").toString("base64")}`;

describe("a single credential", () => {
  test.each([
    ["bearer", "t", "authorization", "Bearer t"],
    ["oauth", "t", "authorization", "Bearer t"],
    ["basic", password, "authorization", basic],
    ["basic", "Änne:b:c", "authorization", basic],
    ["basic", "key", "authorization", `Basic ${btoa("key:")}`],
    ["headerKey", "k", "x-key", "k"],
    ["cookieKey", "a b", "cookie", "sid=a%20b"],
  ])("goes where the scheme %s wants it", async (scheme, auth, header, value) => {
    const request = await requestWith([{ [scheme]: [] }], auth);
    expect(request.headers.get(header)).toBe(value);
  });

  test("goes into the query beside the parameters", async () => {
    const request = await requestWith([{ queryKey: [] }], "a b");
    expect(new URL(request.url).search).toBe("?page=1&api_key=a%20b");
  });

  test.each([() => "t", async () => "t"])("may be asked for at each call", async (auth) => {
    const request = await requestWith([{ bearer: [] }], auth);
    expect(request.headers.get("authorization")).toBe("Bearer t");
  });

  test("that is not there leaves the request without", async () => {
    expect(
      (await requestWith([{ bearer: [] }], () => undefined)).headers.has("authorization"),
    ).toBe(false);
    expect((await requestWith([{ bearer: [] }])).headers.has("authorization")).toBe(false);
  });

  test("is not sent to an operation that needs none", async () => {
    expect((await requestWith(undefined, "t")).headers.has("authorization")).toBe(false);
    expect((await requestWith([{}], "t")).headers.has("authorization")).toBe(false);
  });

  test.each([
    [undefined, "Bearer t"],
    [[], null],
    [[{ headerKey: [] }], null],
  ])("is sent as the description says to an operation with the security %j", async (own, sent) => {
    const requests: Request[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      requests.push(request);
      return json({});
    };
    const api = { ...fixture.api, security: [{ bearer: [] }] };
    const core = createClientCore(api, { auth: { bearer: "t" }, fetch });
    await call(core, { ...fixture.listBooks, ...(own && { security: own }) });
    expect(requests[0]?.headers.get("authorization")).toBe(sent);
  });

  test("does not serve a requirement of two schemes", async () => {
    const request = await requestWith([{ bearer: [], headerKey: [] }, { headerKey: [] }], "k");
    expect(request.headers.has("authorization")).toBe(false);
    expect(request.headers.get("x-key")).toBe("k");
  });
});

describe("credentials by scheme", () => {
  test("serve the first requirement that they meet in full", async () => {
    const security = [{ bearer: [], headerKey: [] }, { basic: [] }];
    const first = await requestWith(security, {
      bearer: "t",
      headerKey: () => "k",
      basic: password,
    });
    expect(first.headers.get("authorization")).toBe("Bearer t");
    expect(first.headers.get("x-key")).toBe("k");
    const second = await requestWith(security, { bearer: "t", basic: password });
    expect(second.headers.get("authorization")).toBe(basic);
    expect(second.headers.has("x-key")).toBe(false);
  });

  test("know no names of a prototype", async () => {
    const request = await requestWith([{ constructor: [] }], { bearer: "t" });
    expect(request.headers.has("authorization")).toBe(false);
  });
});

describe("credentials for security schemes that the description does not have", () => {
  test.each([
    [{ bearerAuth: "a" }, "bearerAuth"],
    [{ bearer: "a", Basic: undefined }, "Basic"],
    [{ username: "a" }, "username"],
    [{ constructor: "a" }, "constructor"],
  ])("%j are refused where the client is made", (auth, unknown) => {
    expect(() => clientOn(() => json({}), { auth: auth as ClientOptions["auth"] & {} })).toThrow(
      new TypeError(
        `auth: there is no security scheme "${unknown}": the description has bearer, basic, headerKey, queryKey, cookieKey, oauth`,
      ),
    );
  });

  test("are refused where it has none", () => {
    const api = { ...fixture.api, securitySchemes: {} };
    expect(() => createClientCore(api, { auth: { bearer: "a" } })).toThrow(
      "the description has none",
    );
    expect(() => createClientCore(api, { auth: "a" })).not.toThrow();
  });
});
