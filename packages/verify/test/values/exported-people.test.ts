import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { matchesBoth, people, peopleService, type Person, type Said, type Ways } from "./people.ts";

async function messagesOf(ways: Ways, said: Said = {}): Promise<string[]> {
  const report = await verifyServer({
    description: await read(people(said)),
    server: { fetch: peopleService(ways) },
    replay: ["exportPeople/values/export-of-Person"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const exported = "All people that match, oldest first.";
const firstPage = (all: readonly Person[]): readonly Person[] => all.slice(0, 12);

test("finds quotes in texts that also have to be unique", async () => {
  const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text}"` : text);
  expect(await messagesOf({ cell })).toEqual([
    expect.stringMatching(/^shows-what-was-sent exportPeople: has \d values in the line of p-\d/),
  ]);
});

test("finds an export that has the first page alone", async () => {
  expect(await messagesOf({ exported: firstPage }, { exported })).toEqual([
    expect.stringMatching(
      /^lists-once exportPeople: has 12 records, as a page of listPeople has, and leaves out p-13, which is one of the \d+ that are listed$/,
    ),
  ]);
});

test.each(["", "The people.", "All people who agreed.", "All people. Only those that agreed."])(
  "asks no export for more than it says: %s",
  async (text) => {
    expect(await messagesOf({ exported: firstPage }, { exported: text })).toEqual([]);
  },
);

test.each<[string, Ways, Said?]>([
  ["all records", {}, { exported }],
  ["none", { exported: () => [] }, { exported }],
  [
    "by chance as many as a page",
    { exported: (all) => all.filter(({ id }) => id !== "p-1") },
    { exported },
  ],
  [
    "what there was before",
    { exported: (all) => all.filter(({ id }) => Number(id.slice(2)) < 5) },
    { exported },
  ],
  [
    "keys of its own",
    { exported: (all) => firstPage(all).map((one) => ({ ...one, id: `person ${one.id}` })) },
    { exported },
  ],
  ["no keys", { exported: firstPage, columns: ["name", "email"] }, { exported, columns: [] }],
])("an export may have %s", async (_, ways, said) => {
  expect(await messagesOf(ways, said)).toEqual([]);
});

const anyTag: Ways["matches"] = (person, { tags, kind }) =>
  matchesBoth(person, { tags: [], kind }) &&
  (tags.length === 0 || tags.some((one) => person.tags.includes(one)));

const firstFilter: Ways["matches"] = (person, { tags, kind }) =>
  matchesBoth(person, tags.length > 0 ? { tags, kind: null } : { tags, kind });

test.each<[string, Ways["matches"], string]>([
  ["takes any of several tags", anyTag, "by filter tag=red,tall has p-2"],
  ["looks at one of two filters", firstFilter, "by filter kind=member&tag=red has p-1"],
  ["ignores its filters", () => true, "by filter"],
  [
    "finds nothing by a filter",
    (person, asked) => asked.kind === null && matchesBoth(person, asked),
    "leaves out p-2, which it has without it",
  ],
])("finds an export that %s", async (_, matches, message) => {
  expect(await messagesOf({ ...(matches && { matches }) })).toEqual([
    expect.stringContaining(message),
  ]);
});

test("lets an export have filters of its own", async () => {
  const tag = "People that have any of these tags.";
  expect(await messagesOf({ matches: anyTag }, { tag })).toEqual([]);
});
