import { beforeAll, describe, expect, test } from "vitest";
import type { ClientOptions } from "@openapi-packages/runtime/client";
import { exchange, verifiers } from "./exchange.ts";
import { loadFeaturePackages, type FeaturePackages } from "./packages.ts";

let packages: FeaturePackages;
beforeAll(async () => {
  packages = await loadFeaturePackages("security");
});

const password = { username: "Änne", password: "p:w" };

type Auth = NonNullable<ClientOptions["auth"]>;

describe("a credential that the client is given arrives at the server", () => {
  test.each<[string, Auth | undefined, unknown]>([
    ["withBearer", "t", "t"],
    ["withBasic", password, "Änne|p:w"],
    ["withHeaderKey", "k", "k"],
    ["withQueryKey", "k&=", "k&="],
    ["withCookieKey", "k; é", "k; é"],
    ["withOauth", "t", "t"],
    ["withOpenId", async () => "t", "t"],
    ["withBoth", { bearer: "t", headerKey: "k" }, { bearer: "t", headerKey: "k" }],
    ["withEither", { basic: password }, "Änne|p:w"],
    ["withEither", { basic: password, queryKey: "k" }, "k"],
    ["withOrWithout", "t", "t"],
    ["withOrWithout", undefined, undefined],
    ["withNothing", "t", undefined],
    ["withRoot", "t", "t"],
  ])("%s", async (method, auth, principal) => {
    const client = { auth: auth ?? {} };
    const { api, received } = exchange(packages, undefined, { client });
    await api["secured"]?.[method]?.();
    expect(received.map((one) => one.principal)).toEqual([principal]);
  });
});

describe("a request without the credential is refused", () => {
  test.each<[string, Auth]>([
    ["withBearer", {}],
    ["withBasic", { bearer: "t" }],
    ["withHeaderKey", {}],
    ["withQueryKey", {}],
    ["withCookieKey", {}],
    ["withOauth", {}],
    ["withOpenId", {}],
    ["withBoth", { bearer: "t" }],
    ["withBoth", { headerKey: "k" }],
    ["withBoth", "t"],
    ["withEither", { bearer: "t" }],
    ["withRoot", {}],
  ])("%s with %j", async (method, auth) => {
    const { api, received } = exchange(packages, undefined, { client: { auth } });
    await expect(api["secured"]?.[method]?.()).rejects.toMatchObject({ status: 401 });
    expect(received).toEqual([]);
  });

  test("as is one whose credential is refused", async () => {
    const server = { security: { ...verifiers, bearer: () => undefined } };
    const { api } = exchange(packages, undefined, { server });
    await expect(api["secured"]?.["withBearer"]?.()).rejects.toMatchObject({ status: 401 });
    expect(await api["secured"]?.["withOrWithout"]?.()).toBeUndefined();
  });
});

test("a server without the verifier of an alternative does not start", () => {
  const { queryKey: _, ...others } = verifiers;
  expect(() => exchange(packages, undefined, { server: { security: others } })).toThrow(
    "there is no verifier for queryKey (API key key in query), which WithQueryKey, WithEither name",
  );
});
