import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { rides, rideService, type RideWay } from "../concurrency/rides.ts";
import { describe as read } from "../support.ts";

const left = "seatsLeft: { type: integer }";

async function said(about: string, ...ways: RideWay[]): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(rides({ about, left })),
    server: { fetch: rideService(...ways) },
    replay: ["changeRide/floor/seats"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
}

const floor = "The seats cannot fall below `booked` (409, `too_few`).";

test.each([floor, "`seats` must not be set below `booked`.", "Seats may not go below booked."])(
  "finds a number that a change sets below the one that it is not below: %s",
  async (about) => {
    expect(await said(about)).toEqual([
      `described-rule changeRide: sets \`seats\` to 1 where \`booked\` is 2, and the description says ${JSON.stringify(about)}`,
    ]);
    expect(await said(about, "refuses fewer seats than are booked")).toEqual([]);
  },
);

test("the number may be left as it is", async () => {
  expect(await said(floor, "leaves the seats that are booked")).toEqual([]);
});

test.each([
  "The seats can fall below `booked`.",
  "The seats cannot fall below `booked` unless the ride is over.",
  "The seats cannot fall below 1.",
  "`seats` cannot fall below `rows`.",
])("is not tried where no sentence says so: %s", async (about) => {
  await expect(said(about)).rejects.toThrow(/floor/);
});
