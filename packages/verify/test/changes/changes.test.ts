import { createMock } from "@openapi-packages/mock";
import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { boxes, boxService, type BoxFault } from "./boxes.ts";

const cases = [
  "addBox/flow/created",
  "changeBox/flow/merged",
  "changeBox/flow/refused-change",
  "changeBox/flow/null",
];

async function messagesOf(
  fetch: (request: Request) => Response | Promise<Response>,
  replay = cases.slice(0, 3),
): Promise<string[]> {
  const description = await read(boxes);
  const server = { fetch: async (request: Request) => fetch(request) };
  const report = await verifyServer({ description, server, replay });
  expect(report.errors).toEqual([]);
  expect(report.exchanges).toBeLessThan(25);
  return report.failures.map((one) => `${one.check} ${one.operationId}: ${one.message}`);
}

test("boxes that change as RFC 7396 says have no failure", async () => {
  expect(await messagesOf(boxService())).toEqual([]);
  const { fetch } = createMock((await read(boxes)).mock);
  expect(await messagesOf(fetch)).toEqual([]);
});

test.each<BoxFault>(["seals the first box", "adds a label to each change"])(
  "a service that %s has a rule of its own",
  async (fault) => {
    expect(await messagesOf(boxService(fault))).toEqual([]);
  },
);

test.each<[BoxFault, string]>([
  [
    "replaces labels",
    "read-after-update changeBox: changes `labels.side`, and the merge patch is of `labels.room` alone (RFC 7396)",
  ],
  [
    "keeps labels that are null",
    "read-after-update changeBox: takes null for `labels.room` and keeps the value (RFC 7396)",
  ],
  [
    "changes what it refuses",
    "read-after-update changeBox: is refused with 422, and changes `name` nevertheless",
  ],
  [
    "seals each box",
    "shows-what-was-sent addBox: `sealed` was written as false and is true, in each of two records",
  ],
])("finds a service that %s", async (fault, message) => {
  expect(await messagesOf(boxService(fault))).toEqual([message]);
});
