import { join } from "node:path";
import { createMock } from "@openapi-packages/mock";
import { verifyServer, type TestedServer, type VerifyReport } from "@openapi-packages/verify";
import { readDescription } from "openapi-packages/description";
import { expect, test } from "vitest";
import { verifiedApi } from "../../packages/verify/src/description/verified-api.ts";
import { modelCases } from "../../packages/verify/src/model/model-cases.ts";
import { serviceInMemory } from "../contract/subjects/service.ts";
import { token } from "../contract/subjects/subject.ts";

const description = await readDescription(
  join(import.meta.dirname, "..", "..", "spec", "openapi.yaml"),
);
const cases = [...modelCases({ api: verifiedApi(description), options: {} })];

const compared = (server: TestedServer): Promise<VerifyReport> =>
  verifyServer({
    description,
    server,
    replay: cases.map(({ id }) => id),
    credentials: { bearerAuth: token },
  });

test("our mock does as our mock does", async () => {
  const report = await compared(createMock(description.mock));
  expect(report).toMatchObject({ failures: [], errors: [] });
});

test("our service does as our mock does", async () => {
  await using service = await serviceInMemory.start();
  const report = await compared({ fetch: (request) => service.fetch(request) });
  expect(report).toMatchObject({ failures: [], errors: [] });
  const called = report.coverage.filter(({ successes }) => successes > 0);
  expect(called.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(["UpdateAssistant", "DeleteAssistant", "ListAssistantRuns"]),
  );
});
