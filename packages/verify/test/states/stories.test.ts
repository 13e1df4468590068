import { verifyServer } from "@openapi-packages/verify";
import { expect, test } from "vitest";
import { describe as read } from "../support.ts";
import { loanService } from "./loan-service.ts";
import { loans } from "./loans.ts";

const description = await read(loans);

test("operations that need a state are brought to it, and no link is blamed for a state", async () => {
  const { failures, errors, coverage } = await verifyServer({
    description,
    server: { fetch: loanService() },
  });
  expect({ failures, errors }).toEqual({ failures: [], errors: [] });
  const countOf = (id: string, status: number) =>
    coverage.find(({ operationId }) => operationId === id)?.statuses[status] ?? 0;
  expect(coverage.filter(({ isCovered }) => !isCovered)).toEqual([]);
  expect(countOf("requestLoan", 200)).toBeGreaterThan(1);
  expect(countOf("answerLoan", 200)).toBeGreaterThan(1);
});

test("what succeeded on the way to a state is an input that is changed to an invalid one", async () => {
  const { coverage, errors } = await verifyServer({
    description,
    server: { fetch: loanService() },
    replay: ["answerLoan/invalid/body/answer/text-as-number"],
  });
  expect(errors).toEqual([]);
  const { statuses } = coverage.find(({ operationId }) => operationId === "answerLoan") ?? {};
  expect(statuses).toMatchObject({ 200: 1, 422: 1 });
});

test("what must not be called is not called on the way to a state", async () => {
  const called: string[] = [];
  const service = loanService();
  const fetch = (request: Request): Promise<Response> => {
    called.push(`${request.method} ${new URL(request.url).pathname.split("/").at(-1)}`);
    return service(request);
  };
  const expectations = { leaveAlone: ["answerLoan", "deleteLoan"] };
  const { failures, errors, leftOut } = await verifyServer({
    description,
    server: { fetch },
    expectations,
  });
  expect({ failures, errors }).toEqual({ failures: [], errors: [] });
  const left = leftOut.map(({ caseId }) => caseId);
  for (const id of ["createLoan/states", "requestLoan/example"]) expect(left).not.toContain(id);
  expect(called).toContain("POST request");
  expect(called).not.toContain("POST answer");
});
