import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { rides, rideService, type RideWay, type RideWords } from "./rides.ts";

async function found(words: RideWords, ...ways: RideWay[]) {
  const report = await verifyServer({
    description: await read(rides(words)),
    server: { fetch: rideService(...ways) },
    replay: ["book/at-once/last-places"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  const said = report.failures.map(({ check, operationId, message }) => {
    return `${check} ${operationId}: ${message}`;
  });
  return { said, exchanges: report.exchanges };
}

const oversold = (left = "seatsLeft"): string[] => [
  `concurrent-calls book: 4 of 4 calls at once succeed where \`${left}\` of the Ride is 1, and each takes 1: one that comes later is refused by 409`,
];

test("finds that several calls at once get the last seat", async () => {
  expect((await found({}, "counts seats early")).said).toEqual(oversold());
  const { said, exchanges } = await found({});
  expect(said).toEqual([]);
  expect(exchanges).toBeLessThan(14);
});

test("finds it where the number of seats cannot be changed", async () => {
  expect((await found({ change: false }, "counts seats early")).said).toEqual(oversold());
  expect((await found({ change: false })).said).toEqual([]);
});

test("reads which number is less another one", async () => {
  const left = 'free: { type: integer, minimum: 0, description: "`seats` less `booked`." }';
  expect((await found({ left }, "counts seats early")).said).toEqual(oversold("free"));
});

test("gives each call a name of its own", async () => {
  expect((await found({}, "counts seats early", "takes a name once")).said).toEqual(oversold());
  expect((await found({}, "takes a name once")).said).toEqual([]);
});

test.each<RideWay[]>([
  ["has a waiting list"],
  ["sells more than there are"],
  ["counts seats early", "sells more than there are"],
  ["counts seats early", "has a waiting list", "sells more than there are"],
  ["counts what is confirmed"],
])("says nothing of a service that %s", async (...ways) => {
  expect((await found({}, ...ways)).said).toEqual([]);
});

test.each<RideWords>([
  { left: "seatsLeft: { type: integer }" },
  { left: "free: { type: integer, minimum: 0 }" },
  { left: 'free: { type: integer, minimum: 0, description: "`rows` less `booked`." }' },
  { full: '"400": { description: Wrong. }' },
])("is not tried where nothing says how many are left: %o", async (words) => {
  const report = await verifyServer({
    description: await read(rides(words)),
    server: { fetch: rideService("counts seats early") },
  });
  expect(report.ran.map(({ id }) => id)).not.toContain("book/at-once/last-places");
});
