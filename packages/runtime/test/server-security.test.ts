import { describe, expect, test } from "vitest";
import type { OperationDescriptor } from "../src/operation.ts";
import { createServerCore, withScopes } from "../src/server/index.ts";
import type {
  HttpRequest,
  HttpResponse,
  SecurityVerifier,
  ServerOptions,
} from "../src/server/index.ts";
import * as fixture from "./fixture.ts";

type Security = NonNullable<OperationDescriptor["security"]>;

/** Verifiers of all schemes, which refuse no credential. */
const everyVerifier = Object.fromEntries(
  Object.keys(fixture.api.securitySchemes).map((scheme): [string, SecurityVerifier] => [
    scheme,
    (credential, { scopes }) => withScopes(credential, scopes),
  ]),
);

/** The response to a request of an operation with these requirements; its body is the principal. */
function request(
  security: Security,
  given: Partial<HttpRequest>,
  verifiers: NonNullable<ServerOptions["security"]> = everyVerifier,
): Promise<HttpResponse> {
  const operation = { ...fixture.listBooks, security };
  const server = createServerCore(
    fixture.api,
    [
      {
        operation,
        validators: {},
        handler: (_, { principal }) => ({ status: 200, body: { principal } }),
      },
    ],
    { security: verifiers, onError: () => {} },
  );
  return server.handle({ method: "GET", url: "/books", headers: {}, ...given });
}

const principalOf = (response: HttpResponse): unknown =>
  (JSON.parse(String(response.body)) as { principal: unknown }).principal;

/** What libraries of databases return: no promise of the language's own. */
const thenable = (value: unknown): PromiseLike<unknown> => {
  const promise = Promise.resolve(value);
  // oxlint-disable-next-line unicorn/no-thenable
  return { then: (...listeners) => promise.then(...listeners) };
};

const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;

describe("a credential is read", () => {
  test.each([
    ["bearer", { headers: { authorization: "Bearer t1" } }, { token: "t1" }],
    ["bearer", { headers: { authorization: "bearer t1" } }, { token: "t1" }],
    ["oauth", { headers: { authorization: "Bearer t1" } }, { token: "t1" }],
    [
      "basic",
      { headers: { authorization: basic("Änne:a:b") } },
      { username: "Änne", password: "a:b" },
    ],
    ["headerKey", { headers: { "x-key": "k" } }, { value: "k" }],
    ["queryKey", { url: "/books?api_key=k%20k" }, { value: "k k" }],
    ["cookieKey", { headers: { cookie: "a=b; sid=s" } }, { value: "s" }],
  ])("of the scheme %s", async (scheme, given, credential) => {
    const verify: SecurityVerifier = (received) => received;
    const response = await request([{ [scheme]: [] }], given, { [scheme]: verify });
    expect(principalOf(response)).toEqual({
      token: "",
      username: "",
      password: "",
      value: "",
      ...credential,
    });
  });

  test.each([
    ["bearer", {}],
    ["bearer", { headers: { authorization: "Bearer " } }],
    ["bearer", { headers: { authorization: basic("a:b") } }],
    ["basic", { headers: { authorization: "Basic !" } }],
    ["basic", { headers: { authorization: basic("ab") } }],
    ["headerKey", { headers: { "x-key": "" } }],
    ["queryKey", { url: "/books" }],
    ["cookieKey", { headers: { cookie: "a=b" } }],
    ["basic", { headers: { authorization: basic(":") } }],
    ["bearer", { headers: { authorization: "Bearer a, Bearer b" } }],
    ["bearer", { headers: { authorization: "Bearer a b" } }],
    ["bearer", { headers: { authorization: ["Bearer a", "Bearer b"] } }],
    ["oauth", { headers: { authorization: ["Bearer a", "Bearer a"] } }],
    ["bearer", { headers: { Authorization: "Bearer a" } }],
    ["bearer", { headers: { "proxy-authorization": "Bearer a" } }],
    ["bearer", { url: "/books?access_token=a" }],
    ["headerKey", { headers: { "x-key": ["a", "b"] } }],
    ["headerKey", { url: "/books?X-Key=a" }],
    ["queryKey", { url: "/books?api_key=" }],
    ["queryKey", { url: "/books?api_key" }],
    ["queryKey", { url: "/books?API_KEY=a" }],
    ["queryKey", { url: "/books?api_key=a&api_key=b" }],
    ["queryKey", { url: "/books?api_key=a&api%5fkey=a" }],
    ["queryKey", { url: "/books?api_key[]=a" }],
    ["queryKey", { headers: { cookie: "api_key=a" } }],
    ["cookieKey", { headers: { cookie: "sid=" } }],
    ["cookieKey", { headers: { cookie: "sid=a; sid=b" } }],
    ["cookieKey", { headers: { cookie: ["sid=a", "sid=b"] } }],
    ["unknown", { headers: { authorization: "Bearer t", unknown: "a" } }],
  ])("or is missing: %s %j", async (scheme, given) => {
    expect((await request([{ [scheme]: [] }], given)).status).toBe(401);
  });
});

