import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import type { Parameter } from "@openapi-packages/description";
import { ignoresCase } from "../../src/server/cases/filters/list-place.ts";
import { sortFault } from "../../src/server/cases/filters/sorting.ts";
import { describe as read } from "../support.ts";
import { described, service, type VisitFault } from "./visits.ts";

async function messages(
  said: Parameters<typeof described>[0],
  ...faults: readonly VisitFault[]
): Promise<string[]> {
  const report = await verifyServer({
    description: await read(described(said)),
    server: { fetch: service(...faults) },
    replay: ["listVisits/filters"],
  });
  expect(report.errors).toEqual([]);
  return report.failures.map(({ check, message }) => `${check}: ${message}`);
}

const order = (words: string): string =>
  `sort: the list (${words}) gives startsAt "2031-01-10T10:00:00Z" before "2031-02-12T01:00:00+05:00"`;

test.each([
  ["By `startsAt`, the latest first.", "latest first"],
  ["In the order of their start (`startsAt`), newest first.", "newest first"],
  ["Sorted by starts at, descending.", "Sorted by starts at"],
])("holds a list to the order that its description states: %s", async (list, words) => {
  expect(await messages({ list })).toEqual([]);
  expect(await messages({ list }, "shows the oldest first")).toEqual([order(words)]);
});

test("holds a list to the default of its order", async () => {
  const sortDefault = "-startsAt";
  expect(await messages({ sortDefault })).toEqual([]);
  expect(await messages({ sortDefault }, "shows the oldest first")).toEqual([
    order("sort=-startsAt by default"),
  ]);
});

test.each([
  "Visits can be sorted by starts at, descending.",
  "A visit that is sorted out is not there. Ordered by nobody.",
  "",
])("asks for no order that the description does not state: %s", async (list) => {
  expect(await messages({ list }, "shows the oldest first")).toEqual([]);
  expect(await messages({ list }, "is in the order of creation")).toEqual([]);
});

test("finds times that are compared as texts, whatever their offsets", async () => {
  expect(await messages({}, "compares times as texts")).toEqual([
    'sort: sort=startsAt gives startsAt "2031-02-11T22:30:00-05:00" before "2031-02-12T01:00:00+05:00"',
  ]);
});

test.each([
  "Last day on which they arrived, inclusive.",
  "Those that arrived on or before this day.",
  "Those that arrived on this day or an earlier one.",
])("knows from the description that a bound is within: %s", async (until) => {
  expect(await messages({ until })).toEqual([]);
  expect(await messages({ until }, "leaves out the last day")).toEqual([
    expect.stringMatching(/^filter: filter dayTo=(\S+) leaves out \S+, which has "\1"$/),
  ]);
});

test.each([
  "Those that arrived before this day (exclusive).",
  "Only those that arrived before this day, not on it.",
  "Only those that arrived before this day.",
  "Those that arrived before this day; one that arrived on this very day is not listed.",
])("knows from the description that a bound is beyond: %s", async (until) => {
  expect(await messages({ until }, "leaves out the last day")).toEqual([]);
  expect(await messages({ until })).toEqual([
    expect.stringMatching(/^filter: filter dayTo=(\S+) contains "\1"$/),
  ]);
});

const list = "Latest `startsAt` first.";

test.each([
  "Earlier than this. If it is not later than `from`, nothing matches.",
  "Before this.",
  "Only those before this instant.",
  "Only visits that are strictly earlier than this.",
])("takes a bound without a noun for the time by which its list is described: %s", async (to) => {
  expect(await messages({ list, to })).toEqual([]);
  expect(await messages({ list, to }, "shows what begins at the end")).toEqual([
    'filter: filter to=2031-02-11T20:00:00Z contains "2031-02-12T01:00:00+05:00"',
  ]);
  expect(await messages({ to }, "shows what begins at the end")).toEqual([]);
});

test.each([
  "Not later than this.",
  "Nothing later than this.",
  "Leaves out visits later than this.",
  "Those on or before this.",
  "Until this.",
])("takes no bound for exclusive that is not said to be so: %s", async (to) => {
  expect(await messages({ list, to }, "shows what begins at the end")).toEqual([]);
});

test("leaves open whether a bound is within that nothing tells", async () => {
  const until = "Until when they arrived.";
  expect(await messages({ until })).toEqual([]);
  expect(await messages({ until }, "leaves out the last day")).toEqual([]);
});

test("gives members that a refusal names the values of examples, and still varies the others", async () => {
  expect(await messages({}, "refuses unknown rooms", "compares times as texts")).toEqual([
    'sort: sort=startsAt gives startsAt "2031-02-11T22:30:00-05:00" before "2031-02-12T01:00:00+05:00"',
  ]);
});

test.each([
  [true, ["aspen", "maple", "Willow"], ["Willow", "aspen", "maple"]],
  [false, ["Willow", "aspen", "maple"], ["maple", "aspen", "Willow"]],
] as const)(
  "capital letters come first unless case does not matter: %s",
  (isCaseless, right, wrong) => {
    const fault = (names: readonly string[]): string | undefined =>
      sortFault(
        {
          member: "name",
          direction: "asc",
          text: "the list",
          comparison: isCaseless ? "without case" : undefined,
        },
        names.map((name) => ({ name })),
      );
    expect(fault(["aspen", "maple", "Willow"])).toBe(undefined);
    expect(fault(right)).toBe(undefined);
    expect(fault(wrong)).toMatch(/^the list gives name/);
  },
);

test.each([
  ["Case-insensitive.", true],
  ["Titles are compared without regard\n to case.", true],
  ["Ignores the case of names.", true],
  ["Both are compared in lower case.", true],
  ["Names are written in lower case.", false],
  ["In case of equal names, by their ids.", false],
])("reads whether case matters: %s", (description, isIgnored) => {
  expect(ignoresCase({ description } as Parameter)).toBe(isIgnored);
});
