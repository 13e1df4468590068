import { createMock } from "@openapi-packages/mock";
import { verifyServer, type VerifyReport } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { described, namings, service, type FilterFault } from "./catalogue.ts";

type Name = keyof typeof namings;

const names = Object.keys(namings) as Name[];

async function verified(name: Name, fault?: FilterFault): Promise<VerifyReport> {
  const naming = namings[name];
  const description = await read(described(naming));
  const server = { fetch: service(naming, fault) };
  return verifyServer({ description, server, replay: ["listProducts/filters"] });
}

const messagesOf = ({ failures }: VerifyReport): string[] =>
  failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);

test.each(names)("has nothing to say of faultless filters: %s", async (name) => {
  const report = await verified(name);
  expect(messagesOf(report)).toEqual([]);
  expect(report.errors).toEqual([]);
  expect(report.exchanges).toBeLessThan(36);
});

test.each(names)("has nothing to say of a mock: %s", async (name) => {
  const description = await read(described(namings[name]));
  const { fetch } = createMock(description.mock);
  const report = await verifyServer({
    description,
    server: { fetch },
    replay: ["listProducts/filters"],
  });
  expect(messagesOf(report)).toEqual([]);
});

test.each<[Name, FilterFault, string]>([
  ["snake", "ignores status", 'filter status=available contains "draft"'],
  ["camel", "ignores status", 'filter status=available contains "draft"'],
  ["suffixed", "ignores status", 'filter status=available contains "draft"'],
  [
    "snake",
    "leaves out a match",
    'filter status=available leaves out product-2, which has "available"',
  ],
  ["snake", "excludes the bound", "filter min_price=31 leaves out product-1, which has 31"],
  ["camel", "excludes the bound", "filter minPrice=31 leaves out product-1, which has 31"],
  ["snake", "compares prices as texts", "filter min_price=31 contains 7"],
  ["snake", "ignores tags", 'filter tag=Willow contains ["aspen","maple"]'],
  ["camel", "ignores tags", 'filter tags=Willow contains ["aspen","maple"]'],
  [
    "camel",
    "ignores the search",
    "filter search=zqxjvkwzyq gives all 4 items, none of which has the text",
  ],
  ["snake", "searches with case", 'filter q=MAPLE leaves out product-1, which has "maple"'],
  [
    "camel",
    "ignores created_after",
    'filter createdAfter=2026-01-03T00:00:02Z contains "2026-01-01T00:00:00.000Z"',
  ],
  [
    "camel",
    "looks at the first of several",
    'filter status=draft,available leaves out product-2, which has "available"',
  ],
  ["camel", "takes any of several tags", 'filter tags=aspen,maple contains ["maple"]'],
  [
    "snake",
    "drops the offset of times",
    'filter created_after=2026-01-01T08:00:02+09:00 leaves out product-1, which has "2026-01-01T00:00:00.000Z"',
  ],
  [
    "snake",
    "takes either of two filters",
    "filter min_price=31&status=available contains product-2",
  ],
  ["snake", "ignores active", "filter active=false contains true"],
  [
    "suffixed",
    "counts all",
    "filter status=available says at /total that there are 4 items, and gives 1",
  ],
  [
    "snake",
    "counts all in a header",
    "filter status=available says in X-Total-Count that there are 4 items, and gives 1",
  ],
  [
    "snake",
    "forgets the filter behind the first page",
    'filter status=draft contains "available", in pages of 1',
  ],
])("finds a filter that is wrong: %s, %s", async (name, fault, message) => {
  expect(messagesOf(await verified(name, fault))).toEqual([`filter listProducts: ${message}`]);
});

test.each<[Name, FilterFault, string]>([
  ["snake", "sorts the wrong way", "sort=price gives price 104 before 31"],
  ["snake", "sorts prices as texts", "sort=price gives price 104 before 12"],
  ["camel", "sorts the wrong way", "orderBy=price&order=asc gives price 104 before 31"],
  ["snake", "loses ties behind a page", "sort=created_at leaves out product-3, in pages of 2"],
  ["camel", "sorts by another member", "orderBy=price&order=asc gives price 31 before 12"],
  ["suffixed", "does not sort", "sort_by=price_asc gives price 31 before 7"],
  ["suffixed", "sorts each page", "sort_by=price_asc gives price 31 before 12, in pages of 2"],
])("finds an order that is wrong: %s, %s", async (name, fault, message) => {
  expect(messagesOf(await verified(name, fault))).toEqual([`sort listProducts: ${message}`]);
});

test("a sort whose direction nothing tells may go either way, and is an order", async () => {
  const undirected = {
    ...namings.suffixed,
    parameters: "{ name: sort_by, in: query, schema: { type: string, enum: [price, name] } }",
  };
  const messages = async (fault?: FilterFault): Promise<string[]> => {
    const server = { fetch: service(undirected, fault) };
    const description = await read(described(undirected));
    return messagesOf(
      await verifyServer({ description, server, replay: ["listProducts/filters"] }),
    );
  };
  expect(await messages()).toEqual([]);
  expect(await messages("sorts the wrong way")).toEqual([]);
  expect(await messages("does not sort")).toEqual([
    "sort listProducts: sort_by=price is sorted neither way: price is 7, 31, 104, 12",
  ]);
});
