import { fileURLToPath } from "node:url";
import { createClient } from "@genai-app/client";
import { readDescription } from "@openapi-packages/compiler";
import { generatedClient, verifyClient } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { isTestAll, sampled } from "../../../../test/test-all.ts";

test("finds nothing in the client that is generated of this repository's description", async () => {
  const file = fileURLToPath(new URL("../../../../spec/openapi.yaml", import.meta.url));
  const description = await readDescription(file);
  const all = description.mock.operations.map(({ operation }) => operation.operationId);
  const operations = sampled(all, 12);
  const { failures, ...report } = await verifyClient({
    description,
    client: generatedClient(createClient),
    operations,
  });
  expect(failures.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(report).toMatchObject({ side: "client", leftOut: [], errors: [], notRun: 0 });
  expect(report.coverage.filter(({ isCovered }) => !isCovered)).toEqual([]);
  const covered = report.coverage.map(({ operationId }) => operationId);
  expect(covered).toEqual(expect.arrayContaining([...operations]));
  expect(operations.length).toBeGreaterThanOrEqual(isTestAll ? 77 : 6);
});
