import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { nullPlace } from "../../src/server/cases/filters/null-order.ts";
import { describe as read } from "../support.ts";
import { stays, stayService, type Said, type Way } from "./unrated.ts";

async function messagesOf(said: Said, ...ways: readonly Way[]): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(stays(said)),
    server: { fetch: stayService(...ways) },
    replay: ["listStays/filters"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const rating = "Only stays rated at least this.";
const sort = "Unrated stays come last with rating and with -rating.";

test("has nothing to say of a list that does as it says", async () => {
  expect(await messagesOf({})).toEqual([]);
  expect(await messagesOf({ rating, sort })).toEqual([]);
});

test("makes records with other values below one parent, which use up what they name", async () => {
  expect(await messagesOf({ rating }, "leaves out the least rating")).toEqual([
    expect.stringMatching(/^filter: filter minRating=(\d) leaves out s-\d, which has \1$/),
  ]);
});

test.each<Way>([
  "takes either of two filters",
  "looks at the rating alone",
  "looks at the state alone",
])("finds a list, all of whose items are in one state, that %s", async (way) => {
  expect(await messagesOf({}, way)).toEqual([
    expect.stringMatching(/^filter: filter minRating=\d&state=\w+ contains s-\d$/),
  ]);
});

test("makes them below one parent where each creation is known to use up what it names", async () => {
  const { failures } = await verifyServer({
    description: await read(stays({ rating })),
    server: { fetch: stayService("leaves out the least rating", "takes each guest once") },
    replay: ["addStay/example", "addStay/generated", "addStay/flow/created", "listStays/filters"],
  });
  expect(failures.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^filter minRating=\d leaves out s-\d+/),
  ]);
});

test("finds items without a value that come first", async () => {
  expect(await messagesOf({ sort }, "begins with the unrated ones")).toEqual([
    expect.stringMatching(
      /^sort: sort=rating gives rating null before \d, and those without it come last$/,
    ),
  ]);
  expect(await messagesOf({ sort }, "turns the order of all")).toEqual([
    expect.stringMatching(/^sort: sort=-rating gives rating null before \d/),
  ]);
});

test("finds items without a value that come last", async () => {
  const first = "Stays without a rating come first in both directions.";
  expect(await messagesOf({ sort: first })).toEqual([
    expect.stringMatching(
      /^sort: sort=rating gives rating \d before null, and those without it come first$/,
    ),
  ]);
  expect(await messagesOf({ sort: first }, "begins with the unrated ones")).toEqual([]);
});

test.each([
  "",
  "Unrated stays come last.",
  "Unrated stays may come last in both directions.",
  "Unpaid stays come last with rating and with -rating.",
])("leaves open where items without a value are: %s", async (description) => {
  expect(await messagesOf({ sort: description }, "begins with the unrated ones")).toEqual([]);
  expect(await messagesOf({ sort: description }, "turns the order of all")).toEqual([]);
});

test.each([
  ["Nulls come last, whether the order is ascending or descending.", "last"],
  ["Those that are not rated are always at the end.", "last"],
  ["Null values come first in either direction.", "first"],
  ["Stays whose rating is null come last, regardless of the direction.", "last"],
  ["The best stays always come first. Those without a rating are shown.", undefined],
  ["Unrated ones always come last; unrated ones come first in any order.", undefined],
  ["Those without a rating come last or first in any order.", undefined],
  ["Those of the same rating are in both directions the oldest first.", undefined],
])("reads where items without a value are: %s", (description, place) => {
  expect(nullPlace({ description }, "rating", "rating")).toBe(place);
});
