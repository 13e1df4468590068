import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { ledger, ledgerService, type Habits } from "./ledger.ts";

const description = await read(ledger);

async function messagesOf(habits: Habits, said?: string): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: said === undefined ? description : await saying(said),
    server: { fetch: ledgerService(habits) },
    replay: ["openAccount/values", "putAccount/values"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
}

/** Returns the description with a sentence about the whole API. */
const saying = async (said: string) =>
  read(
    ledger.replace(
      /info: \{ title: (\w+),/,
      `info: { title: $1, description: ${JSON.stringify(said)},`,
    ),
  );

/** Makes one space of several by the methods. */
const collapsing = (methods: RegExp): NonNullable<Habits["store"]> => {
  return (name, value, method) =>
    typeof value === "string" && methods.test(method) && name === "holder"
      ? value.replaceAll(/\s+/g, " ")
      : value;
};

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

const stays = "White space around texts is removed; white space within them stays.";

test("white space within texts is the service's own, unless the description says that it stays", async () => {
  const store = collapsing(/./);
  expect(await messagesOf({ store })).toEqual([]);
  expect(await messagesOf({ store }, "White space within texts stays or collapses.")).toEqual([]);
  expect(await messagesOf({ store }, "White space within `note` stays.")).toEqual([]);
  expect(await messagesOf({}, stays)).toEqual([]);
  expect(await messagesOf({ store }, stays)).toEqual([
    'shows-what-was-sent openAccount: makes one of several white spaces within /holder, and the description says "white space within them stays."',
  ]);
});

test("finds white space within texts that one operation alone makes one", async () => {
  expect(await messagesOf({ store: collapsing(/PUT/) })).toEqual([
    "read-after-update putAccount: makes one of several white spaces within /holder, which openAccount keeps",
  ]);
});

test.each([
  "Texts are kept and answered exactly as they were sent.",
  "Strings are never trimmed.",
  "Texts are kept exactly as they were sent: nothing is trimmed.",
])("finds white space that is removed around texts, of which is said: %s", async (said) => {
  const messages = await messagesOf({ store: trimming(/./, /holder/) }, said);
  expect(messages).toContain(
    `shows-what-was-sent openAccount: removes white space around /holder, and the description says ${JSON.stringify(said)}`,
  );
  expect(await messagesOf({}, said)).toEqual([]);
});

test.each([
  "Names are trimmed, and kept exactly otherwise.",
  "White space around texts is not kept; else they are answered exactly as they were sent.",
  "Codes are compared exactly.",
  "Files are kept exactly as they were sent.",
])("may remove white space around texts, of which is said: %s", async (said) => {
  expect(await messagesOf({ store: trimming(/./, /holder/) }, said)).toEqual([]);
});
