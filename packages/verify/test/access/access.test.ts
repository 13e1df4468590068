import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { carts, cartService, type Leak } from "./carts.ts";

const description = await read(carts);

const verified = (seed: number, ...leaks: Leak[]): Promise<VerifyReport> =>
  verifyServer({
    description,
    server: { fetch: cartService(...leaks) },
    credentials: { key: "one" },
    otherCredentials: { key: "two" },
    seed,
    replay: ["createCart/other-principal", "createOrder/other-principal", "getCart/credentials"],
  });

test.each<[number, Leak[]]>([
  [0, []],
  [1, []],
  [2, []],
  [0, ["shows labels in orders"]],
])("a service that keeps its principals apart has no failure, seed %d, %s", async (seed, leaks) => {
  const report = await verified(seed, ...leaks);
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [] });
});

test.each<[Leak, string, string, RegExp]>([
  [
    "filters the carts of all",
    "other-principal",
    "listCarts",
    /lists another principal's Cart by label/,
  ],
  [
    "clears carts of others",
    "other-principal",
    "clearCart",
    /does clearCart to another principal's Cart/,
  ],
  ["summarises carts of others", "other-principal", "summariseCart", /shows what is below/],
  ["shows carts of others in orders", "other-principal", "createOrder", /by a reference to it/],
  [
    "keeps answers of lists for all",
    "other-principal",
    "listCarts",
    /lists another principal's Cart/,
  ],
  [
    "knows the caller in a variable",
    "other-principal",
    "getCart",
    /when (both call|another one calls) at once/,
  ],
  [
    "refuses idempotency keys of others",
    "other-principal",
    "createCart",
    /answers 409 to an idempotency key that another principal has used, and 201 to another key/,
  ],
  ["keeps idempotency keys for all", "other-principal", "createCart", /the same idempotency key/],
  [
    "answers 403 to nobody",
    "status",
    "getCart",
    /answers 403 to no credential, for which 401 is documented/,
  ],
  [
    "answers 401 to others",
    "other-principal",
    "getCart",
    /answers 401 to a credential that is valid/,
  ],
])("finds a service that %s", async (leak, check, operationId, message) => {
  const { failures, errors } = await verified(0, leak);
  expect(errors).toEqual([]);
  expect(failures.map((one) => [one.check, one.operationId, one.message])).toContainEqual([
    check,
    operationId,
    expect.stringMatching(message),
  ]);
});

test("finds a key of another principal that is refused otherwise than a key of one's own", async () => {
  const full = "has all the carts of bob that he may have";
  const refusals = async (...leaks: Leak[]): Promise<string[]> => {
    const { failures, errors } = await verified(0, ...leaks);
    expect(errors).toEqual([]);
    return failures
      .filter(
        ({ check, operationId }) => check === "other-principal" && operationId === "createCart",
      )
      .map(({ message }) => message);
  };
  expect(await refusals(full, "refuses idempotency keys of others by 422")).toEqual([
    expect.stringMatching(
      /^answers 422 to an idempotency key that another principal has used, and 409 to another key/,
    ),
  ]);
  expect(await refusals(full)).toEqual([]);
});
