import { expect, test } from "vitest";
import { countFault } from "../../src/server/cases/pages/said-of-pages.ts";

const letters = [5, 5, 5, 5].map((weight, index) => ({ id: `l-${index}`, weight }));

/** What is said of a list in two pages of two letters. */
function faultOf(said: Readonly<Record<string, number>>, response = {}): string | undefined {
  const pages = [letters.slice(0, 2), letters.slice(2)];
  const walk = {
    pages,
    items: letters,
    isWhole: true,
    exchanges: pages.map((items) => ({ value: { items, ...said } })),
  };
  const pagination = { style: "link", request: {}, response: { items: "/items", ...response } };
  const list = { pagination };
  return countFault(
    list as unknown as Parameters<typeof countFault>[0],
    walk as unknown as Parameters<typeof countFault>[1],
    { all: letters, key: "id", size: 2 },
  );
}

test("finds a sum of the list that is the sum of each page, also where pages are alike", () => {
  expect(faultOf({ totalWeight: 10 })).toBe(
    "says 10 at /totalWeight, which is the sum of the weight of one page; that of all 4 items is 20 in pages of 2",
  );
});

const counted = { totalCount: "/total" };

test.each(["pages", "totalPages", "pageCount"])(
  "finds too many %s of a list with links",
  (name) => {
    expect(faultOf({ total: 4, [name]: 3 }, counted)).toBe(
      `says at /${name} that there are 3 pages of 2, and there are 4 items`,
    );
  },
);

test("has nothing against a true number of pages, one of 0, nor pages of something else", () => {
  expect(faultOf({ total: 4, pages: 2 }, counted)).toBe(undefined);
  expect(faultOf({ total: 4, pages: 0 }, counted)).toBe(undefined);
  expect(faultOf({ total: 4, pagesOfBooks: 120 }, counted)).toBe(undefined);
  expect(faultOf({ pages: 120 })).toBe(undefined);
});

test.each([
  { totalWeight: 20 },
  { pageWeight: 10 },
  { totalWeightOfPage: 10 },
  { totalWeight: 25 },
  { totalCost: 10 },
])("says nothing of %j", (said) => {
  expect(faultOf(said)).toBe(undefined);
});
