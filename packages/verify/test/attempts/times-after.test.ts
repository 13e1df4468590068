import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { rentals, rentalService } from "./rentals.ts";

type Ways = NonNullable<Parameters<typeof rentalService>[0]>;

/** Rentals whose start is the service's own. */
const started = rentals
  .replace("required: [bikeId, rider, startedAt]", "required: [bikeId, rider]")
  .replace(/\n +startedAt: .*example.*/, "");

async function verified(replay: readonly string[], ways: Ways = {}, yaml = rentals) {
  const { failures, errors, coverage, leftOut } = await verifyServer({
    description: await read(yaml),
    server: { fetch: rentalService({ ofBike: Infinity, ofRider: Infinity, ...ways }) },
    replay,
  });
  expect({ errors, leftOut }).toEqual({ errors: [], leftOut: [] });
  return {
    statuses: coverage.find(({ operationId }) => operationId === "endRental")?.statuses,
    messages: failures.map(({ check, id, message }) => `${check} ${id}: ${message}`),
  };
}

test.each<[string, string, Ways]>([
  ["that was sent", rentals, {}],
  ["that the service shows", started, { start: "2031-05-01T07:00:00Z" }],
])("what has begun ends after the start %s, which later cases know", async (_, yaml, ways) => {
  const cases = ["endRental/example", "endRental/unknown/body"];
  const { messages, statuses } = await verified(cases, ways, yaml);
  expect(messages).toEqual([]);
  expect(statuses).toEqual({ 200: 2, 422: 1 });
});

const above = "endRental/invalid/body/distance/above-maximum";

test("an invalid request is one that would end it", async () => {
  expect((await verified([above])).messages).toEqual([]);
  expect((await verified([above], { takesAnyDistance: true })).messages).toEqual([
    expect.stringMatching(`^takes-invalid ${above}@0: `),
  ]);
});

test("a link is followed with a time after that of its record", async () => {
  const link = ["beginRental/link/end"];
  expect(await verified(link)).toEqual({ messages: [], statuses: { 200: 1, 422: 1 } });
});

test("a link is not blamed for a refused body, which it does not give, but for what is not there", async () => {
  const link = ["beginRental/link/end"];
  expect((await verified(link, { endsNone: true })).messages).toEqual([]);
  const given = rentals.replace(
    "parameters: { rentalId: $response.body#/id } }",
    `parameters: { rentalId: $response.body#/id }, requestBody: { endedAt: "2026-03-01T00:00:00Z" } }`,
  );
  expect((await verified(link, {}, given)).messages).toEqual([
    "link beginRental/link/end@0: its link end leads to endRental, which answers 422",
  ]);
  const wrong = rentals.replace("rentalId: $response.body#/id", "rentalId: $response.body#/bikeId");
  expect((await verified(link, {}, wrong)).messages).toEqual([
    "link beginRental/link/end@0: its link end leads to endRental, which answers 404",
  ]);
});
