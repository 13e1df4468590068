import { verifyServer } from "@openapi-packages/verify";
import { describe, expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Describes trips with legs, and what is given of the numbers that follow from them. */
const trips = (mean: string, sum: string, place: "path" | "body"): string => `openapi: 3.1.0
info: { title: Trips, version: "1" }
paths:
  /trips:
    post:
      operationId: createTrip
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [title], properties: { title: { type: string, minLength: 1 } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Trip" } } } }
  /trips/{tripId}:
    parameters: [{ name: tripId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getTrip
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Trip" } } } }
        "404": { description: None. }
  ${place === "path" ? "/trips/{tripId}/legs" : "/legs"}:
    ${place === "path" ? "parameters: [{ name: tripId, in: path, required: true, schema: { type: string } }]" : ""}
    post:
      operationId: addLeg
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/NewLeg" }
            examples:
              hut: { value: { goal: Hut, length: 4${place === "path" ? "" : ", tripId: t-0"} } }
              pass: { value: { goal: Pass, length: 6${place === "path" ? "" : ", tripId: t-0"} } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Leg" } } } }
        "409": { description: There are too many. }
  /legs/{legId}:
    parameters: [{ name: legId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: getLeg
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Leg" } } } }
        "404": { description: None. }
    put:
      operationId: replaceLeg
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/NewLeg" } } }
      responses:
        "200": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Leg" } } } }
        "404": { description: None. }
    delete:
      operationId: removeLeg
      responses:
        "204": { description: Removed. }
        "404": { description: None. }
components:
  schemas:
    Trip:
      type: object
      required: [id, title, averageLength, totalLength]
      properties:
        id: { type: string, readOnly: true }
        title: { type: string }
        averageLength: { type: [number, "null"], readOnly: true, description: "${mean}" }
        totalLength: { type: integer, readOnly: true, description: "${sum}" }
    NewLeg:
      type: object
      required: [goal, length${place === "path" ? "" : ", tripId"}]
      properties:
        goal: { type: string, minLength: 1 }
        length: { type: integer, minimum: 1, maximum: 9, example: 4 }
        ${place === "path" ? "" : "tripId: { type: string }"}
    Leg:
      allOf:
        - $ref: "#/components/schemas/NewLeg"
        - { type: object, required: [id], properties: { id: { type: string, readOnly: true } } }
`;

const mean = "The mean of the lengths, rounded to one decimal; null without legs.";
const sum = "The sum of the lengths of all its legs.";

interface Leg {
  readonly id: string;
  readonly length: number;
  readonly tripId: string;
}

/** Computes the numbers that the service shows of a trip. */
type Shown = (lengths: readonly number[], earlier: Aggregates | undefined) => Aggregates;

interface Aggregates {
  readonly averageLength: number | null;
  readonly totalLength: number;
}

const total = (lengths: readonly number[]): number => lengths.reduce((all, one) => all + one, 0);
const meanOf = (lengths: readonly number[]): number => total(lengths) / lengths.length;

const right: Shown = (lengths) => ({
  averageLength: lengths.length === 0 ? null : Math.round(meanOf(lengths) * 10) / 10,
  totalLength: total(lengths),
});

/** A service of trips with so many legs at most. */
function tripService(shown: Shown, mostLegs: number): (request: Request) => Promise<Response> {
  const known = new Map<string, { readonly title: string; seen?: Aggregates }>();
  const legs = new Map<string, Leg>();
  let made = 0;
  return async (request) => {
    const [, kind, id = "", below] = new URL(request.url).pathname.split("/");
    const body = request.body === null ? {} : ((await request.json()) as Partial<Leg>);
    made += 1;
    const isPost = request.method === "POST";
    const trip = (own: string): Response => {
      const one = known.get(own);
      if (one === undefined) return new Response(null, { status: 404 });
      const lengths = [...legs.values()].filter(({ tripId }) => tripId === own);
      one.seen = shown(
        lengths.map(({ length }) => length),
        one.seen,
      );
      return Response.json(
        { id: own, title: one.title, ...one.seen },
        { status: isPost ? 201 : 200 },
      );
    };
    const leg = (own: string, tripId: string): Response => {
      legs.set(own, { length: 1, ...body, id: own, tripId });
      return Response.json(legs.get(own), { status: isPost ? 201 : 200 });
    };
    if (kind === "trips" && id === "") {
      known.set(`t-${made}`, { title: "A trip", ...body });
      return trip(`t-${made}`);
    }
    if (isPost) {
      const own = below === "legs" ? id : String(body.tripId);
      const others = [...legs.values()].filter(({ tripId }) => tripId === own);
      if (others.length >= mostLegs) return new Response(null, { status: 409 });
      return leg(`l-${made}`, own);
    }
    if (kind === "trips") return trip(id);
    const own = legs.get(id);
    if (own === undefined) return new Response(null, { status: 404 });
    if (request.method === "PUT") return leg(id, String(body.tripId ?? own.tripId));
    if (request.method === "GET") return Response.json(own);
    legs.delete(id);
    return new Response(null, { status: 204 });
  };
}

async function said(yaml: string, shown: Shown, member: string, mostLegs = 9): Promise<string[]> {
  const description = await read(yaml);
  const replay = [`createTrip/flow/aggregates/${member}`];
  const server = { fetch: tripService(shown, mostLegs) };
  const report = await verifyServer({ description, server, replay });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map(({ check, message }) => `${check}: ${message}`);
}

/** Shows other values than the right ones where there are so many legs. */
const otherwise =
  (
    change: (
      own: Aggregates,
      lengths: readonly number[],
      earlier: Aggregates | undefined,
    ) => object,
  ): Shown =>
  (lengths, earlier) => {
    const own = right(lengths, earlier);
    return { ...own, ...change(own, lengths, earlier) };
  };

const cut = otherwise((_, lengths) => ({
  averageLength: lengths.length === 0 ? null : Math.floor(meanOf(lengths) * 10) / 10,
}));

/** Shows what was there before once there are three legs. */
const staleSum = (kept: (lengths: readonly number[], earlier: number) => boolean): Shown =>
  otherwise((_, lengths, earlier) =>
    earlier !== undefined && kept(lengths, earlier.totalLength)
      ? { totalLength: earlier.totalLength }
      : {},
  );

describe.each(["path", "body"] as const)("records that name another one in the %s", (place) => {
  test("may have a mean and a sum", async () => {
    expect(await said(trips(mean, sum, place), right, "averageLength")).toEqual([]);
    expect(await said(trips(mean, sum, place), right, "totalLength")).toEqual([]);
  });

  test("have a mean that is cut", async () => {
    expect(await said(trips(mean, sum, place), cut, "averageLength")).toEqual([
      `derived-value: \`averageLength\` is 4.6 after addLeg, and the mean of 4, 5 and 5 in \`length\` is 4.666667; the description says ${JSON.stringify(mean.split("; ")[0] + ";")}`,
    ]);
  });

  test("have a sum that does not follow a change", async () => {
    const shown = staleSum((lengths, earlier) => lengths.length === 2 && earlier === 9);
    expect(await said(trips(mean, sum, place), shown, "totalLength")).toEqual([
      `derived-value: \`totalLength\` is 9 after replaceLeg, and the sum of 4 and 4 in \`length\` is 8; the description says ${JSON.stringify(sum)}`,
    ]);
  });

  test("have a sum that does not follow a deletion", async () => {
    const shown = staleSum((lengths, earlier) => lengths.length === 2 && earlier === 14);
    expect(await said(trips(mean, sum, place), shown, "totalLength")).toEqual([
      expect.stringContaining("`totalLength` is 14 after removeLeg, and the sum of 4 and 5"),
    ]);
  });
});

describe("says nothing of", () => {
  test.each([
    "The mean of the lengths.",
    "The mean of the lengths, rounded down to one decimal.",
    "The mean of the lengths, rounded to one decimal towards zero.",
  ])("a mean that is cut by: %s", async (plain) => {
    expect(await said(trips(plain, sum, "path"), cut, "averageLength")).toEqual([]);
  });

  test.each(["path", "body"] as const)(
    "trips that have one leg alone, named in the %s",
    async (place) => {
      expect(await said(trips(mean, sum, place), right, "totalLength", 1)).toEqual([]);
    },
  );

  test("a number that does not follow from the first record", async () => {
    const shown = otherwise((_, lengths) => ({ totalLength: total(lengths) * 2 }));
    expect(await said(trips(mean, sum, "path"), shown, "totalLength")).toEqual([]);
  });

  test("numbers of some records alone", async () => {
    for (const sentence of [
      "The sum of the lengths of legs that are booked.",
      "The sum of the lengths of all legs, without detours.",
      "The sum of the prices.",
      "The length of the trip.",
    ])
      await expect(said(trips(mean, sentence, "path"), right, "totalLength")).rejects.toThrow(
        "there is no case",
      );
  });
});
