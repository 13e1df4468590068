import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { labels, labelService, type LabelFault } from "./labels.ts";

const description = await read(labels);

async function messagesOf(seed: number, fault?: LabelFault): Promise<string[]> {
  const { failures, errors, leftOut } = await verifyServer({
    description,
    server: { fetch: labelService(fault) },
    credentials: { token: "ada" },
    otherCredentials: { token: "bob" },
    seed,
    replay: ["putLabel/other-principal"],
  });
  expect({ errors, leftOut }).toEqual({ errors: [], leftOut: [] });
  return failures.map(({ check, operationId, message }) => `${check} ${operationId}: ${message}`);
}

test("principals may have records of their own under one key", async () => {
  for (const seed of [0, 1, 2]) expect(await messagesOf(seed)).toEqual([]);
});

test.each<[LabelFault, RegExp]>([
  ["replaces labels of others", /^other-principal putLabel: replaces another principal's Label/],
  ["deletes labels of others", /^other-principal deleteLabel: deletes another principal's Label/],
])("finds a service that %s under a key that they chose", async (fault, message) => {
  expect(await messagesOf(0, fault)).toContainEqual(expect.stringMatching(message));
});
