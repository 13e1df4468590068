import { join } from "node:path";
import { createMock } from "@genai-app/mocks";
import { verifyServer, type TestedServer, type VerifyReport } from "@openapi-packages/verify";
import { readDescription } from "@openapi-packages/compiler";
import { expect, test } from "vitest";
import { serviceInMemory } from "../contract/subjects/service.ts";
import { token } from "../contract/subjects/subject.ts";

const description = await readDescription(
  join(import.meta.dirname, "..", "..", "spec", "openapi.yaml"),
);

const verified = (server: TestedServer): Promise<VerifyReport> =>
  // A stream that goes on is read as long as answers may take.
  verifyServer({ description, server, credentials: { bearerAuth: token }, timeout: 2000 });

const operationsOf = (
  { coverage }: VerifyReport,
  isMeant: (row: VerifyReport["coverage"][number]) => boolean,
): string[] => coverage.filter(isMeant).map(({ operationId }) => operationId);

test("our generated mock passes, with nothing excepted and all of it covered", async () => {
  const report = await verified(createMock({ credentials: { bearerAuth: [token] } }));
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [], notRun: 0 });
  expect(operationsOf(report, ({ isCovered }) => !isCovered)).toEqual([]);
});

test("our service on the generated server passes, as far as it is implemented", async () => {
  await using service = await serviceInMemory.start();
  const report = await verified({ fetch: (request) => service.fetch(request) });
  expect(report).toMatchObject({ failures: [], errors: [], leftOut: [], notRun: 0 });
  const succeeded = operationsOf(report, ({ successes }) => successes > 0);
  expect(succeeded).toEqual(
    expect.arrayContaining(["UpdateAssistant", "DeleteAssistant", "ListAssistantRuns"]),
  );
});
