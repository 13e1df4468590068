import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

const tells = "Trips with (`true`) or without (`false`) seats left.";

const trips = (text: string): string => {
  const trip = `{ type: object, required: [id, seatCount, seatsLeft], properties: { id: { type: string }, seatCount: { type: integer }, seatsLeft: { type: integer } } }`;
  return `openapi: 3.1.0
info: { title: Trips, version: "1" }
paths:
  /trips:
    get:
      operationId: listTrips
      parameters: [{ name: hasSeats, in: query, description: ${JSON.stringify(text)}, schema: { type: boolean } }]
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: ${trip} } } } } }
  /trips/{tripId}:
    parameters: [{ name: tripId, in: path, required: true, schema: { type: string }, example: a }]
    get: { operationId: getTrip, responses: { "200": { description: It., content: { application/json: { schema: ${trip} } } }, "404": { description: None. } } }
`;
};

const all = [
  { id: "a", seatCount: 9, seatsLeft: 3 },
  { id: "b", seatCount: 9, seatsLeft: 0 },
  { id: "c", seatCount: 9, seatsLeft: 1 },
];

type Trip = (typeof all)[number];

/** A list of trips, of which a flag asks for those that have something. */
async function linesOf(
  text: string,
  has: (trip: Trip) => boolean,
  isIgnored: (wanted: string | null) => boolean = (wanted) => wanted === null,
): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(trips(text)),
    server: {
      fetch: ({ url }) => {
        const wanted = new URL(url).searchParams.get("hasSeats");
        const isListed = (one: Trip): boolean => isIgnored(wanted) || String(has(one)) === wanted;
        return Response.json(all.filter(isListed));
      },
    },
    replay: ["listTrips/filters/hasSeats"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const hasLeft = ({ seatsLeft }: Trip): boolean => seatsLeft > 0;

test("finds a flag that counts otherwise than the items show", async () => {
  expect(await linesOf(tells, ({ seatsLeft }) => seatsLeft > 1)).toEqual([
    "filter: filter hasSeats=false contains an item whose seatsLeft is 1",
  ]);
  expect(await linesOf("With seats left.", ({ id }) => id !== "a")).toEqual([
    "filter: filter hasSeats=true contains an item whose seatsLeft is 0",
  ]);
});

test("does not blame a flag that agrees with the number that is left", async () => {
  expect(await linesOf(tells, hasLeft)).toEqual([]);
});

test("does not blame a flag of seats that are not said to be those that are left", async () => {
  for (const text of ["Trips with seats.", "Trips with reserved seats."])
    expect(await linesOf(text, ({ id }) => id === "b")).toEqual([]);
});

test("false may be no filter where nothing tells", async () => {
  const isAll = (wanted: string | null): boolean => wanted !== "true";
  expect(await linesOf("With seats left.", hasLeft, isAll)).toEqual([]);
});
