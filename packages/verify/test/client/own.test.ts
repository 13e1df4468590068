import { fileURLToPath } from "node:url";
import { createClient } from "@genai-app/client";
import { generatedClient, verifyClient } from "@openapi-packages/verify";
import { expect, test } from "vitest";

test("finds nothing in the client that is generated of this repository's description", async () => {
  const description = fileURLToPath(new URL("../../../../spec/openapi.yaml", import.meta.url));
  const { failures, ...report } = await verifyClient({
    description,
    client: generatedClient(createClient),
  });
  expect(failures.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(report).toMatchObject({ side: "client", leftOut: [], errors: [], notRun: 0 });
  expect(report.coverage.filter(({ isCovered }) => !isCovered)).toEqual([]);
  expect(report.coverage).toHaveLength(77);
});
