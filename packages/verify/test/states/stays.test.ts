import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { stays, stayService, type StayFaults } from "./stays.ts";

const replay = [
  "moveStay/example",
  "payStay/example",
  "payStay/at-once/idempotency-key",
  "bookStay/states",
  "getStay/example",
];

async function verified(faults: StayFaults = {}, yaml = stays) {
  const report = await verifyServer({
    description: await read(yaml),
    server: { fetch: stayService(faults) },
    disposable: true,
    replay,
  });
  expect(report.errors).toEqual([]);
  const messages = report.failures.map(({ check, message }) => `${check}: ${message}`);
  const statusesOf = (id: string) =>
    report.coverage.find(({ operationId }) => operationId === id)?.statuses;
  return { messages, statusesOf };
}

test("moves a record on one of its days, by an action in the path, and pays when it has begun", async () => {
  const { messages, statusesOf } = await verified();
  expect(messages).toEqual([]);
  expect(statusesOf("moveStay")).toMatchObject({ 200: expect.any(Number) });
  expect(statusesOf("payStay")).toMatchObject({ 201: expect.any(Number) });
});

test.each<[StayFaults, string]>([
  [
    { notesFinished: true },
    'described-rule: answers 200 where `status` of the Stay is "finished", and the description says "A finished stay takes no more notes."',
  ],
  [
    { forgetsKeys: true },
    "idempotency-key: a second request with the same idempotency key makes 2",
  ],
  [
    { takesKeyWithOtherBody: true },
    "idempotency-key: takes an idempotency key that was used with another body",
  ],
])("finds a service that does %o", async (faults, message) => {
  const { messages } = await verified(faults);
  expect(messages).toContainEqual(expect.stringContaining(message));
});

test.each([
  ["payment", 1],
  ["stay", 0],
])("a key that was used for another %s is of another body or not", async (noun, count) => {
  const yaml = stays.replace("used with another body", `used for another ${noun}`);
  const { messages } = await verified({ takesKeyWithOtherBody: true }, yaml);
  expect(messages).toHaveLength(count);
});
