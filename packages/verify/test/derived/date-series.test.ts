import { expect, test } from "vitest";
import { DateSeries } from "../../src/check/derived/date-series.ts";
import { verifiedApi } from "../../src/description/verified-api.ts";
import type { Exchange } from "../../src/wire/exchange.ts";
import { describe as read } from "../support.ts";

const sales = (text: string): string => `openapi: 3.1.0
info: { title: Sales, version: "1" }
paths:
  /sales:
    get:
      operationId: getSales
      description: ${JSON.stringify(text)}
      parameters:
        - { name: from, in: query, required: true, schema: { type: string, format: date } }
        - { name: to, in: query, required: true, schema: { type: string, format: date } }
        - { name: unit, in: query, schema: { type: string, enum: [day, week, month], default: day } }
      responses:
        "200":
          description: The numbers.
          content:
            application/json:
              schema:
                type: object
                properties:
                  from: { type: string, format: date }
                  rows:
                    type: array
                    items: { type: object, properties: { start: { type: string, format: date }, sold: { type: integer } } }
`;

const all =
  "Both ends belong to the range. There is one row for every day or week, also for those without sales. Weeks start on Monday.";

/** Returns what is said of the days that an answer has, in June 2026, whose first day is a Monday. */
async function said(
  days: readonly number[],
  query: Readonly<Record<string, string>> = {},
  text = all,
): Promise<string[]> {
  const api = verifiedApi(await read(sales(text)));
  const [operation] = api.operations;
  if (operation === undefined) throw new Error("no operation");
  const dates = days.map((day) => new Date(Date.UTC(2026, 5, day)).toISOString().slice(0, 10));
  const rows = dates.map((start) => ({ start, sold: 0 }));
  const asked = new URLSearchParams({ from: "2026-06-03", to: "2026-06-06", ...query });
  const request = { target: `/sales?${asked.toString()}` };
  const exchange = { request, response: { status: 200 }, value: { rows } } as unknown as Exchange;
  return new DateSeries(api).note(operation, exchange).map(({ problem }) => problem.message);
}

test.each<[string, number[], RegExp]>([
  ["the last day", [3, 4, 5], /^has nothing for 2026-06-06, between 2026-06-03 and 2026-06-06/],
  ["the first day", [4, 5, 6], /^has nothing for 2026-06-03/],
  ["a day between", [3, 5, 6], /^has nothing for 2026-06-04/],
])("a series without %s is found", async (_, days, message) => {
  expect(await said(days)).toEqual([expect.stringMatching(message)]);
});

const weeks = { unit: "week", to: "2026-06-17" };

test("weeks that start on another day, and that are left out, are found", async () => {
  expect(await said([-1, 6, 13], weeks)).toEqual([
    expect.stringMatching(/^has a week that starts on 2026-05-30, a Saturday, .*Monday/),
  ]);
  expect(await said([1, 15], weeks)).toEqual([
    expect.stringMatching(/^has nothing for 2026-06-08/),
  ]);
  expect(await said([1, 8, 15], weeks)).toEqual([]);
});

test.each<[string, number[], Record<string, string>, string]>([
  ["has all days", [3, 4, 5, 6], {}, all],
  ["counts months", [1], { unit: "month" }, all],
  ["has the days of an example", [23, 24], {}, all],
  ["has one day of an example", [4], {}, all],
  ["does not say that it has days without sales", [3, 6], {}, "One row for every day."],
  [
    "does not say that the last day belongs to it",
    [3, 4, 5],
    {},
    "One row for every day, even with no sales.",
  ],
  [
    "does not say when weeks start",
    [0, 7],
    { unit: "week" },
    "Inclusive. One row per each day or week, even with no sales.",
  ],
])("nothing is said of a service that %s", async (_, days, query, text) => {
  expect(await said(days, query, text)).toEqual([]);
});

test.each([
  "Longer ranges are shortened to their last three days.",
  "There are at most three rows.",
  "Days after today are left out.",
  "It begins with the day of the first sale.",
])("days may be left out by another sentence: %s", async (text) => {
  expect(await said([4, 5, 6], {}, `${all} ${text}`)).toEqual([]);
});

test("weeks may be named after another day than that on which they start", async () => {
  expect(await said([7, 14], weeks, `${all} A week is named after its last day.`)).toEqual([]);
});

test("a list of days beside the series need not have all of them", async () => {
  const other =
    "holidays: { type: array, items: { type: object, properties: { day: { type: string, format: date }, name: { type: string } } } }";
  const yaml = sales(all).replace("rows:\n", `${other}\n                  rows:\n`);
  const api = verifiedApi(await read(yaml));
  const [operation] = api.operations;
  if (operation === undefined) throw new Error("no operation");
  const rows = [3, 4, 5, 6].map((day) => ({ start: `2026-06-0${day}`, sold: 0 }));
  const holidays = [4, 6].map((day) => ({ day: `2026-06-0${day}`, name: "Day off" }));
  const request = { target: "/sales?from=2026-06-03&to=2026-06-06" };
  const exchange = { request, response: { status: 200 }, value: { rows, holidays } };
  expect(new DateSeries(api).note(operation, exchange as unknown as Exchange)).toEqual([]);
});
