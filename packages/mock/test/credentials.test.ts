import { describe, expect, test } from "vitest";
import { setupServer } from "msw/node";
import { createMock } from "../src/index.ts";
import { createMockEngine } from "../src/create-mock.ts";
import type { MockDescription } from "../src/description.ts";
import type { CreateMockOptions } from "../src/types.ts";
import { books } from "./engine-books.ts";

const secret = books.operations.find(({ operation }) => operation.operationId === "GetSecret");
type Security = NonNullable<MockDescription["operations"][number]["operation"]["security"]>;

/** The shop, whose secret has these requirements. */
const locked = (security: Security): MockDescription => ({
  ...books,
  operations: books.operations.map((one) =>
    one === secret ? { ...one, operation: { ...one.operation, security } } : one,
  ),
});

const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;

/** The status and the challenge of a request for the secret. */
async function ask(
  description: MockDescription,
  options: CreateMockOptions,
  headers: Record<string, string> = {},
  query = "",
): Promise<unknown> {
  const mock = createMockEngine(description, options);
  const { status, headers: given } = await mock.fetch(`/secret${query}`, { headers });
  const challenge = given.get("www-authenticate");
  return challenge === null ? status : [status, challenge];
}

const bearer = locked([{ bearer: [] }]);
const credentials = {
  bearer: ["one", "two"],
  basic: ["ines:p:w"],
  headerKey: ["h"],
  queryKey: ["q q"],
  cookieKey: ["c"],
  oauth: ["o"],
};

describe("a mock that demands credentials", () => {
  test("accepts those of its options, and no others", async () => {
    const demand = { credentials, demandCredentials: true };
    expect(await ask(bearer, demand, { authorization: "Bearer two" })).toBe(200);
    for (const given of ["Bearer x", "Bearer h", "Bearer mock", "Bearer", "one", "Basic one"])
      expect(await ask(bearer, demand, { authorization: given })).toEqual([401, "Bearer"]);
    expect(await ask(bearer, demand)).toEqual([401, "Bearer"]);
  });

  test.each<[string, Record<string, string>, string]>([
    ["bearer", { authorization: "Bearer one" }, ""],
    ["basic", { authorization: basic("ines:p:w") }, ""],
    ["headerKey", { "x-key": "h" }, ""],
    ["queryKey", {}, "?api_key=q%20q"],
    ["cookieKey", { cookie: "sid=c" }, ""],
    ["oauth", { authorization: "Bearer o" }, ""],
  ])("reads those of %s", async (scheme, headers, query) => {
    const description = locked([{ [scheme]: ["admin"] }]);
    expect(await ask(description, { credentials }, headers, query)).toBe(200);
    expect(await ask(description, { credentials: { [scheme]: ["x:y"] } }, headers, query)).toEqual([
      401,
      expect.any(String),
    ]);
  });

  test("wants what a requirement wants: one of its alternatives, and all of its schemes", async () => {
    const either = locked([{ bearer: [] }, { queryKey: [] }]);
    expect(await ask(either, { credentials }, {}, "?api_key=q%20q")).toBe(200);
    expect(await ask(either, { credentials }, {}, "?api_key=one")).toEqual([401, "Bearer, ApiKey"]);
    const both = locked([{ bearer: [], headerKey: [] }]);
    const one = { authorization: "Bearer one" };
    expect(await ask(both, { credentials }, one)).toEqual([401, "Bearer, ApiKey"]);
    expect(await ask(both, { credentials }, { ...one, "x-key": "h" })).toBe(200);
    expect(await ask(locked([{ bearer: [] }, {}]), { credentials })).toBe(200);
    expect(await ask(locked([]), { credentials })).toBe(200);
    expect(await ask(locked([{ undeclared: [] }]), { credentials }, one)).toBe(401);
  });

  test("makes one for a scheme without any, the same for each seed", async () => {
    const either = locked([{ bearer: [] }, { basic: [] }]);
    const options = { demandCredentials: true, credentials: { basic: ["a:b"] } };
    const made = createMockEngine(either, options).credentials;
    expect(made).toEqual({ bearer: [expect.stringMatching(/^mock-/)], basic: ["a:b"] });
    expect(createMockEngine(either, options).credentials).toEqual(made);
    expect(createMockEngine(either, { ...options, seed: 1 }).credentials).not.toEqual(made);
    const authorization = `Bearer ${made["bearer"]?.[0]}`;
    expect(await ask(either, options, { authorization })).toBe(200);
    expect(await ask(either, { ...options, seed: 1 }, { authorization })).toEqual([
      401,
      expect.any(String),
    ]);
    const both = createMockEngine(either, { demandCredentials: true }).credentials;
    const user = basic(both["basic"]?.[0] ?? "");
    expect(await ask(either, { demandCredentials: true }, { authorization: user })).toBe(200);
  });

  test("makes none for a scheme that is given none", () => {
    const none = { credentials: { bearer: [] } };
    expect(createMockEngine(bearer, none).credentials).toEqual({ bearer: [] });
  });

  test("is one with verifiers, which come before what it knows", async () => {
    const security = { bearer: ({ token }: { token: string }) => token === "mine" };
    const either = locked([{ bearer: [] }, { headerKey: [] }]);
    const options = { security, credentials };
    expect(await ask(either, options, { authorization: "Bearer mine" })).toBe(200);
    expect(await ask(either, options, { authorization: "Bearer one" })).toEqual([
      401,
      "Bearer, ApiKey",
    ]);
    expect(await ask(either, options, { "x-key": "h" })).toBe(200);
    expect(await ask(bearer, { security: {} }, { authorization: "Bearer x" })).toEqual([
      401,
      "Bearer",
    ]);
  });

  test("refuses where a certificate is asked for, also as an alternative", async () => {
    const { api } = books;
    const securitySchemes = { ...api.securitySchemes, mutual: { type: "mutualTLS" as const } };
    const description = {
      ...locked([{ mutual: [] }, { bearer: [] }]),
      api: { ...api, securitySchemes },
    };
    expect(await ask(description, { credentials })).toEqual([401, "Mutual, Bearer"]);
    expect(await ask(description, { credentials }, { authorization: "Bearer one" })).toBe(200);
    expect(() => createMockEngine(description, { credentials: { mutual: ["x"] } })).toThrow(
      "mutual is a certificate",
    );
  });

  test("demands them of a recorded answer too", async () => {
    let calls = 0;
    const upstream = {
      url: "http://real.example",
      mode: "record" as const,
      fetch: async () => Response.json({ n: (calls += 1) }),
    };
    const recorder = createMockEngine(bearer, { upstream });
    await recorder.fetch("/secret");
    const mock = createMockEngine(bearer, { credentials });
    mock.restore(recorder.snapshot());
    const authorization = "Bearer one";
    expect(await (await mock.fetch("/secret", { headers: { authorization } })).json()).toEqual({
      n: 1,
    });
    expect((await mock.fetch("/secret")).status).toBe(401);
    expect(calls).toBe(1);
  });

  test("demands them over MSW, of an operation with an override as well", async () => {
    const mock = createMock(bearer, { credentials });
    const server = setupServer();
    server.listen();
    const headers = { authorization: "Bearer one" };
    const url = "http://books.example/secret";
    for (const handlers of [
      mock.handlers(),
      [mock.handler("GetSecret")],
      [mock.handler("GetSecret", { status: 200, body: { n: 2 } })],
    ]) {
      server.resetHandlers(...handlers);
      expect((await fetch(url)).status).toBe(401);
      expect((await fetch(url, { headers })).status).toBe(200);
    }
    server.close();
  });
});

