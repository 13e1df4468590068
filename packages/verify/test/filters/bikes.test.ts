import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Describes bikes, which can be sorted by their kind, and have a most rate. */
const bikes = (order: string, rate: string): string => `openapi: 3.1.0
info: { title: Bikes, version: "1" }
paths:
  /bikes:
    get:
      operationId: listBikes
      description: ${JSON.stringify(order)}
      parameters:
        - { name: sort, in: query, schema: { type: string, enum: [kind, -kind] } }
        - { name: maxRateCents, in: query, description: ${JSON.stringify(rate)}, schema: { type: integer, minimum: 0 } }
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Bike" } } } }
    post:
      operationId: addBike
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [label, kind, hourlyRateCents]
              properties:
                label: { type: string, minLength: 1, maxLength: 20 }
                kind: { type: string, enum: [city, cargo] }
                hourlyRateCents: { type: integer, minimum: 0 }
      responses:
        "201": { description: Added., content: { application/json: { schema: { $ref: "#/components/schemas/Bike" } } } }
  /bikes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getBike
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Bike" } } } }
        "404": { description: None. }
components:
  schemas:
    Bike:
      type: object
      required: [id, label, kind, hourlyRateCents]
      properties:
        id: { type: string, readOnly: true }
        label: { type: string }
        kind: { type: string, enum: [city, cargo] }
        hourlyRateCents: { type: integer }
`;

interface Bike {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  readonly hourlyRateCents: number;
}

interface Ways {
  /** The key of a bike, by the number of those before it. */
  readonly idOf?: (index: number) => string;
  /** The order of bikes of a kind. */
  readonly ties?: (one: Bike, other: Bike, isDown: boolean) => number;
  readonly excludesBound?: boolean;
}

const units = (one: string, other: string): number => Number(one > other) - Number(one < other);
const byId = (one: Bike, other: Bike): number => units(one.id, other.id);
const byLabel = (one: Bike, other: Bike): number => units(one.label, other.label);
const asMade = (): number => 0;

/** Keys that do not grow with the number of bikes. */
const mixed = (index: number): string => `b-${(index * 37 + 11) % 90}-${index}`;

/** A service of bikes, those of one kind by their ids. */
function bikeService({ idOf = mixed, ties = byId, excludesBound = false }: Ways) {
  const all: Bike[] = [];
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const id = pathname.split("/")[2];
    if (request.method === "POST") {
      all.push({ ...((await request.json()) as Bike), id: idOf(all.length) });
      return Response.json(all.at(-1), { status: 201 });
    }
    if (id !== undefined) {
      const own = all.find((one) => one.id === id);
      return own === undefined ? new Response(null, { status: 404 }) : Response.json(own);
    }
    const [most, sort] = [searchParams.get("maxRateCents"), searchParams.get("sort")];
    const bound = most === null ? Infinity : Number(most) - Number(excludesBound);
    const found = all.filter(({ hourlyRateCents }) => hourlyRateCents <= bound);
    if (sort === null) return Response.json(found);
    const isDown = sort === "-kind";
    const compared = (one: Bike, other: Bike): number =>
      units(one.kind, other.kind) * (isDown ? -1 : 1) || ties(one, other, isDown);
    return Response.json(found.toSorted(compared));
  };
}

async function said(order: string, ways: Ways, rate = ""): Promise<string[]> {
  const { failures, errors } = await verifyServer({
    description: await read(bikes(order, rate)),
    server: { fetch: bikeService(ways) },
    replay: ["listBikes/filters"],
  });
  expect(errors).toEqual([]);
  return failures.map(({ check, message }) => `${check}: ${message}`);
}

const ascending =
  "Bikes that are equal in the order come in the ascending order of their ids, whether the order is ascending or descending.";

describe("finds a list that", () => {
  test.each([
    ascending,
    "Bikes of the same kind are sorted by `id`.",
    "If kinds are equal, by ascending `id`.",
  ])("shows bikes that are alike as they were made: %s", async (order) => {
    expect(await said(order, { ties: asMade })).toContainEqual(
      expect.stringMatching(
        /^sort: sort=kind gives id "b-\S+" before "b-\S+", which have the same/,
      ),
    );
  });

  test("turns the order of bikes that are alike with that of kinds", async () => {
    const ties: Ways["ties"] = (one, other, isDown) => byId(one, other) * (isDown ? -1 : 1);
    expect(await said(ascending, { ties })).toEqual([
      expect.stringMatching(
        /^sort: sort=-kind gives id "b-\S+" before "b-\S+", which have the same/,
      ),
    ]);
  });

  test("shows them in another order than that of their labels", async () => {
    const order = "Bikes that the sorting does not tell apart are in the order of their labels.";
    const ties: Ways["ties"] = (one, other) => -byLabel(one, other);
    expect(await said(order, { ties })).toContainEqual(
      expect.stringMatching(
        /^sort: sort=kind gives label ".+" before ".+", which have the same kind$/,
      ),
    );
    expect(await said(order, { ties: byLabel })).toEqual([]);
  });

  test("shows the first ones first where the last ones are to be", async () => {
    const order = "Those of the same kind are in descending order of their ids.";
    expect(await said(order, { ties: byId })).toContainEqual(
      expect.stringMatching(/^sort: sort=kind gives id/),
    );
    expect(await said(order, { ties: (one, other) => byId(other, one) })).toEqual([]);
  });

  test("leaves out bikes of the most rate itself", async () => {
    const rate = "Bikes whose rate is this or less.";
    expect(await said("", { excludesBound: true }, rate)).toEqual([
      expect.stringMatching(/^filter: filter maxRateCents=(\d+) leaves out \S+, which has \1$/),
    ]);
    expect(await said("", {}, rate)).toEqual([]);
  });
});

describe("says nothing of a list", () => {
  test("that has the order of its description", async () => {
    expect(await said(ascending, {})).toEqual([]);
  });

  test.each([
    "",
    "Bikes of the same kind keep an order of their own.",
    "Bikes of the same label are sorted by `id`.",
    "Bikes can be sorted by their kind.",
    "A label may be the same as that of another bike.",
  ])("that has another one where nothing says it: %s", async (order) => {
    expect(await said(order, { ties: asMade })).toEqual([]);
    expect(await said(order, { ties: (one, other) => -byLabel(one, other) })).toEqual([]);
  });

  test("whose ids are numbers in texts", async () => {
    const idOf = (index: number): string => `c-${index + 8}`;
    expect(await said(ascending, { idOf, ties: asMade })).toEqual([]);
    expect(await said(ascending, { idOf })).toEqual([]);
  });
});
