import { createMock } from "@openapi-packages/mock";
import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { tripService, trips, type TripFault } from "./trips.ts";

type Fetch = (request: Request) => Response | Promise<Response>;

async function messagesOf(fetch: Fetch, seed = 0, yaml = trips): Promise<string[]> {
  const description = await read(yaml);
  const server = { fetch: async (request: Request) => fetch(request) };
  const replay = ["putGuest/flow/below", "takeStep/flow/refused-move"];
  const report = await verifyServer({ description, server, replay, seed });
  expect(report).toMatchObject({ errors: [], leftOut: [] });
  expect(report.exchanges).toBeLessThan(24);
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test("what is written below a record may be logged in it", async () => {
  for (const seed of [0, 1, 2]) expect(await messagesOf(tripService(), seed)).toEqual([]);
  const description = await read(trips);
  expect(await messagesOf(createMock(description.mock).fetch)).toEqual([]);
});

test("a state may change by itself", async () => {
  for (const seed of [0, 1, 2])
    expect(await messagesOf(tripService("begins trips by itself"), seed)).toEqual([]);
});

test.each<[TripFault, string]>([
  [
    "adds guests again",
    "repeats putGuest: a second PUT of the same adds an item to `guests` that is there already (RFC 9110, section 9.2.2)",
  ],
  [
    "keeps the tag",
    "conditional getTrip: gives another content the same ETag, TAG (RFC 9110, section 8.8.1)",
  ],
  [
    "takes refused steps",
    'read-after-update takeStep: answers 409, and changes `state` from "planned" to "ended" all the same',
  ],
])("finds a service that %s", async (fault, message) => {
  const messages = await messagesOf(tripService(fault));
  expect(messages.map((one) => one.replace(/ETag, "[^"]*"/, "ETag, TAG"))).toEqual([message]);
});

/** Steps of which each has a schema of its own, and one needs a reason. */
const withReasons = trips
  .replace(
    /    Step: .*/,
    `    Step:
      oneOf:
        - { type: object, required: [step], properties: { step: { const: begin } }, additionalProperties: false }
        - { type: object, required: [step, reason], properties: { step: { const: end }, reason: { type: string } } }
        - { type: object, required: [step, to], properties: { step: { const: turn }, to: { type: string } } }`,
  )
  .replace(
    /(operationId: takeStep\s+requestBody: .*#\/components\/schemas\/Step" \})/,
    "$1, examples: { begin: { value: { step: begin } }, end: { value: { step: end, reason: Rain } } }",
  );

test("sends what goes with a step, and leaves out a step of which no body is known", async () => {
  expect(await messagesOf(tripService(), 0, withReasons)).toEqual([]);
  expect(await messagesOf(tripService("takes refused steps"), 0, withReasons)).toEqual([
    'read-after-update takeStep: answers 409, and changes `state` from "planned" to "ended" all the same',
  ]);
});
