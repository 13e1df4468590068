import { describe, expect, test } from "vitest";
import type { OperationDescriptor } from "../src/operation.ts";
import { createServerCore } from "../src/server/index.ts";
import type {
  HttpRequest,
  HttpResponse,
  SecurityVerifier,
  ServerOptions,
} from "../src/server/index.ts";
import * as fixture from "./fixture.ts";

type Security = NonNullable<OperationDescriptor["security"]>;

/** The response to a request of an operation with these requirements; its body is the principal. */
function request(
  security: Security,
  given: Partial<HttpRequest>,
  verifiers?: ServerOptions["security"],
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
    { ...(verifiers && { security: verifiers }), onError: () => {} },
  );
  return server.handle({ method: "GET", url: "/books", headers: {}, ...given });
}

const principalOf = (response: HttpResponse): unknown =>
  (JSON.parse(String(response.body)) as { principal: unknown }).principal;

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
    ["unknown", {}],
  ])("or is missing: %s %j", async (scheme, given) => {
    expect((await request([{ [scheme]: [] }], given)).status).toBe(401);
  });
});

describe("the description's security", () => {
  const statusOf = async (security: Security | undefined): Promise<number> => {
    const operation = { ...fixture.listBooks, ...(security && { security }) };
    const api = { ...fixture.api, security: [{ bearer: [] }] };
    const route = { operation, validators: {}, handler: () => ({ status: 200, body: {} }) };
    const server = createServerCore(api, [route]);
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

  test("without a verifier asks for the credential's presence alone", async () => {
    expect((await request([{ bearer: [] }], bearer)).status).toBe(200);
  });

  test("is not met by a credential that its verifier refuses", async () => {
    const response = await request([{ bearer: [] }], bearer, { bearer: () => undefined });
    expect(response.status).toBe(401);
    expect(response.headers["www-authenticate"]).toBe("Bearer");
    expect(JSON.parse(String(response.body))).toEqual({ type: "Unauthorized" });
  });

  test("hands the scopes and the operation to the verifier", async () => {
    const verify: SecurityVerifier = async (_, { scopes, operation }) => [
      operation.operationId,
      scopes,
    ];
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
    const response = await request(security, both, { headerKey: () => "application" });
    expect(principalOf(response)).toBe("application");
  });

  test("that is empty lets anybody in", async () => {
    expect((await request([{ bearer: [] }, {}], {})).status).toBe(200);
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

  test("whose verifier fails answers 500", async () => {
    const response = await request([{ bearer: [] }], bearer, {
      bearer: () => Promise.reject(new Error("no database")),
    });
    expect(response.status).toBe(500);
  });
});