describe("the description's security", () => {
  const statusOf = async (security: Security | undefined): Promise<number> => {
    const operation = { ...fixture.listBooks, ...(security && { security }) };
    const api = { ...fixture.api, security: [{ bearer: [] }] };
    const route = { operation, validators: {}, handler: () => ({ status: 200, body: {} }) };
    const server = createServerCore(api, [route], { security: { bearer: () => "user" } });
    return (await server.handle({ method: "GET", url: "/books", headers: {} })).status;
  };

  test("holds for an operation that states none", async () => {
    expect(await statusOf(undefined)).toBe(401);
  });

  test("does not hold for one that needs none", async () => {
    expect(await statusOf([])).toBe(200);
  });
});

describe("a requirement", () => {
  const bearer = { headers: { authorization: "Bearer t" } };
  const both = { headers: { authorization: "Bearer t", "x-key": "k" } };

  test.each<[string, SecurityVerifier]>([
    ["undefined", () => undefined],
    ["null", () => null],
    ["false", () => false],
    ["no text", () => ""],
    ["a count of 0", () => 0],
    ["a promise of null", async () => null],
    ["what is no promise, but has to be awaited", () => thenable(null)],
    ["a failed look-up with scopes", () => withScopes(null, ["read"])],
    ["one with scopes that is pending", () => withScopes(thenable(undefined), [])],
    ["a promise of one with scopes that is pending", async () => withScopes(thenable(null), [])],
  ])("is not met by a verifier's %s", async (_, verifier) => {
    const security = [{ bearer: [] }];
    expect((await request(security, bearer, { bearer: verifier })).status).toBe(401);
    const alternatives = [{ bearer: [] }, { basic: [] }];
    const verifiers = { bearer: verifier, basic: verifier };
    expect((await request(alternatives, bearer, verifiers)).status).toBe(401);
    const together = [{ bearer: [], headerKey: [] }];
    const refusing = { ...everyVerifier, bearer: verifier };
    const credentials = { headers: { ...bearer.headers, "x-key": "k" } };
    expect((await request(together, credentials, refusing)).status).toBe(401);
  });

  test("waits for whatever has to be awaited", async () => {
    const later = thenable({ id: 1 });
    for (const verifier of [() => later, () => withScopes(later, ["read"])])
      expect(
        principalOf(
          await request([{ bearer: [] }], bearer, { bearer: verifier as SecurityVerifier }),
        ),
      ).toEqual({ id: 1 });
  });

  test("is not met by a credential that its verifier refuses", async () => {
    const response = await request([{ bearer: [] }], bearer, { bearer: () => undefined });
    expect(response.status).toBe(401);
    expect(response.headers["www-authenticate"]).toBe("Bearer");
    expect(JSON.parse(String(response.body))).toEqual({ type: "Unauthorized" });
  });

  test("hands the scopes and the operation to the verifier", async () => {
    const verify: SecurityVerifier = async (_, { scopes, operation }) =>
      withScopes([operation.operationId, scopes], scopes);
    const response = await request([{ oauth: ["books:read"] }], bearer, { oauth: verify });
    expect(principalOf(response)).toEqual(["ListBooks", ["books:read"]]);
  });

  test("needs all of its schemes", async () => {
    const security = [{ bearer: [], headerKey: [] }];
    const verifiers = { bearer: () => "user", headerKey: () => "application" };
    expect((await request(security, bearer, verifiers)).status).toBe(401);
    const response = await request(security, both, verifiers);
    expect(principalOf(response)).toEqual({ bearer: "user", headerKey: "application" });
  });

  test("is enough when another one is not met", async () => {
    const security = [{ basic: [] }, { headerKey: [] }];
    const verifiers = { basic: () => "user", headerKey: () => "application" };
    expect(principalOf(await request(security, both, verifiers))).toBe("application");
    const refusing = { basic: () => "user", headerKey: () => undefined };
    expect((await request(security, both, refusing)).status).toBe(401);
  });

  test("that is empty lets anybody in", async () => {
    for (const security of [[{ bearer: [] }, {}], [{}, { bearer: [] }], [{}]]) {
      const response = await request(security, {}, { bearer: () => "user" });
      expect(response.status).toBe(200);
      expect(principalOf(response)).toBeUndefined();
    }
  });

  test("that is empty gives a credential its principal all the same", async () => {
    const response = await request([{}, { bearer: [] }], bearer, { bearer: () => "user" });
    expect(principalOf(response)).toBe("user");
  });

  test("with a scheme that is not declared is met by nobody", async () => {
    const security = [{ bearer: [], undeclared: [] }];
    const verifiers = { bearer: () => "user" };
    expect((await request(security, bearer, verifiers)).status).toBe(401);
    expect((await request([...security, { bearer: [] }], bearer, verifiers)).status).toBe(200);
  });

  test("is checked before the input", async () => {
    const response = await request([{ bearer: [] }], { url: "/books?page=x" });
    expect(response.status).toBe(401);
  });

  test("names each of its challenges", async () => {
    const security = [{ bearer: [], basic: [] }, { oauth: [] }, { headerKey: [] }];
    const response = await request(security, {});
    expect(response.headers["www-authenticate"]).toBe('Bearer, Basic charset="UTF-8", ApiKey');
  });

  test.each<[string, SecurityVerifier]>([
    ["rejects", () => Promise.reject(new Error("no database"))],
    [
      "throws",
      () => {
        throw new Error("no database");
      },
    ],
    ["gives scopes that are no list", () => withScopes("user", "read write" as never)],
  ])("whose verifier %s answers 500", async (_, verifier) => {
    for (const security of [
      [{ bearer: [] }],
      [{ bearer: [] }, {}],
      [{ bearer: [] }, { basic: [] }],
    ])
      expect((await request(security, bearer, { ...everyVerifier, bearer: verifier })).status).toBe(
        500,
      );
  });

  test("that lists scopes is not met by a principal without any", async () => {
    const errors: unknown[] = [];
    const operation = { ...fixture.listBooks, security: [{ bearer: ["read"] }] };
    const route = { operation, validators: {}, handler: () => ({ status: 200, body: {} }) };
    const server = createServerCore(fixture.api, [route], {
      security: { bearer: () => ({ principal: "user", scopes: ["read"] }) },
      onError: ({ phase, error }) => errors.push(phase, String(error)),
    });
    const response = await server.handle({ method: "GET", url: "/books", ...bearer });
    expect(response.status).toBe(500);
    expect(errors).toEqual([
      "security",
      expect.stringContaining("return withScopes(principal, scopes)"),
    ]);
  });

  test("is not looked at where credentials are not checked", async () => {
    for (const security of [[{ bearer: ["read"] }], [{ undeclared: [] }]]) {
      const response = await request(security, {}, "unchecked");
      expect(response.status).toBe(200);
      expect(principalOf(response)).toBeUndefined();
    }
  });
});