describe("a credential with scopes", () => {
  const description = locked([{ oauth: ["books:read", "books:write"] }, { headerKey: ["admin"] }]);
  const known = { oauth: ["all", "reader", "both", "none"], headerKey: ["key"] };
  const scopes = { reader: ["books:read"], both: ["books:write", "books:read", "x"], none: [] };

  test.each([
    ["all", 200],
    ["both", 200],
    ["reader", 403],
    ["none", 403],
    ["other", 401],
  ])("%s gets %d", async (token, status) => {
    const headers = { authorization: `Bearer ${token}` };
    expect([await ask(description, { credentials: known, scopes }, headers)].flat()[0]).toBe(
      status,
    );
  });

  test("is told which it lacks", async () => {
    const headers = { authorization: "Bearer reader" };
    expect(await ask(description, { credentials: known, scopes }, headers)).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope"'),
    ]);
  });

  test("of one scheme does not keep another from being enough", async () => {
    const mock = createMockEngine(description, { credentials: known, scopes });
    const headers = { authorization: "Bearer reader", "x-key": "key" };
    expect((await mock.fetch("/secret", { headers })).status).toBe(200);
  });

  test("is one that the mock knows, with a list", () => {
    expect(() =>
      createMockEngine(description, { credentials: known, scopes: { raeder: [] } }),
    ).toThrow('scopes: "raeder" is none of `credentials`');
    const wrong = { reader: "books:read" } as unknown as { reader: string[] };
    expect(() => createMockEngine(description, { credentials: known, scopes: wrong })).toThrow(
      "are a list of texts",
    );
  });
});

describe("a mock lets everybody in", () => {
  test.each<[string, CreateMockOptions]>([
    ["by default", {}],
    ["where credentials are unchecked", { security: "unchecked" }],
    ["where none are demanded", { demandCredentials: false, credentials }],
  ])("%s", async (_, options) => {
    expect(await ask(bearer, options)).toBe(200);
    expect(await ask(bearer, options, { authorization: "Bearer x" })).toBe(200);
    expect(createMockEngine(bearer, options).credentials).toEqual({});
  });
});

test.each<[Record<string, string[]>, string]>([
  [{ Bearer: ["a"] }, 'has no security scheme "Bearer" (it has bearer, basic'],
  [{ Bearer: ["a"] }, "did you mean bearer?"],
  [{ toString: ["a"] }, 'no security scheme "toString"'],
  [{ bearer: [""] }, "one of bearer is empty"],
  [{ basic: ["user"] }, "user:password"],
])("credentials cannot be %j", (given, message) => {
  expect(() => createMockEngine(bearer, { credentials: given })).toThrow(message);
});
