import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";

/** Measurements that a list alone shows, each at a time, and of which the rain may be unknown. */
const described = (time: string, rain = ""): string => `openapi: 3.1.0
info: { title: Weather, version: 1.0.0 }
paths:
  /measurements:
    get:
      operationId: listMeasurements
      responses: { "200": { description: All., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Measurement" } } } } } }
    post:
      operationId: addMeasurement
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [at, title]
              properties:
                at: { type: string, format: date-time }
                title: { type: string, minLength: 1 }
                rain: { type: [integer, "null"], minimum: 0, description: "${rain}" }
            example: { at: "2024-06-15T17:20:30.250+02:00", title: Dry, rain: 4 }
      responses:
        "201": { description: It., content: { application/json: { schema: { $ref: "#/components/schemas/Measurement" } } } }
        "422": { description: Wrong. }
  /measurements/{measurementId}:
    delete:
      operationId: removeMeasurement
      parameters: [{ name: measurementId, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Gone. }, "404": { description: None. } }
components:
  schemas:
    Measurement:
      type: object
      required: [id, at, title, rain]
      properties:
        id: { type: string }
        at: { type: string, format: date-time, pattern: 'Z$', description: "${time}" }
        title: { type: string }
        rain: { type: [integer, "null"], minimum: 0 }
`;

interface Habits {
  /** The milliseconds of a time that are kept. */
  readonly unit?: number;
  readonly withoutRain?: number | null;
}

async function messagesOf(yaml: string, { unit = 1, withoutRain = null }: Habits) {
  const all: object[] = [];
  const report = await verifyServer({
    description: await read(yaml),
    server: {
      fetch: async (request) => {
        if (request.method === "GET") return Response.json(all);
        if (request.method !== "POST") return new Response(null, { status: 404 });
        const given = (await request.json()) as { readonly at: string; readonly rain?: number };
        const at = new Date(Math.floor(Date.parse(given.at) / unit) * unit).toISOString();
        const own = { ...given, id: `m-${all.length}`, at, rain: given.rain ?? withoutRain };
        all.push(own);
        return Response.json(own, { status: 201 });
      },
    },
    replay: ["addMeasurement/flow/created"],
  });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

const instant = "An instant in UTC, to the millisecond.";

test("what is kept as it was sent has no failure, also if a time is shown in UTC", async () => {
  expect(await messagesOf(described(instant), {})).toEqual([]);
});

test("finds milliseconds that are cut where the description says that they are kept", async () => {
  expect(await messagesOf(described(instant), { unit: 1000 })).toEqual([
    'shows-what-was-sent addMeasurement: `at` was written as "2024-06-15T17:20:30.250+02:00" and is "2024-06-15T15:20:30.000Z"',
  ]);
});

test.each([
  "",
  "Written with milliseconds.",
  "Not exact to the millisecond.",
  "To the millisecond, of which only whole seconds are never lost.",
])("milliseconds may be cut otherwise: %s", async (time) => {
  expect(await messagesOf(described(time), { unit: 1000 })).toEqual([]);
});

test("finds another time, whatever its offset", async () => {
  const messages = await messagesOf(described(""), { unit: 3_600_000 });
  expect(messages).toEqual([expect.stringContaining('and is "2024-06-15T15:00:00.000Z"')]);
});

test("finds null that is shown as zero", async () => {
  expect(await messagesOf(described(""), { withoutRain: 0 })).toEqual([
    "shows-what-was-sent addMeasurement: `rain` was written as null and is 0",
  ]);
});

test.each([
  ["The service may have a value of its own.", 12],
  ["If nobody measured it, 0.", 0],
])("null may be another value: %s", async (rain, withoutRain) => {
  expect(await messagesOf(described("", rain), { withoutRain })).toEqual([]);
});
