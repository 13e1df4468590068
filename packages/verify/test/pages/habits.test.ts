import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { described, habits, service, type PagingFault } from "./habits.ts";

type Name = keyof typeof habits;

const names = Object.keys(habits) as Name[];

async function verified(name: Name, fault?: PagingFault): Promise<VerifyReport> {
  const habit = habits[name];
  const description = await read(described(habit));
  const server = { fetch: service(habit, fault) };
  return verifyServer({ description, server, replay: ["listSongs/pages"] });
}

const messagesOf = ({ failures }: Pick<VerifyReport, "failures">): string[] =>
  failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);

test.each(names)("has nothing to say of faultless pages: %s", async (name) => {
  const report = await verified(name);
  expect(messagesOf(report)).toEqual([]);
  expect(report.errors).toEqual([]);
  expect(report.coverage.flatMap(({ missing }) => missing)).toEqual([]);
  expect(report.exchanges).toBeLessThan(28);
});

test.each(names)("a whole run has nothing to say of them: %s", async (name) => {
  const description = await read(described(habits[name]));
  for (const seed of [0, 1]) {
    const server = { fetch: service(habits[name]) };
    const { failures } = await verifyServer({ description, server, seed });
    // The service takes what is invalid, which is not what is asked here.
    const others = failures.filter(({ check }) => !/invalid|method|server-error/.test(check));
    expect(messagesOf({ failures: others })).toEqual([]);
  }
});

test.each<[Name, PagingFault, string]>([
  ["numbered pages of allOf", "repeats an item", "lists item song-2 twice in pages of 2"],
  ["numbered pages of allOf", "leaves one out", "leaves out song-3 in pages of 2"],
  [
    "numbered pages of allOf",
    "counts the page",
    "says at /total that there are 2 items in pages of 2, and there are 5",
  ],
  ["numbered pages of allOf", "counts one too many", "says at /total that there are 6 items"],
  ["numbered pages of allOf", "takes no size", "gives 5 items in pages of 2"],
  ["numbered pages of allOf", "says the wrong page", "says 1 at /page where page=2 was asked for"],
  ["pages from 0", "repeats an item", "lists item song-2 twice in pages of 2"],
  ["pages from 0", "shortens pages", "gives 1 item in a page of 2, and there are 5"],
  ["pages from 1, which nothing tells", "leaves one out", "leaves out song-3 in pages of 2"],
  ["pages from 0, which nothing tells", "leaves one out", "leaves out song-3 in pages of 2"],
  ["an offset and meta", "repeats an item", "lists item song-2 twice in pages of 2"],
  ["an offset and meta", "counts the page", "says at /meta/total that there are 2 items"],
  ["an offset and meta", "says the wrong page", "says 4 at /meta/offset where offset="],
  [
    "an offset and meta",
    "says that more follow",
    "says at /meta/hasMore that more items follow, and none does",
  ],
  [
    "an offset and meta",
    "says that none follow",
    "says at /meta/hasMore that none follows, and 3 more are there",
  ],
  ["a cursor", "leaves one out", "leaves out song-3 in pages of 2"],
  ["a cursor", "repeats an item", "lists item song-2 twice in pages of 2"],
  [
    "a cursor",
    "says that none follow",
    "says at /has_more that none follows, and 3 more are there",
  ],
  [
    "a cursor that is said to be null at the end",
    "says that more follow",
    "has a cursor at /next on its last page, where nothing follows",
  ],
  [
    "a cursor that is said to be null at the end",
    "counts the page",
    "says 6 and 3 at /totalLength of two pages of one list in pages of 2",
  ],
  ["a link", "leaves one out", "leaves out song-3 in pages of 2"],
  ["a link", "repeats an item", "lists item song-2 twice in pages of 2"],
  ["a limit alone", "takes no size", "gives 5 items in pages of 2"],
  ["a limit alone", "counts the page", "says at /total that there are 2 items"],
])("finds what is wrong with them: %s, %s", async (name, fault, message) => {
  expect(messagesOf(await verified(name, fault))).toEqual([
    expect.stringContaining(`pages listSongs: ${message}`),
  ]);
});
