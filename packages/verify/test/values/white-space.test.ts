import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { ledger, ledgerService, type Habits } from "./ledger.ts";

const description = await read(ledger);

async function messagesOf(habits: Habits): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description,
    server: { fetch: ledgerService(habits) },
    replay: ["openAccount/values", "putAccount/values"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
}

/** Trims texts by the methods, in the members. */
const trimming = (methods: RegExp, members = /./): NonNullable<Habits["store"]> => {
  return (name, value, method) =>
    typeof value === "string" && methods.test(method) && members.test(name) ? value.trim() : value;
};

test.each([
  ["POST", "shows-what-was-sent openAccount", "putAccount"],
  ["PUT", "read-after-update putAccount", "openAccount"],
])("finds white space that %s alone removes", async (method, about, other) => {
  const store = trimming(new RegExp(method), /holder/);
  expect(await messagesOf({ store })).toEqual([
    `${about}: removes white space around /holder, which ${other} keeps`,
  ]);
});

test.each<[string, Habits]>([
  ["keeps white space", {}],
  ["removes white space", { store: trimming(/./) }],
  ["removes white space around one member", { store: trimming(/./, /holder/) }],
  [
    "refuses white space around texts",
    {
      refuse: (_, value) => (typeof value === "string" && value !== value.trim() ? 400 : undefined),
    },
  ],
  [
    "lists texts without white space",
    { list: (_, value) => (typeof value === "string" ? value.trim() : value) },
  ],
])("a service that %s has no failure", async (_, habits) => {
  expect(await messagesOf(habits)).toEqual([]);
});

test("finds lost characters where white space around texts is refused", async () => {
  const refuse: Habits["refuse"] = (_, value) =>
    typeof value === "string" && value !== value.trim() ? 400 : undefined;
  const store: Habits["store"] = (_, value) =>
    typeof value === "string" ? value.replaceAll(/[^ -~]/g, "?") : value;
  expect(await messagesOf({ refuse, store })).toContainEqual(
    expect.stringMatching(/was written with accents and is another text/),
  );
});
